import { describe, expect, it } from "vitest";
import { createLanguages } from "./languages.js";

/** What the texts may say, each by a word that occurs nowhere else. */
const VALUES = {
  ...Object.fromEntries(
    ["app", "code", "lifetime", "from", "to", "host", "email"].map((name) => [name, `«${name}»`]),
  ),
  inviter: "«inviter»",
  organization: "«organization»",
  organizations: "«organizations»",
  day: "«day»",
  role: "member",
  atOnce: false,
};
const SCENES = {
  "in the usual case": VALUES,
  "of a deletion at once": { ...VALUES, atOnce: true },
  "with nothing in the way": { ...VALUES, organizations: "" },
  "of an inviter whose account is gone": { ...VALUES, inviter: null },
  "of an admin": { ...VALUES, role: "admin" },
  "of an owner": { ...VALUES, role: "owner" },
};

/** What the function of a text is given. Only a page meets an inviter whose account is gone. */
function givenTo(path: string, values: object): readonly unknown[] {
  if (path.endsWith("browserOn")) return ["«browser»", "«system»"];
  if (path.endsWith("more")) return ["«count»"];
  return [path.startsWith("mails.") ? { ...values, inviter: "«inviter»" } : values];
}

const isText = (part: unknown): part is (...given: readonly unknown[]) => unknown =>
  typeof part === "function";

/** What a catalogue says, by where it stands. */
function textsOf(part: unknown, values: object, path = ""): ReadonlyMap<string, string> {
  const said = isText(part) ? part(...givenTo(path, values)) : part;
  if (typeof said === "string") return new Map([[path, said]]);
  if (typeof said !== "object" || said === null) return new Map();
  return new Map(
    Object.entries(said).flatMap(([name, inner]) => [
      ...textsOf(inner, values, path === "" ? name : `${path}.${name}`),
    ]),
  );
}

const valuesIn = (text = ""): readonly string[] =>
  [...new Set(text.match(/«\w+»/g))].toSorted((one, other) => (one < other ? -1 : 1));

const languages = createLanguages();

describe.each(languages.locales)("the catalogue %s", (locale) => {
  it.each(Object.entries(SCENES))("says something everywhere, %s", async (_scene, values) => {
    const texts = textsOf(await languages.load(locale), values);
    expect(texts.size).toBeGreaterThan(100);
    for (const [path, text] of texts) {
      expect(text.trim(), path).not.toBe("");
      expect(text, path).not.toMatch(/undefined|null|\[object/);
    }
  });

  it.each(Object.entries(SCENES))("says what the English one says, %s", async (_scene, values) => {
    const texts = textsOf(await languages.load(locale), values);
    const english = textsOf(await languages.load("en"), values);
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    for (const [path, text] of english)
      expect([path, valuesIn(texts.get(path))]).toEqual([path, valuesIn(text)]);
  });

  it("tells each role by a word of its own", async () => {
    const { pages, facts } = await languages.load(locale);
    const invited = (["owner", "admin", "member"] as const).map((role) =>
      pages.invitation.text({ inviter: "Ada", email: "b@example.com", organization: "Ink", role }),
    );
    expect(new Set(invited).size).toBe(3);
    expect(new Set(Object.values(facts.roles)).size).toBe(3);
    expect(new Set(Object.values(facts.actors)).size).toBe(Object.keys(facts.actors).length);
  });
});
