import { htmlFaults, plainText } from "@acme/auth-pages/testing";
import { describe, expect, it } from "vitest";
import { ASKED, asked, NEW, openEnrolled, WAY_BACK } from "../../../test/pages-world.js";
import { TEXTS } from "./texts.js";

/** How a text would address its reader that speaks otherwise than the mails of its language. */
const OTHERWISE = {
  de: /\b(Ihnen|Ihr|Ihre[mnrs]?)\b|[\p{Ll},] Sie\b/u,
  fr: /(?<![\p{L}’-])(tu|te|toi|ton|ta|tes)(?![\p{L}-])/iu,
  es: /\busted(es)?\b/iu,
} as const;

const textsOf = (node: unknown): readonly string[] =>
  typeof node === "object" && node !== null
    ? Object.values(node).flatMap(textsOf)
    : [typeof node === "string" ? node : String(node)];

describe.each(["de", "fr", "es", "ja"] as const)("the pages in %s", (locale) => {
  it("address their reader as mails do, and say nothing in English", () => {
    const texts = textsOf(TEXTS[locale]);
    const english = new Set(textsOf(TEXTS.en));
    expect(texts.filter((text) => /\s/.test(text) && english.has(text))).toEqual([]);
    if (locale !== "ja") expect(texts.filter((text) => OTHERWISE[locale].test(text))).toEqual([]);
  });

  it("are drawn, as valid HTML", async () => {
    const { world, browser: home } = await openEnrolled();
    await home.send("/look", { locale });
    const { browser } = await asked(world);
    await browser.send("/look", { locale });
    const pages = [
      await browser.open(ASKED),
      await browser.open(WAY_BACK),
      await home.open(NEW),
      await home.open("/account/security/second-factor/codes"),
      await home.open("/account/security/second-factor/remove"),
      await home.open("/account/security"),
    ];
    const { asking, recovery, setUp, codes, section } = TEXTS[locale];
    expect(pages.map(({ heading }) => heading).slice(0, 5)).toEqual([
      asking.byCode.title,
      recovery.title,
      setUp.replaceTitle,
      codes.newTitle,
      section.turnOff,
    ]);
    for (const { html, url } of pages) expect(await htmlFaults(html), url).toEqual([]);
  });

  it("call what happened by name", async () => {
    const { world, browser: home, codes } = await openEnrolled();
    const { browser, page } = await asked(world);
    await browser.submit(await browser.open(WAY_BACK), WAY_BACK, { action: "start" });
    await browser.submit(page, ASKED, { recoveryCode: codes[0] ?? "" });
    await home.send("/look", { locale });
    const { html } = await home.open("/account/activity");
    const { events } = TEXTS[locale];
    for (const event of [
      "second_factor.enabled",
      "second_factor.proved",
      "recovery_code.used",
      "recovery.started",
      "recovery.vetoed",
    ] as const)
      expect(plainText(html)).toContain(events[event]);
    expect(plainText(html)).not.toMatch(/[a-z]_[a-z]|\brecovery\./);
  });
});

it("no large heading breaks inside of two-step", () => {
  const { setUp, section, needed, organization } = TEXTS.en;
  const large = [setUp.title, section.turnOff, needed.title, organization.requireTitle];
  expect([...large, organization.waiveTitle].filter((text) => text.includes("-"))).toEqual([]);
});

it("the texts of each language count who would be shut out", () => {
  const leads = Object.values(TEXTS).map(({ organization }) =>
    [0, 1, 2].map((count) => organization.requireLead("Acme", count)),
  );
  expect(leads).toHaveLength(5);
  for (const [none, one, two] of leads) {
    expect(none).not.toMatch(/\d[^段]/);
    expect(one).toMatch(
      /^(One member can|Ein Mitglied kann|Un membre ne pourra|Un miembro no podrá|1人)/,
    );
    expect(two).toMatch(
      /^2( members can| Mitglieder können| membres ne pourront| miembros no podrán|人)/,
    );
  }
});
