import { type AppBrand, CORNERS, markLetter } from "../../kernel/app-brand.js";
import { type BrandPaint, brandTokens } from "../../kernel/brand-tokens.js";
import { escapeHtml } from "../../kernel/escape-html.js";
import { PALETTE, type Palette } from "../../kernel/palette.js";
import type { BrandLinkTexts } from "../language/catalogue.js";

/** A link below a mail, to what the application says of itself. */
export interface BrandLink {
  readonly label: string;
  readonly url: string;
}

/** Returns the links that a brand has, in the words of a language. */
export const brandLinks = (
  { termsUrl, privacyUrl, supportUrl }: AppBrand,
  { terms, privacy, support }: BrandLinkTexts,
): readonly BrandLink[] =>
  [
    { label: terms, url: termsUrl },
    { label: privacy, url: privacyUrl },
    { label: support, url: supportUrl },
  ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]));

/**
 * How the parts of a mail are painted. The light theme stands on the elements, because many mail
 * programs drop a style sheet; the dark one is a sheet of a few lines for those that keep it.
 */
export interface MailPaint {
  /** The style sheet of the dark theme. */
  readonly dark: string;
  /** The attributes of an element: its class, and its style in the light theme. */
  readonly page: string;
  readonly card: string;
  /** @param layout what stands before the color */
  readonly quiet: (layout: string) => string;
  readonly button: string;
  readonly secondButton: string;
  readonly mark: string;
}

const PLAIN_TEXT = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const BREAKS = "overflow-wrap:anywhere;word-break:break-word";
const BUTTON =
  "display:inline-block;padding:12px 24px;border:1px solid;font-weight:600;text-decoration:none";

/** What each class is painted with, in one theme. */
const colorsOf = (palette: Palette, { fill, onFill, border }: BrandPaint) => ({
  page: { background: palette.page, color: palette.text },
  card: { background: palette.card, "border-color": palette.line },
  quiet: { color: palette.quiet },
  button: { background: fill, color: onFill, "border-color": border ?? fill },
  second: { background: palette.card, color: palette.text, "border-color": palette.edge },
  mark: { background: fill, color: onFill, "border-color": border ?? fill },
});

/** An application has one brand: every mail but the first finds its paint here. */
const known = new WeakMap<AppBrand, MailPaint>();

/** Returns how the mails of a brand are painted. */
export function mailPaint(brand: AppBrand): MailPaint {
  const paint = known.get(brand) ?? paintOf(brand);
  known.set(brand, paint);
  return paint;
}

function paintOf(brand: AppBrand): MailPaint {
  const tokens = brandTokens(brand.color);
  const radius = `border-radius:${CORNERS[brand.corners]}px`;
  const light = colorsOf(PALETTE.light, tokens.light);
  const of = (name: keyof typeof light, layout: string) =>
    `class="${name}" style="${layout};${declarations(light[name], "")}"`;
  return {
    dark: `@media (prefers-color-scheme:dark){${Object.entries(colorsOf(PALETTE.dark, tokens.dark))
      .map(([name, colors]) => `.${name}{${declarations(colors, "!important")}}`)
      .join("")}}`,
    page: of("page", `margin:0;padding:32px 16px;${PLAIN_TEXT};${BREAKS}`),
    card: of("card", `padding:8px 24px 16px;border:1px solid;${radius}`),
    quiet: (layout) => of("quiet", `${layout};font-size:13px;line-height:20px`),
    button: of("button", `${BUTTON};${radius}`),
    secondButton: of("second", `${BUTTON};${radius}`),
    mark: of(
      "mark",
      `width:32px;height:32px;padding:0;border:1px solid;box-sizing:border-box;${radius};text-align:center;font-size:18px;font-weight:700;line-height:30px`,
    ),
  };
}

const declarations = (colors: Readonly<Record<string, string>>, end: string): string =>
  Object.entries(colors)
    .map(([property, color]) => `${property}:${color}${end}`)
    .join(";");

const LOGO = `alt="" height="32" style="display:block;height:32px;max-width:240px;border:0"`;

/** The logo; or, where there is none, a square of the color with the first letter of the name. */
export function markCell(
  { logoUrl, logoDarkUrl }: AppBrand,
  { mark }: MailPaint,
  appName: string,
): string {
  const letter = markLetter(appName);
  if (logoUrl === null)
    return letter === ""
      ? ""
      : `<td ${mark} width="32" aria-hidden="true">${escapeHtml(letter)}</td>`;
  const logo = `<img src="${escapeHtml(logoUrl)}" ${LOGO}>`;
  if (logoDarkUrl === null) return `<td>${logo}</td>`;
  // Mail programs without <picture> show the image in it.
  return `<td><picture><source srcset="${escapeHtml(logoDarkUrl)}" media="(prefers-color-scheme:dark)">${logo}</picture></td>`;
}
