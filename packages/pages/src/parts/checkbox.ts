import { type Html, html } from "@acme/auth-http";
import { element } from "./element.js";

/** What a box to tick is drawn from. */
export interface CheckboxOptions {
  readonly name: string;
  readonly label: string;
  readonly isChecked: boolean;
}

/** A box to tick. A form sends its name only while it is ticked. */
export const checkbox = ({ name, label, isChecked }: CheckboxOptions): Html => {
  const id = `${name}-field`;
  return html`<div class="line">
    ${element("input", { type: "checkbox", id, name, value: "on", checked: isChecked })}
    <label for="${id}">${label}</label>
  </div>`;
};
