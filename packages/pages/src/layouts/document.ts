import { type Html, html } from "@acme/auth-http";
import type { Href } from "../href.js";
import type { Kit } from "../kit.js";
import { isolated } from "../texts/isolated.js";

/** What a page shows inside of its layout. */
export interface PageContent {
  /** The `h1`, and the first part of the title. */
  readonly title: string;
  /** What the page belongs to: "Security". */
  readonly within?: readonly string[];
  /** Whether the form of the page was refused. */
  readonly isRefused?: boolean;
  /** Where the browser goes at once, of a page that only leads away. */
  readonly refresh?: Href;
  /** Everything in the main part, the `h1` included. */
  readonly content: Html;
}

/** "Error: Passkeys – Security – Acme". */
export const titleOf = (
  { title, within = [], isRefused = false }: PageContent,
  { appName, texts }: Kit,
): string =>
  (isRefused ? `${texts.frame.error} ` : "") +
  [title, ...within, appName].map(isolated).join(" – ");

/** What the head of every page has besides its stylesheet. */
export const documentHead = ({ refresh }: PageContent, kit: Kit): Html =>
  html`${refresh ? html`<meta http-equiv="refresh" content="0; url=${refresh.url}" />` : ""}
    <link rel="icon" href="${kit.asset("icon.svg").url}" type="image/svg+xml" />
    ${script(kit)}`;

/** The script, with what it says in the language of the page. */
const script = ({ asset, texts: { frame } }: Kit): Html =>
  html`<script
    type="module"
    src="${asset("pages.js").url}"
    data-cancel="${frame.cancel}"
    data-copied="${frame.copied}"
    data-show-password="${frame.showPassword}"
    data-hide-password="${frame.hidePassword}"
    data-passkey-cancelled="${frame.passkeyCancelled}"
    data-passkey-exists="${frame.passkeyExists}"
    data-passkey-failed="${frame.passkeyFailed}"
  ></script>`;

/** The first link of every page. */
export const skipLink = ({ texts }: Kit): Html =>
  html`<a class="skip" href="#content">${texts.frame.skipToContent}</a>`;
