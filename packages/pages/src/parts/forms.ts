import { type Html, html } from "@acme/auth-http";
import type { Href } from "../href.js";
import type { FormState } from "../kernel/form-state.js";
import type { Kit } from "../kit.js";
import { withAddresses } from "./addresses.js";
import { button, textButton } from "./buttons.js";
import { element } from "./element.js";
import { field } from "./fields.js";
import { icon } from "./icons.js";

/** What a form is drawn from. */
export interface FormOptions {
  readonly action: Href;
  readonly content: Html | readonly Html[];
  /** Default: post. A form of filters or a search gets. */
  readonly method?: "get" | "post";
  /** How its parts lie. Default: one below the other; loose where they are about two things; a search is one field and its button. */
  readonly layout?: "stack" | "stack loose" | "line" | "search";
  /** Where to go afterwards instead of the page's own `next`. */
  readonly next?: string | null;
  /** What the script knows it by. */
  readonly script?: string;
  /** Seconds in which the script lets no one send it, and counts them down on its button. */
  readonly wait?: number;
}

/** A form, with the hidden fields that every form of the page carries along. */
export const form = (options: FormOptions, { hidden }: Kit): Html => {
  const { action, content, method = "post", layout = "stack", next = hidden.next } = options;
  const carried = method === "post" ? { step: hidden.step, next } : {};
  return element(
    "form",
    { class: layout, action, method, "data-script": options.script, "data-wait": options.wait },
    html`${Object.entries(carried).map(([name, value]) =>
      value === null ? html`` : hiddenField(name, value),
    )}${content}`,
  );
};

/** What a form that mails something again is drawn from. */
export interface ResendOptions {
  readonly action: Href;
  /** Whom it is for: "Didn't get it?" */
  readonly question: string;
  /** What there is to know for those whose browser counts nothing down. */
  readonly hint?: string;
  /** Seconds until it is of use. */
  readonly wait: number;
}

/** A question, and "Resend". */
export const resendForm = ({ action, question, hint, wait }: ResendOptions, kit: Kit): Html =>
  form(
    {
      action,
      ...(wait > 0 && { wait }),
      content: html`<p class="small quiet-text">
        ${question} ${textButton(kit.texts.signIn.code.resend)}
        ${hint && wait > 0 ? html`<noscript>${hint}</noscript>` : ""}
      </p>`,
    },
    kit,
  );

/** What a form that searches is drawn from. */
export interface SearchOptions {
  readonly action: Href;
  /** What is searched for. */
  readonly label: string;
  readonly button: string;
  readonly value?: string;
}

/** A search: its query is in the URL, under `q`. */
export const searchForm = ({ action, label, button: word, value }: SearchOptions, kit: Kit): Html =>
  element(
    "form",
    { class: "search", action, method: "get", role: "search" },
    html`${field(
      {
        name: "q",
        label,
        isLabelHidden: true,
        placeholder: label,
        type: "search",
        autocomplete: "off",
        isOptional: true,
        ...(value === undefined ? {} : { value }),
      },
      kit,
    )}${button({ label: word, icon: "search" })}`,
  );

/** A value that a form sends and does not show. */
export const hiddenField = (name: string, value: string): Html =>
  element("input", { type: "hidden", name, value });

/**
 * What a form or a page has to say first. One of kind `bad` is read at once, and takes the focus
 * unless a field has it.
 */
export const message = (
  text: string | Html,
  kind: "neutral" | "good" | "warn" | "bad" = "neutral",
  { hasFocus = false }: { readonly hasFocus?: boolean } = {},
): Html =>
  element(
    "div",
    {
      class: `message ${kind}`,
      role: kind === "bad" ? "alert" : "status",
      tabindex: hasFocus ? -1 : null,
      autofocus: hasFocus,
    },
    html`${icon(kind === "good" ? "check" : kind === "warn" ? "warning" : "alert")}
      <div>${withAddresses(text)}</div>`,
  );

/** What the step before the page has to say, on an entry page; nothing most of the time. */
export const flashMessage = ({ flash }: Kit): Html =>
  flash ? message(flash.text, flash.kind) : html``;

/** Why a form was refused, above its first control; nothing where a field says it. */
export const refusal = ({ message: text }: Pick<FormState, "message">): Html =>
  text === null ? html`` : message(text, "bad", { hasFocus: true });

/** "Saved", beside the button that was pressed. */
export const saved = (text: string): Html =>
  html`<span class="saved" role="status">${icon("check", "small")}${text}</span>`;
