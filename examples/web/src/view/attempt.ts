import { h } from "./element.js";
import type { Field } from "./form.js";
import { icon, type IconName } from "./icon.js";
import type { Messages } from "./messages.js";

interface Attempt {
  readonly button: HTMLButtonElement;
  readonly messages: Messages;
  readonly fields?: readonly Field[];
}

/**
 * Does what a button is for. Meanwhile the button is busy; a refusal is said at the field it is
 * about, or else among the messages.
 */
export async function attempt(
  { button, messages, fields = [] }: Attempt,
  work: () => Promise<unknown>,
): Promise<void> {
  if (button.disabled || button.ariaDisabled === "true") return;
  messages.clear();
  for (const field of fields) field.complain(faultOf(field.input));
  if (focusInvalid(fields)) return;
  const giveFocusBack = keepFocusNear(button);
  setBusy(button, true);
  try {
    await work();
  } catch (problem) {
    const complaints = fields
      .map((field) => ({ field, complaint: field.complaintIn(problem) }))
      .filter(({ complaint }) => complaint !== null);
    for (const { field, complaint } of complaints) field.complain(complaint);
    if (complaints.length === 0) messages.complain(problem);
  }
  setBusy(button, false);
  if (!focusInvalid(fields)) giveFocusBack();
}

/** What the browser knows to be wrong before the service is asked. */
function faultOf({ validity }: Field["input"]): string | null {
  if (validity.valueMissing) return "Please fill this in.";
  return validity.typeMismatch || validity.patternMismatch
    ? "This is not an email address we can use."
    : null;
}

interface Action extends Omit<Attempt, "button"> {
  /**
   * What screen readers call the button, where its own words are not enough: it begins with them.
   */
  readonly name?: string;
  readonly look?: "primary" | "danger" | "plain";
  /** Goes on with what was interrupted: has the focus when its section has loaded. */
  readonly resumed?: boolean;
  /** Stands before the words. */
  readonly sign?: IconName | SVGElement;
}

/** A button that does something by itself, outside a form or beside it. */
export function actionButton(
  label: string,
  { name, look, resumed, sign, ...action }: Action,
  work: () => Promise<unknown>,
): HTMLButtonElement {
  const picture = typeof sign === "string" ? icon(sign) : (sign ?? null);
  const button = h(
    "button",
    { type: "button", "aria-label": name, class: look, "data-resumed": resumed },
    picture,
    label,
  );
  button.addEventListener("click", () => void attempt({ button, ...action }, work));
  return button;
}

function setBusy(button: HTMLButtonElement, busy: boolean): void {
  button.disabled = busy;
  button.ariaBusy = busy ? "true" : null;
}

function focusInvalid(fields: readonly Field[]): boolean {
  const field = fields.find(({ input }) => input.ariaInvalid === "true");
  field?.input.focus();
  // What was refused is typed over.
  if (field?.input instanceof HTMLInputElement) field.input.select();
  return field !== undefined;
}

/**
 * A disabled button loses the focus, and a removed one takes it along: then it goes back to the
 * button, or to the heading above it.
 */
function keepFocusNear(button: HTMLButtonElement): () => void {
  const heading = button
    .closest("section, dialog, main")
    ?.querySelector<HTMLElement>("[tabindex='-1']");
  return () => {
    if ([null, document.body, button].includes(document.activeElement as HTMLElement | null))
      (button.isConnected ? button : heading)?.focus();
  };
}
