import { actionButton } from "./attempt.js";
import { actions, type Child, h } from "./element.js";
import { createMessages } from "./messages.js";

/** One dialog may open another, and each has its own title. */
let opened = 0;

/**
 * Asks in a modal dialog. Resolves with what `close` is called with; with null when the person
 * leaves it by Escape.
 */
export function openDialog<Result>(
  title: string,
  fill: (close: (result: Result | null) => void) => readonly Child[],
): Promise<Result | null> {
  return new Promise((resolve) => {
    let outcome: Result | null = null;
    const titleId = `dialog-title-${++opened}`;
    const close = (result: Result | null) => {
      outcome = result;
      dialog.close();
    };
    const onclose = () => {
      dialog.remove();
      resolve(outcome);
    };
    const dialog: HTMLDialogElement = h(
      "dialog",
      { "aria-labelledby": titleId, onclose },
      h("h2", { id: titleId, tabindex: "-1" }, title),
      ...fill(close),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

export const cancelButton = (leave: () => void): HTMLButtonElement =>
  h("button", { type: "button", onclick: leave }, "Cancel");

interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button that does it says. */
  readonly yes: string;
}

/**
 * Asks before something that may need another dialog: that one opens when this one is closed. False
 * when the person would rather not.
 */
export const confirm = (question: Question): Promise<boolean> =>
  confirmAndDo(question, () => Promise.resolve());

/**
 * Asks before something that cannot be undone, and does it. False when the person would rather not.
 */
export async function confirmAndDo(
  { title, text, yes }: Question,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const messages = createMessages();
  const done = await openDialog<true>(title, (close) => [
    h("p", {}, text),
    ...messages.elements,
    actions(
      cancelButton(() => close(null)),
      actionButton(yes, { messages, look: "danger" }, () => work().then(() => close(true))),
    ),
  ]);
  return done ?? false;
}
