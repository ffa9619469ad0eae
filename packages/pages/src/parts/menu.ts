import { type Html, html } from "@acme/auth-http";
import { element } from "./element.js";

/** What a menu is drawn from. */
export interface MenuOptions {
  readonly id: string;
  /** What the button shows. */
  readonly label: Html;
  /** The name of the button where it says more than what is shown. */
  readonly name?: string;
  readonly buttonClass: string;
  /** What stands above the entries. */
  readonly head?: Html;
  /** Links, and forms of one button each, in groups. */
  readonly groups: readonly (readonly Html[])[];
}

/** A button that opens a list of links and form buttons. It needs no script. */
export const menu = (options: MenuOptions): Html =>
  html`${opener(options)}${element(
    "div",
    { id: options.id, class: "menu", popover: true },
    html`${options.head ?? ""}${options.groups.filter(({ length }) => length > 0).map(group)}`,
  )}`;

const opener = ({ id, label, name, buttonClass }: MenuOptions): Html =>
  element(
    "button",
    { class: buttonClass, type: "button", popovertarget: id, "aria-label": name },
    label,
  );

const group = (entries: readonly Html[]): Html =>
  html`<ul role="list">
    ${entries.map((entry) => html`<li>${entry}</li>`)}
  </ul>`;
