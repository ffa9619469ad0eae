import { createLanguages, type Languages } from "../language/languages.js";
import { COLOR, DEFAULT_BRAND, type MailBrand } from "./mail-brand.js";
import type { MailOptions } from "./mail-options.js";
import type { MailPart } from "./mail-part.js";

/** How mails read and look: the options of the application, checked and complete. */
export interface MailChoices {
  readonly languages: Languages;
  readonly brand: MailBrand;
  readonly render: MailOptions["render"];
  /** The mails of features, by name. */
  readonly parts: ReadonlyMap<string, MailPart>;
}

/** A URL that may stand in an attribute of a mail. */
const LOGO_URL = /^https:\/\/[^\s"'<>\\]+$/;

/**
 * @throws {RangeError} for unusable languages, and for a logo or color that cannot stand in a mail
 */
export function chooseMails(
  { render, locales, brand = {} }: MailOptions,
  parts: readonly MailPart[] = [],
): MailChoices {
  const { color, logoUrl } = { ...DEFAULT_BRAND, ...brand };
  if (!COLOR.test(color)) throw new RangeError("mails.brand.color must be written as #rrggbb");
  if (logoUrl !== null && !LOGO_URL.test(logoUrl))
    throw new RangeError("mails.brand.logoUrl must be an https URL");
  return {
    languages: createLanguages(locales),
    brand: { color, logoUrl },
    render,
    parts: new Map(parts.map((part) => [part.name, part])),
  };
}
