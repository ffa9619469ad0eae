import { expect, it } from "vitest";
import { BUILT_IN_TEXTS } from "./built-in.js";
import type { BuiltInLocale } from "./in-each-language.js";

/** How a text would address its reader that speaks otherwise than the mails of its language. */
const OTHERWISE = {
  de: /\b(Ihnen|Ihr|Ihre[mnrs]?)\b|[\p{Ll},] Sie\b/u,
  fr: /(?<![\p{L}’-])(tu|te|toi|ton|ta|tes)(?![\p{L}-])/iu,
  es: /\busted(es)?\b/iu,
} satisfies Partial<Record<BuiltInLocale, RegExp>>;

/** All texts of a node, of functions their source. */
const textsOf = (node: unknown): readonly string[] =>
  typeof node === "object" && node !== null
    ? Object.values(node).flatMap(textsOf)
    : [typeof node === "string" ? node : String(node)];

it.each(["de", "fr", "es"] as const)("the pages address their reader as mails do: %s", (locale) => {
  const texts = textsOf(BUILT_IN_TEXTS[locale]);
  expect(texts.length).toBeGreaterThan(200);
  expect(texts.filter((text) => OTHERWISE[locale].test(text))).toEqual([]);
});

/** All texts of a node that stand in large type. */
const titlesOf = (node: unknown): readonly string[] =>
  typeof node === "object" && node !== null
    ? Object.entries(node).flatMap(([name, child]: [string, unknown]) =>
        typeof child === "string" && /title$/i.test(name) ? [child] : titlesOf(child),
      )
    : [];

it.each(["de", "fr"] as const)("no heading breaks inside of e-mail: %s", (locale) => {
  const titles = titlesOf(BUILT_IN_TEXTS[locale]);
  expect(titles.length).toBeGreaterThan(20);
  expect(titles.filter((title) => /\be-mail/i.test(title))).toEqual([]);
});
