import type { Auth } from "@acme/auth-core";
import { iconSvg } from "@acme/auth-http/pages-host";
import { SCRIPT } from "../generated/script.js";
import { webHref } from "../href.js";
import type { KitBrand } from "../kit.js";
import { hashOf } from "../platform/files.js";
import { stylesheetsOf } from "../style/pages-stylesheet.js";
import type { AssetSource } from "./assets.js";
import type { EntryStyles } from "./draw-page.js";

/** How the pages of a surface look: made once, from the brand. */
export interface Appearance {
  readonly brand: KitBrand;
  readonly styles: EntryStyles;
  /** The files that pages load. */
  readonly files: readonly AssetSource[];
}

/**
 * Makes stylesheets, icon and links of a brand.
 * @param rules of CSS, in place of those of the package
 */
export function appearanceOf(
  { appName, brand }: Pick<Auth, "appName" | "brand">,
  rules?: string,
): Appearance {
  const { logoUrl, logoDarkUrl } = brand;
  const logos = [logoUrl, logoDarkUrl].filter((url) => url !== null);
  const { entry, pages } = stylesheetsOf(brand, rules);
  const link = (url: string | null) => (url === null ? null : webHref(url));
  return {
    brand: {
      logo:
        logoUrl === null
          ? null
          : { light: webHref(logoUrl), dark: webHref(logoDarkUrl ?? logoUrl) },
      terms: link(brand.termsUrl),
      privacy: link(brand.privacyUrl),
      support: link(brand.supportUrl),
    },
    styles: {
      entry,
      entryHash: `sha256-${hashOf(entry, "base64")}`,
      imageOrigins: [...new Set(logos.map((url) => new URL(url).origin))],
    },
    files: [
      { name: "pages.css", type: "text/css", content: pages },
      { name: "pages.js", type: "text/javascript", content: SCRIPT },
      { name: "icon.svg", type: "image/svg+xml", content: iconSvg(appName, brand) },
    ],
  };
}
