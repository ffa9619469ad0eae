import { AuthClientError, type ServiceReadPolicyReply } from "@acme/auth-client";
import { attempt } from "./attempt.js";
import { actions, type Attributes, type Child, h } from "./element.js";
import { createMessages, type Messages } from "./messages.js";

export interface Field {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement | HTMLSelectElement;
  /** Says what is wrong with the field, next to it; null takes it back. */
  complain(message: string | null): void;
  /** The part of a refusal that is about this field; null when it is about something else. */
  complaintIn(problem: unknown): string | null;
}

interface FieldDescription {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Codes of the refusals that are about this field. */
  readonly refusals?: readonly string[];
}

/** A labelled input. It is required unless `attributes` say otherwise. */
export const createField = ({
  attributes,
  ...description
}: FieldDescription & { readonly attributes?: Attributes }): Field =>
  fieldAround(description, (own) => h("input", { ...own, required: true, ...attributes }));

interface Choice extends FieldDescription {
  /** What can be chosen, with what it is called. */
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly chosen: string;
}

/** A labelled choice of one among a few. */
export const createChoice = ({ options, chosen, ...description }: Choice): Field =>
  fieldAround(description, (own) =>
    h(
      "select",
      own,
      ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
    ),
  );

/** A password, which can be looked at while it is typed. */
export function passwordField({
  attributes,
  ...description
}: FieldDescription & { readonly attributes?: Attributes }): Field {
  const words = description.label.toLowerCase();
  const toggle = h("button", { type: "button" });
  return fieldAround(
    description,
    (own) => {
      const input = h("input", { ...own, required: true, ...attributes });
      const show = (shown: boolean) => {
        input.type = shown ? "text" : "password";
        toggle.textContent = shown ? "Hide" : "Show";
        toggle.ariaLabel = `${shown ? "Hide" : "Show"} ${words}`;
      };
      toggle.addEventListener("click", () => show(input.type === "password"));
      show(false);
      return input;
    },
    toggle,
  );
}

let fields = 0;

function fieldAround(
  { name, label, hint, refusals = [] }: FieldDescription,
  create: (own: Attributes) => Field["input"],
  within: HTMLElement | null = null,
): Field {
  const id = `field-${++fields}`;
  const input = create({ id, name, "aria-describedby": `${id}-hint ${id}-complaint` });
  const complaint = h("p", { id: `${id}-complaint`, class: "complaint" });
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    within ? h("div", { class: "box" }, input, within) : input,
    h("p", { id: `${id}-hint`, class: "hint" }, hint ?? ""),
    complaint,
  );
  return {
    element,
    input,
    complain(message) {
      input.ariaInvalid = message === null ? null : "true";
      complaint.replaceChildren(...(message === null ? [] : [message]));
    },
    complaintIn(problem) {
      if (!(problem instanceof AuthClientError)) return null;
      if (refusals.includes(problem.code)) return problem.message;
      return problem.issues.find(({ path }) => path === name)?.message ?? null;
    },
  };
}

export const emailField = (attributes: Attributes = {}, refusals: readonly string[] = []): Field =>
  createField({
    name: "email",
    label: "Email address",
    refusals,
    attributes: { type: "email", pattern: ".+@.+[.].+", autocomplete: "username", ...attributes },
  });

/** Six digits. The sixth sends the form. */
export function codeField(): Field {
  const field = createField({
    name: "otp",
    label: "Code",
    refusals: ["INVALID_OTP", "OTP_EXPIRED", "TOO_MANY_ATTEMPTS"],
    attributes: {
      inputmode: "numeric",
      autocomplete: "one-time-code",
      maxlength: "12",
      class: "code",
      "data-first": true,
    },
  });
  const { input } = field;
  input.addEventListener("input", () => {
    if (/^\s*\d{3}\s?\d{3}\s*$/.test(input.value)) input.form?.requestSubmit();
  });
  return field;
}

export const newPasswordField = (
  name: string,
  label: string,
  { passwordMinLength }: ServiceReadPolicyReply,
): Field =>
  passwordField({
    name,
    label,
    hint: `Use at least ${passwordMinLength} characters. A few words that only you would put together are easy to remember and hard to guess.`,
    refusals: ["PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG", "PASSWORD_TOO_COMMON"],
    attributes: { autocomplete: "new-password" },
  });

/** Tells password managers whose password it is that they fill in or keep. */
export const knownAddress = (email: string): HTMLElement =>
  h("input", {
    type: "text",
    name: "username",
    autocomplete: "username",
    value: email,
    hidden: true,
    tabindex: "-1",
  });

interface FormDescription {
  readonly fields: readonly Field[];
  /** What its button says. */
  readonly submit: string;
  readonly look?: "primary" | "danger";
  readonly messages?: Messages;
  readonly before?: readonly Child[];
  /** Beside the button: the way back out of a dialog. */
  readonly beside?: Child;
  readonly after?: readonly Child[];
  readonly work: (messages: Messages) => Promise<unknown>;
}

export function createForm(description: FormDescription): HTMLFormElement {
  const {
    fields,
    submit,
    look = "primary",
    work,
    messages = createMessages(),
    before = [],
    beside = null,
    after = [],
  } = description;
  const button = h("button", { type: "submit", class: look }, submit);
  const onsubmit = (event: Event) => {
    event.preventDefault();
    void attempt({ button, fields, messages }, () => work(messages));
  };
  const inputs = fields.map(({ element }) => element);
  // What is missing is said beside the fields, in our own words.
  return h(
    "form",
    { novalidate: true, onsubmit },
    ...before,
    ...inputs,
    ...messages.elements,
    beside === null ? button : actions(beside, button),
    ...after,
  );
}
