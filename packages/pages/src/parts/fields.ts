import { type Html, html } from "@acme/auth-http";
import type { Kit } from "../kit.js";
import { type Attributes, element } from "./element.js";
import { icon } from "./icons.js";

/** What every control has around it. */
export interface Around {
  /** The name that the form sends it under. */
  readonly name: string;
  /** Tells fields of the same name in two forms of a page apart. Default: the name. */
  readonly id?: string;
  readonly label: string;
  /** For readers of the screen only, where the heading above says the same. */
  readonly isLabelHidden?: boolean;
  /** Beside the label, at its end: "Forgot password?". */
  readonly aside?: Html;
  readonly hint?: string | Html;
  /** Why what was sent was refused. */
  readonly error?: string | null;
  /** Whether it may be left empty. Default: it is required. */
  readonly isOptional?: boolean;
  /** Whether a field that may be left empty says so; in a filter none does. Default: it does. */
  readonly saysOptional?: boolean;
  /** The first faulty field of a refused form has it, and the only field of a page. */
  readonly hasFocus?: boolean;
}

/** What a field is drawn from. */
export interface FieldOptions extends Around {
  /** Default: text. */
  readonly type?: "text" | "email" | "password" | "search" | "date";
  readonly value?: string;
  /** What may be searched for: the label of a search is not shown. */
  readonly placeholder?: string;
  /** What a browser or a password manager may fill in; "off" where it must not. */
  readonly autocomplete: string;
  readonly isReadonly?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** What the script knows it by. */
  readonly script?: string;
}

/** Texts of these are written from left to right in every language. */
const LEFT_TO_RIGHT: readonly string[] = ["email", "password"];

/** Label, control, hint and error, in this order. */
export const field = (options: FieldOptions, kit: Kit): Html => {
  const { type = "text" } = options;
  return around(
    options,
    element("input", {
      ...controlOf(options),
      class: "control",
      type,
      value: options.value,
      placeholder: options.placeholder,
      autocomplete: options.autocomplete,
      dir: LEFT_TO_RIGHT.includes(type) ? "ltr" : null,
      readonly: options.isReadonly,
      minlength: options.minLength,
      maxlength: options.maxLength,
      spellcheck: type === "email" ? "false" : null,
      "data-script": options.script,
    }),
    kit,
  );
};

/** Whose password a form is about, for password managers. */
export const hiddenUsername = (email: string): Html =>
  element("input", {
    type: "text",
    name: "username",
    value: email,
    autocomplete: "username",
    hidden: true,
    readonly: true,
    "aria-hidden": "true",
  });

/** One field for a whole code. Blanks in what is pasted are taken. */
export const codeField = (options: Omit<FieldOptions, "type" | "autocomplete">, kit: Kit): Html =>
  around(
    options,
    element("input", {
      ...controlOf(options),
      class: "control code",
      type: "text",
      inputmode: "numeric",
      autocomplete: "one-time-code",
      dir: "ltr",
      spellcheck: "false",
      maxlength: options.maxLength,
      "data-script": options.script ?? "code",
    }),
    kit,
  );

/** What a field of several lines is drawn from. */
export interface TextAreaOptions extends Around {
  readonly value?: string;
  readonly rows?: number;
  readonly maxLength?: number;
}

/** A field of several lines. */
export const textArea = (options: TextAreaOptions, kit: Kit): Html =>
  around(
    options,
    element(
      "textarea",
      {
        ...controlOf(options),
        class: "control",
        rows: options.rows ?? 3,
        maxlength: options.maxLength,
      },
      // The first line break of a text area is not part of its text.
      `\n${options.value ?? ""}`,
    ),
    kit,
  );

/** What a list to choose from is drawn from. */
export interface SelectOptions extends Around {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value?: string;
}

/** One of more than five. */
export const select = (options: SelectOptions, kit: Kit): Html =>
  around(
    options,
    html`<span class="select">
      ${element(
        "select",
        { ...controlOf(options), class: "control" },
        options.options.map(({ value, label }) =>
          element("option", { value, selected: value === options.value }, label),
        ),
      )}
      ${icon("down", "small")}
    </span>`,
    kit,
  );

/** What a group of radio buttons is drawn from. */
export interface ChoiceOptions {
  readonly name: string;
  readonly label: string;
  /** Shown to readers of the screen only, where the heading says the same. */
  readonly isLabelHidden?: boolean;
  readonly value: string | null;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly description?: string;
    readonly isDisabled?: boolean;
  }[];
  readonly error?: string | null;
}

/** One of up to five, each with what it means. */
export const choice = (options: ChoiceOptions): Html => {
  const { name, error } = options;
  const first = options.options.find(({ isDisabled }) => !isDisabled);
  const described = (id: string, description: string | undefined): string | null =>
    [description && `${id}-hint`, error && `${name}-error`].filter(Boolean).join(" ") || null;
  return html`<fieldset class="choice">
    <legend class="${options.isLabelHidden ? "hush" : "small"}">${options.label}</legend>
    ${options.options.map(({ value, label, description, isDisabled }) => {
      const id = `${name}-${value}`;
      return html`<div class="option">
        ${element("input", {
          type: "radio",
          id,
          name,
          value,
          checked: value === options.value,
          disabled: isDisabled,
          required: true,
          autofocus: error ? value === first?.value : null,
          "aria-describedby": described(id, description),
        })}
        <label for="${id}">${label}</label>
        ${description ? html`<p class="hint" id="${id}-hint">${description}</p>` : ""}
      </div>`;
    })}
    ${error ? fault(`${name}-error`, error) : ""}
  </fieldset>`;
};

const fault = (id: string, text: string): Html =>
  html`<p class="fault" id="${id}">${icon("alert", "small")}<span>${text}</span></p>`;

/** Not the bare name, which the section around it may have. */
const idOf = ({ id, name }: Around): string => `${id ?? name}-field`;

/** The attributes that every control of a field has. */
function controlOf(options: Around): Attributes {
  const id = idOf(options);
  const described = [options.hint && `${id}-hint`, options.error && `${id}-error`].filter(Boolean);
  return {
    id,
    name: options.name,
    required: !options.isOptional,
    autofocus: options.hasFocus,
    "aria-invalid": options.error ? "true" : null,
    "aria-describedby": described.length > 0 ? described.join(" ") : null,
  };
}

function around(options: Around, control: Html, { texts }: Kit): Html {
  const id = idOf(options);
  const { label, isLabelHidden = false, aside, hint, error, isOptional = false } = options;
  const { saysOptional = isOptional && !isLabelHidden } = options;
  return html`<div class="field">
    <div class="${isLabelHidden ? "hush" : "line apart"}">
      <label for="${id}"
        >${label}${
          saysOptional ? html` <span class="optional">${texts.frame.optional}</span>` : ""
        }</label
      >${aside ?? ""}
    </div>
    ${control} ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : ""}
    ${error ? fault(`${id}-error`, error) : ""}
  </div>`;
}
