import type { AppBrand } from "../../kernel/app-brand.js";
import { createLanguages, type Languages } from "../language/languages.js";
import type { MailOptions } from "./mail-options.js";
import type { MailPart } from "./mail-part.js";

/** How mails read and look: the options of the application, checked and complete. */
export interface MailChoices {
  readonly languages: Languages;
  readonly brand: AppBrand;
  readonly render: MailOptions["render"];
  /** The mails of features, by name. */
  readonly parts: ReadonlyMap<string, MailPart>;
}

/** @throws {RangeError} for unusable languages */
export const chooseMails = (
  { render, locales, brand }: MailOptions & Pick<MailChoices, "brand">,
  parts: readonly MailPart[] = [],
): MailChoices => ({
  languages: createLanguages(locales),
  brand,
  render,
  parts: new Map(parts.map((part) => [part.name, part])),
});
