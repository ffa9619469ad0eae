import { beforeAll, describe, expect, it } from "vitest";
import { PAGES } from "../src/pages/pages.js";
import { plainText } from "./browser.js";
import { NAMES } from "./states/cast.js";
import { textsIn } from "./states/read-aloud.js";
import { RIGHT_TO_LEFT } from "./states/right-to-left.js";
import { drawStates, type ShownState, STATES } from "./states/states.js";
import { htmlFaults } from "./valid-html.js";

const DEFINITIONS = Object.values(PAGES);
const SHOWN = DEFINITIONS.filter(({ template }) => template !== null).map(({ name }) => name);
/** Pages on which a form with fields stands, their own or that of another path. */
const REFUSING = DEFINITIONS.filter(({ fields }) => fields !== null)
  .map(({ name, form }) => form ?? name)
  .filter((name) => SHOWN.some((shown) => shown === name));

const nameOf = ({ page, state }: ShownState): string => `${page}: ${state}`;

let english: readonly ShownState[];
beforeAll(async () => {
  english = await drawStates();
});

describe("every page", () => {
  it("is drawn, by its own template", () => {
    const drawn = new Set(english.map(({ drawn: by }) => by.at(-1)?.name));
    expect(SHOWN.filter((name) => !drawn.has(name))).toEqual([]);
    for (const state of english)
      expect([state.shown.location, state.shown.heading], nameOf(state)).not.toContain("");
  });

  it("has one heading, which is the first part of its title", () => {
    for (const state of english) {
      const { html, heading } = state.shown;
      expect(html.match(/<h1\b/g), nameOf(state)).toHaveLength(1);
      const title = plainText(/<title>(?:Error: )?(.*?)<\/title>/s.exec(html)?.[1] ?? "");
      expect(title.startsWith(heading), `${nameOf(state)}: ${title}`).toBe(true);
    }
  });

  it("with a form is drawn when it is refused, by its own template, and says so", () => {
    const refused = english.filter(({ state }) => state === "refused");
    for (const { page, drawn, shown } of refused) {
      expect(drawn.at(-1), page).toEqual({ name: page, isRefused: true });
      expect(shown.html, page).toMatch(/<title>Error: .*autofocus/s);
      const [faulty = "autofocus"] = /<[^>]*aria-invalid="true"[^>]*>/.exec(shown.html) ?? [];
      expect(faulty, page).toContain("autofocus");
    }
    const pages = new Set(refused.map(({ page }) => page));
    expect(REFUSING.filter((name) => !pages.has(name))).toEqual([]);
  });

  it("that is seen first paints with what its document has: nothing that it loads is waited for", () => {
    const entries = english.filter(({ shown }) => shown.html.includes('<div class="entry">'));
    expect(entries.length).toBeGreaterThan(25);
    for (const state of entries) {
      const [head = "", body = ""] = state.shown.html.split("<body");
      const waited = head.match(
        /<link rel="stylesheet"(?![^>]* media="not all")[^>]*>|<script(?! type="module")[^>]*>/g,
      );
      expect(waited, nameOf(state)).toBeNull();
      expect(head.match(/<style>/g), nameOf(state)).toHaveLength(1);
      expect(body, nameOf(state)).toMatch(/<h1/);
      expect(body, nameOf(state)).not.toMatch(/<script|<link|<img|<style/);
    }
  });

  it.each(Object.keys(STATES))("is valid HTML in every state: %s", async (page) => {
    for (const state of english.filter((each) => each.page === page))
      expect(await htmlFaults(state.shown.html), nameOf(state)).toEqual([]);
  });
});

/** What users, operators and organizations are called, and the languages, each in its own words. */
const DATA: readonly (string | RegExp)[] = [
  ...Object.values<string>({ ...NAMES }),
  /\S+@\S+/g,
  // The letters of an avatar.
  /^\p{Lu}{2}$/gu,
  /x{300,}/g,
  ...["Acme", "Ada", "Alone", "nordlicht", "nobody", "UTC", "NDJSON", "CSV"],
  ...["English", "Deutsch", "Français", "Español", "日本語"],
];

/** Words that are the same in English. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: ["(optional)", "Admin", "Code", "Details", "Name", "Passkeys", "System"],
  fr: ["Admin", "Code", "Invitation", "Invitations"],
  es: ["General"],
  ja: [],
};

const withoutData = (text: string): string =>
  DATA.reduce<string>((rest, data) => rest.replaceAll(data, ""), text).replace(/ \(\)$|[ –]+$/, "");

/** The entry of the rail that the page is, as it is written there; null where it is none. */
const entryOf = ({ shown: { html, url } }: ShownState): string | null => {
  const [, href = "", label = ""] =
    /<a href="([^"]*)" aria-current="page">([^<]*)/.exec(html) ?? [];
  return href === url ? label : null;
};

describe("no English is left", () => {
  it.each(Object.entries(SAME))("in %s but %j", async (locale, same) => {
    const left = new Set<string>();
    const there = await drawStates({ headers: { "accept-language": locale } });
    for (const state of there)
      if (entryOf(state) !== null)
        expect(state.shown.heading, nameOf(state)).toBe(plainText(entryOf(state) ?? ""));
    there.forEach(({ shown: { html } }, at) => {
      expect(html).toContain(`<html lang="${locale}" dir="ltr"`);
      const before = textsIn(english[at]?.shown.html ?? "");
      for (const text of textsIn(html)) if (before.has(text)) left.add(withoutData(text));
    });
    expect([...left].filter((text) => /\p{L}{2}/u.test(text)).toSorted()).toEqual(same);
  });

  it("in a language of the application, which is written from right to left", async () => {
    for (const state of await drawStates(RIGHT_TO_LEFT)) {
      expect(state.shown.html).toContain('<html lang="ar" dir="rtl"');
      for (const text of textsIn(state.shown.html))
        expect(withoutData(text), nameOf(state)).not.toMatch(/[a-z]{2}/i);
    }
  });
});
