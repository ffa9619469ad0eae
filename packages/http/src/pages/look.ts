import type { AppBrand } from "@acme/auth-core";
import { markLetter, styleSource } from "@acme/auth-core/surface";
import { Html, html } from "./html.js";
import { iconSvg } from "./icon-svg.js";
import { minified } from "./style/css.js";
import { sharedStyles } from "./style/entry.js";

/** Whose pages they are. */
export interface Branded {
  readonly appName: string;
  readonly brand: AppBrand;
}

/** How pages look: made once, of the brand. */
export interface Look {
  /** The stylesheet, and the icon of the browser's tab, for the head of each page. */
  readonly style: Html;
  /**
   * What a Content-Security-Policy says of it: the hash by which the browser takes the stylesheet,
   * the icon, which is in the page, and where logos come from, if there is one.
   */
  readonly policy: string;
  /** The logo; without one, a square of the color with the first letter of the name. */
  readonly mark: (theme?: PageTheme) => Html;
}

/** What a reader has chosen to see; "system" follows the device. */
export type PageTheme = "system" | "light" | "dark";

/**
 * Makes the look of pages: that of all signed-out ones.
 * @param more further rules, which name no color: theirs are custom properties, such as
 * `var(--card)`. Default: none
 * @example
 * const { style, policy, mark } = createLook(auth, ".wide{max-inline-size:1040px}");
 */
export function createLook({ appName, brand }: Branded, more = ""): Look {
  const stylesheet = minified(sharedStyles(brand) + more);
  const { logoUrl, logoDarkUrl } = brand;
  const logos = [logoUrl, logoDarkUrl].flatMap((url) => url ?? []);
  const origins = new Set(logos.map((url) => new URL(url).origin));
  return {
    // Not in a template: the hash is that of every character between the tags.
    style: new Html(`${iconLink({ appName, brand }).text}<style>${stylesheet}</style>`),
    policy: [
      `style-src ${styleSource(stylesheet)}`,
      `img-src ${["data:", ...origins].join(" ")}`,
    ].join("; "),
    mark: (theme = "system") =>
      logoUrl === null
        ? letterMark(markLetter(appName))
        : logoMark({ light: logoUrl, dark: logoDarkUrl ?? logoUrl }, theme),
  };
}

/** In the page itself: a page without the files of ready pages has no other. */
const iconLink = ({ appName, brand }: Branded): Html =>
  html`<link
    rel="icon"
    href="data:image/svg+xml,${encodeURIComponent(iconSvg(appName, brand))}"
    type="image/svg+xml"
  />`;

const letterMark = (letter: string): Html =>
  letter === ""
    ? html``
    : html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <text x="16" y="22">${letter}</text>
      </svg>`;

function logoMark({ light, dark }: Readonly<Record<"light" | "dark", string>>, theme: PageTheme) {
  const logo = html`<img
    class="logo"
    src="${theme === "dark" ? dark : light}"
    alt=""
    height="32"
  />`;
  return theme === "system" && dark !== light
    ? html`<picture
        ><source srcset="${dark}" media="(prefers-color-scheme: dark)" />
        ${logo}</picture
      >`
    : logo;
}
