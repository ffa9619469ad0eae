import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import type { Catalogue } from "./catalogue.js";
import { createLanguages } from "./languages.js";

const languages = createLanguages();
const CATALOGUES = await Promise.all(languages.locales.map((locale) => languages.load(locale)));

type Values = Readonly<Record<string, unknown>>;

/** Everything that a text may say, each value unlike all others. */
const SAID = {
  app: "Acme",
  host: "app.example.com",
  to: "new@example.com",
  from: "old@example.com",
  email: "ada@example.com",
  signedInAs: "eve@example.com",
  code: "042137",
  lifetime: "7-lifetime",
  inviter: "Grace",
  organization: "Beta",
  organizations: "Gamma-Delta",
  day: "December-21",
  role: "owner",
  atOnce: false,
};
const CASES: readonly (readonly [what: string, values: Values])[] = [
  ["everything is known", SAID],
  ["nothing stands in the way", { ...SAID, organizations: "" }],
  ["it happens at once", { ...SAID, atOnce: true }],
  [
    "it happens at once, and nothing stands in the way",
    { ...SAID, atOnce: true, organizations: "" },
  ],
  ["the inviter is gone", { ...SAID, inviter: null }],
  ["the role is admin", { ...SAID, role: "admin" }],
  ["the role is member", { ...SAID, role: "member" }],
];

type Text = (...values: readonly unknown[]) => string | readonly string[];

/** A mail always has an inviter; a page may be opened when they are gone. */
const saidBy = (path: string, values: Values): Values =>
  path.startsWith("mails.") ? { ...values, inviter: SAID.inviter } : values;

const isText = (node: unknown): node is Text => typeof node === "function";

/** What a catalogue says, by the path of each text. */
function textsOf(
  { locale: _locale, direction: _direction, ...catalogue }: Catalogue,
  values: Values,
) {
  const said: Record<string, readonly string[]> = {};
  function read(node: unknown, path: string): void {
    if (typeof node === "string") said[path] = [node];
    else if (isText(node)) {
      const given = { "facts.browserOn": ["Firefox", "Windows"], "facts.more": [2] }[path];
      said[path] = [node(...(given ?? [saidBy(path, values)]))].flat();
    } else
      for (const [name, inner] of Object.entries(readJson(node, "object")))
        read(inner, path ? `${path}.${name}` : name);
  }
  read(catalogue, "");
  return said;
}

/** Which of the values the paragraphs of a text name, and how many paragraphs it has. */
const shapesOf = (catalogue: Catalogue, values: Values) =>
  Object.fromEntries(
    Object.entries(textsOf(catalogue, values)).map(([path, paragraphs]) => [
      path,
      paragraphs.map((text) =>
        Object.values(values).filter(
          (value) =>
            typeof value === "string" && value !== "" && !ROLES.has(value) && text.includes(value),
        ),
      ),
    ]),
  );
const ROLES: ReadonlySet<string> = new Set(["owner", "admin", "member"]);

/** How a text would address its reader that speaks otherwise than the rest of its language. */
const OTHERWISE: Readonly<Record<string, RegExp>> = {
  de: /\b(Ihnen|Ihr|Ihre[mnrs]?)\b|[\p{Ll},] Sie\b/u,
  fr: /(?<![\p{L}’-])(tu|te|toi|ton|ta|tes)(?![\p{L}-])/iu,
  es: /\busted(es)?\b/iu,
};

describe.each(CATALOGUES.map((catalogue) => [catalogue.locale, catalogue] as const))(
  "the texts in %s",
  (_locale, catalogue) => {
    it.each(CASES)("are all there, and leave no blank unfilled: %s", (_what, values) => {
      for (const [path, paragraphs] of Object.entries(textsOf(catalogue, values)))
        for (const text of paragraphs) {
          expect(text, path).toMatch(/\S/);
          expect(text, path).not.toMatch(/undefined|null|NaN|\[object/);
        }
    });

    it.each(CASES)("say of each thing what the other languages say: %s", (_what, values) => {
      const compared = catalogue.locale === "en" ? "de" : "en";
      const other = CATALOGUES.find(({ locale }) => locale === compared)!;
      expect(shapesOf(catalogue, values)).toEqual(shapesOf(other, values));
    });

    it.each(CASES)("address their reader in one way: %s", (_what, values) => {
      const other = OTHERWISE[catalogue.locale];
      const said = Object.values(textsOf(catalogue, values)).flat();
      expect(said.filter((text) => other?.test(text))).toEqual([]);
    });

    it("name each role and each actor by a word of its own", () => {
      const { roles, actors } = catalogue.facts;
      for (const words of [Object.values(roles), Object.values(actors)])
        expect(new Set(words).size).toBe(words.length);
    });
  },
);
