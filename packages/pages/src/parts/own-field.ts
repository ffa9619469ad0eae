import { type Html, html } from "@acme/auth-http";
import type { FormState } from "../kernel/form-state.js";
import type { Kit } from "../kit.js";
import { checkbox } from "./checkbox.js";
import { field, select } from "./fields.js";

/** A field that the application has added to its users, as a form asks for it. */
export interface OwnField {
  /** The name of the field, under which the form sends it. */
  readonly name: string;
  /** The title of the field. */
  readonly label: string;
  /** `number`: a whole one. `choice`: one of `options`. */
  readonly kind: "text" | "number" | "checkbox" | "choice";
  /** What there is to choose from; empty unless it is a choice. */
  readonly options: readonly string[];
  /** How many characters a text has at most; null for no such limit. */
  readonly maxLength: number | null;
  /** As the user has it now; empty for nothing. A box that is ticked has `on`. */
  readonly value: string;
}

/** What an own field is drawn as: it may be left empty. */
export const ownField = (own: OwnField, { values, errors, code }: FormState, kit: Kit): Html => {
  const { name, label, kind, options, maxLength } = own;
  // A refused form has sent nothing for a box that is not ticked.
  const isUnticked = kind === "checkbox" && code !== undefined;
  const value = values[name] ?? (isUnticked ? "" : own.value);
  const error = errors[name] ?? null;
  if (kind === "checkbox") return html`${checkbox({ name, label, isChecked: value === "on" })}`;
  const hasFocus = Object.keys(errors)[0] === name;
  const around = { name, label, value, error, isOptional: true, hasFocus };
  if (kind !== "choice") {
    const bound = maxLength === null ? {} : { maxLength };
    return field({ ...around, ...bound, autocomplete: "off" }, kit);
  }
  // What is stored stays unless it is changed, also where it is no option any more.
  const choices = [...new Set(["", ...options, own.value])].map((option) => ({
    value: option,
    label: option,
  }));
  return select({ ...around, options: choices }, kit);
};
