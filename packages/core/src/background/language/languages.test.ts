import { describe, expect, it } from "vitest";
import { createLanguages, type Language, matchLocale } from "./languages.js";

const OFFERED = ["en", "de", "pt-BR", "zh-Hant"] as const;

describe("the language for a preference", () => {
  it.each([
    [null, "en"],
    ["", "en"],
    ["de", "de"],
    ["DE-at", "de"],
    ["de-AT-1996", "de"],
    ["pt", "pt-BR"],
    ["pt-PT", "pt-BR"],
    ["pt-br,en;q=0.5", "pt-BR"],
    ["zh-Hant-TW", "zh-Hant"],
    ["fr, de;q=0.8, en;q=0.9", "en"],
    ["fr;q=1, de;q=0.8", "de"],
    ["en;q=0, de;q=0.1", "de"],
    ["*", "en"],
    ["../../etc/passwd", "en"],
    ["de\u0000", "en"],
    ["constructor, __proto__, toString", "en"],
    [`${"x,".repeat(5_000)}de`, "en"],
    ["../de", "en"],
    ["en; q=0.1, de; q=0.9", "de"],
    ["de;q=1, en;q=0.5", "de"],
    ["de;q=1., en;q=0.5", "de"],
    ["de;q=0.9 , en;q=0.1", "de"],
    ["de;q=0.9x, en;q=0.1", "en"],
    ["de;q=0", "en"],
    ["de;q=0.000, pt", "pt-BR"],
  ])("%s is %s", (preference, locale) => {
    expect(matchLocale(preference, OFFERED)).toBe(locale);
  });
});

it("of two regions of a language, the one that is asked for is offered, whatever is behind it", () => {
  const offered = ["en", "pt-PT", "pt-BR", "zh-Hans", "zh-Hant"] as const;
  expect(matchLocale("pt-BR-abl1943", offered)).toBe("pt-BR");
  expect(matchLocale("zh-Hant-TW", offered)).toBe("zh-Hant");
  expect(matchLocale("pt-AO", offered)).toBe("pt-PT");
});

describe("the languages of an application", () => {
  it("are those that come with the library, English first, when it names none", () => {
    expect(createLanguages().locales[0]).toBe("en");
    expect(createLanguages().match("xx")).toBe("en");
  });

  it("may be its own, each loaded when it is needed", async () => {
    const english = await createLanguages().load("en");
    let loads = 0;
    const load = () => {
      loads++;
      return { ...english, locale: "nl" };
    };
    const languages = createLanguages([{ locale: "nl", load }, "en"]);
    expect(languages.locales).toEqual(["nl", "en"]);
    expect(languages.match("fr")).toBe("nl");
    expect(loads).toBe(0);
    expect(await languages.load("nl")).toMatchObject({ locale: "nl" });
    expect(await languages.load("en")).toBe(english);
    expect(await languages.load("unknown")).toMatchObject({ locale: "nl" });
  });

  it("of its own that lack a text have the English one", async () => {
    const english = await createLanguages().load("en");
    const { "magic-link": mail, invitation, ...mails } = english.mails;
    const { subject: _subject, ...rest } = invitation;
    const { locale: _locale, pages: _pages, ...others } = english;
    const own = { ...others, colon: " – ", mails: { ...mails, invitation: rest } };
    // @ts-expect-error -- it lacks some texts
    const languages = createLanguages([{ locale: "nl", load: () => own }]);
    const dutch = await languages.load("nl");
    expect(dutch).toEqual({ ...english, locale: "nl", colon: " – " });
    expect(dutch.mails["magic-link"]).toBe(mail);
    expect(dutch.facts).toBe(own.facts);
  });

  it("of its own with every text are left as they are", async () => {
    const whole = { ...(await createLanguages().load("de")), locale: "de-AT" };
    const languages = createLanguages([{ locale: "de-AT", load: () => whole }]);
    expect(await languages.load("de-AT")).toBe(whole);
  });

  it.each<readonly [readonly Language[], string]>([
    [[], "no language is given"],
    [["en", "en"], "en is given twice"],
    [["tlh" as "en"], "tlh does not come with the library: give { locale, load }"],
    [["toString" as "en"], "toString does not come with the library: give { locale, load }"],
    [
      [{ locale: "../secret", load: () => Promise.reject(new Error()) }],
      "../secret is no language tag",
    ],
    [[{ locale: "PT-br", load: () => Promise.reject(new Error()) }], "PT-br is no language tag"],
  ])("that cannot be are refused at start: %j", (offered, problem) => {
    expect(() => createLanguages(offered)).toThrow(new RangeError(`mails.locales: ${problem}`));
  });
});
