import { isColor } from "./color.js";
import { isLoopbackHost } from "./loopback.js";

/** How round the corners of buttons, fields and cards are: 0, 8 or 16 pixels. */
export type Corners = "sharp" | "soft" | "round";

/** The radius of corners, in pixels. */
export const CORNERS: Readonly<Record<Corners, number>> = { sharp: 0, soft: 8, round: 16 };

/** How an application looks: in its mails, and on every page that the service has for people. */
export interface AppBrand {
  /** Of primary buttons and of what is marked, as `#rrggbb`. Every color gives readable pages. */
  readonly color: string;
  /**
   * The https URL of the logo, shown 32 pixels high beside the name. Null: a square of the color
   * with the first letter of the name. Plain http is for a logo on this machine alone.
   */
  readonly logoUrl: string | null;
  /** The same on a dark ground. Null: `logoUrl`. */
  readonly logoDarkUrl: string | null;
  readonly corners: Corners;
  /** The https URL of the terms of use; null: no link to them. */
  readonly termsUrl: string | null;
  /** The https URL of the privacy policy; null: no link to it. */
  readonly privacyUrl: string | null;
  /** The https URL where people get help; null: no link to it. */
  readonly supportUrl: string | null;
}

/** The brand of an application that has chosen nothing. */
export const DEFAULT_BRAND: AppBrand = {
  color: "#4f46e5",
  logoUrl: null,
  logoDarkUrl: null,
  corners: "soft",
  termsUrl: null,
  privacyUrl: null,
  supportUrl: null,
};

/** The parser of the URL standard (WHATWG), which every runtime has. */
declare const URL: {
  new (text: string): {
    readonly protocol: string;
    readonly hostname: string;
    readonly username: string;
    readonly password: string;
  };
  canParse(text: string): boolean;
};

/** What must not stand in an attribute of a mail or page as it is. */
const UNFIT = /[\s"'<>\\]/;

const LINK_SHAPE = "must be an https URL, without user";
const LOGO_SHAPE = `${LINK_SHAPE}, or an http URL of this machine while you develop`;

const webUrl = (text: unknown) => {
  if (typeof text !== "string" || UNFIT.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === "" && url.password === "" ? url : null;
};

function isHttps(text: unknown): boolean {
  return webUrl(text)?.protocol === "https:";
}

function isLogo(text: unknown): boolean {
  const url = webUrl(text);
  return isHttps(text) || (url?.protocol === "http:" && isLoopbackHost(url.hostname));
}

const orNull = (isFit: (value: unknown) => boolean) => (value: unknown) =>
  value === null || isFit(value);

/** What each part of a brand must be: the test, and the clause that follows its name. */
export const BRAND_RULES: Readonly<
  Record<keyof AppBrand, readonly [isFit: (value: unknown) => boolean, shape: string]>
> = {
  color: [
    (value) => typeof value === "string" && isColor(value),
    `must be a color as #rrggbb, such as ${DEFAULT_BRAND.color}`,
  ],
  logoUrl: [orNull(isLogo), LOGO_SHAPE],
  logoDarkUrl: [orNull(isLogo), LOGO_SHAPE],
  corners: [
    (value) => Object.keys(CORNERS).some((name) => name === value),
    `must be one of ${Object.keys(CORNERS).join(", ")}`,
  ],
  termsUrl: [orNull(isHttps), LINK_SHAPE],
  privacyUrl: [orNull(isHttps), LINK_SHAPE],
  supportUrl: [orNull(isHttps), LINK_SHAPE],
};

/** Returns the brand with its defaults. A part that is left out, or undefined, is the default. */
export const completeBrand = (chosen: Partial<AppBrand>): AppBrand => ({
  color: chosen.color?.toLowerCase() ?? DEFAULT_BRAND.color,
  logoUrl: chosen.logoUrl ?? null,
  logoDarkUrl: chosen.logoDarkUrl ?? null,
  corners: chosen.corners ?? DEFAULT_BRAND.corners,
  termsUrl: chosen.termsUrl ?? null,
  privacyUrl: chosen.privacyUrl ?? null,
  supportUrl: chosen.supportUrl ?? null,
});

/** The first letter or digit of a name, in upper case where that is one character. */
export function markLetter(appName: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(appName)?.[0] ?? "";
  const upper = letter.toUpperCase();
  return Array.from(upper).length === 1 ? upper : letter;
}
