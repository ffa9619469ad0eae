import { type Html, html } from "@acme/auth-http";
import type { Href } from "../href.js";
import type { Kit } from "../kit.js";
import { withAddresses } from "./addresses.js";
import { badge } from "./badge.js";
import { element } from "./element.js";
import { icon, type IconName } from "./icons.js";
import { providerMark } from "./provider-marks.js";

/**
 * Primary: one on a page. Danger: of something that cannot be undone, filled only where pressing it
 * does that.
 */
export type ButtonKind = "primary" | "secondary" | "quiet" | "danger" | "danger filled";

/** What buttons and links that look like buttons have in common. */
export interface Look {
  readonly label: string | Html;
  /** Default: secondary. */
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  /** Read after the label and not shown: what the button is about, where several are alike. */
  readonly about?: string;
  /** As wide as what it stands in. */
  readonly isWide?: boolean;
}

/** What a button that submits its form is drawn from. */
export interface ButtonOptions extends Look {
  /** What the form sends when this button submits it. */
  readonly name?: string;
  readonly value?: string;
  /** A form may have a button that goes elsewhere. */
  readonly isDisabled?: boolean;
  /** Buttons of passkeys are shown by the script. */
  readonly isHidden?: boolean;
  /** What the script knows it by. */
  readonly script?: string;
  /** The ceremony that the script runs before it submits the form. Such a button needs it. */
  readonly passkey?: "add";
}

/** A button that submits its form. */
export const button = (options: ButtonOptions): Html =>
  element(
    "button",
    {
      class: classOf(options),
      name: options.name,
      value: options.value,
      disabled: options.isDisabled,
      hidden: options.isHidden,
      "data-script": options.script,
      "data-passkey": options.passkey,
      type: "submit",
    },
    contentOf(options),
  );

/** What a link that looks like a button is drawn from. */
export interface LinkButtonOptions extends Look {
  readonly href: Href;
  /** Read instead of the label, which is a part of it. */
  readonly spoken?: string;
}

/** A link that looks like a button, because it leads to what the page is about. */
export const linkButton = (options: LinkButtonOptions): Html =>
  element(
    "a",
    { class: classOf(options), href: options.href, "aria-label": options.spoken },
    contentOf(options),
  );

/** A link to a page that the script shows in a dialog. */
export const dialogLink = (options: LinkButtonOptions): Html =>
  element(
    "a",
    { class: classOf(options), href: options.href, "data-dialog": true },
    contentOf(options),
  );

/** A link in text. */
export const link = (label: string | Html, href: Href): Html => element("a", { href }, label);

/** A button that reads like a link in text. */
export const textButton = (label: string): Html =>
  element("button", { class: "as-text", type: "submit" }, label);

const classOf = ({ kind = "secondary", isWide = false }: Look): string =>
  `button ${kind}${isWide ? " wide" : ""}`;

const contentOf = ({ label, icon: name, about }: Look): Html =>
  html`${name ? icon(name, "small") : ""}<span
      >${withAddresses(label)}${about ? html`<span class="hush"> ${about}</span>` : ""}</span
    >`;

/** One way to sign in, as a row of a list of ways. */
export interface WayOptions {
  readonly label: string;
  readonly mark: Html;
  /** What the form sends when this button submits it. */
  readonly name?: string;
  readonly value?: string;
  readonly isLastUsed?: boolean;
  readonly isHidden?: boolean;
  /** Whether it is the one thing to do on its page. */
  readonly isMain?: boolean;
  readonly script?: string;
  /** What the script does with a passkey; it shows the button where the browser has them. */
  readonly passkey?: "sign-in" | "confirm";
}

/** The button of a way to sign in: its mark, its words and "Last used". */
export const wayButton = (way: WayOptions, { texts }: Kit): Html =>
  element(
    "button",
    {
      class: `button ${way.isMain ? "primary" : "secondary"} wide way`,
      type: "submit",
      name: way.name,
      value: way.value,
      hidden: way.isHidden ?? way.passkey !== undefined,
      "data-script": way.script,
      "data-passkey": way.passkey,
    },
    html`${way.mark}<span>${way.label}</span>${
      way.isLastUsed ? badge(texts.frame.lastUsed, "brand") : ""
    }`,
  );

/** A way to sign in that is a page of its own. */
export const wayLink = ({ label, mark, href }: WayOptions & { readonly href: Href }): Html =>
  element("a", { class: "button secondary wide way", href }, html`${mark}<span>${label}</span>`);

/** The button of an external provider, with the mark that it prescribes. */
export const providerButton = (
  { id, ...way }: Omit<WayOptions, "mark"> & { readonly id: string },
  kit: Kit,
): Html => wayButton({ ...way, mark: providerMark(id) }, kit);
