import { describe, expect, it } from "vitest";
import { ADA, enter, openAccount } from "../../../test/account-world.js";
import { plainText } from "../../../test/browser.js";

const rowsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<li class="row">(.*?)<\/li>/gs)].map(([, row = ""]) => plainText(row));

describe("the activity", () => {
  it("is grouped by day, newest first, with what each was done with", async () => {
    const { world, browser } = await openAccount();
    await browser.post("/account/name", { name: "Ada L." });
    world.clock.advance(24 * 3_600_000);
    await enter(world, ADA);
    const { html, heading } = await browser.open("/account/activity");
    expect(heading).toBe("Activity");
    const days = [...html.matchAll(/<h2 id="day-[\d-]*">([^<]*)<\/h2>/g)].map(([, day]) => day);
    expect(days).toHaveLength(2);
    expect(new Set(days).size).toBe(2);
    expect(rowsOf(html).join("\n")).toMatch(/Signed in .* UTC Code 192\.0\.2\.1/);
    expect(plainText(html)).toContain("Account created");
    expect(html).not.toContain("Unknown device");
  });

  it("shows 25 entries, then older ones, and one kind alone", async () => {
    const { world, browser } = await openAccount();
    for (let at = 0; at < 30; at++) {
      world.clock.advance(1_000);
      await enter(world, ADA);
      world.clock.advance(600_000);
    }
    const first = await browser.open("/account/activity?kind=session.opened");
    expect(rowsOf(first.html)).toHaveLength(25);
    expect(rowsOf(first.html).every((row) => row.startsWith("Signed in"))).toBe(true);
    const [, older = ""] = /href="([^"]*before=[^"]*)"/.exec(first.html) ?? [];
    const second = await browser.open(older.replaceAll("&amp;", "&"));
    expect(rowsOf(second.html)).toHaveLength(6);
    expect(plainText(second.html)).toContain("Newest");
    expect(second.html).not.toContain("before=");
    for (const query of ["kind=nonsense", "before=nonsense", "before=a1.x.y"]) {
      const any = await browser.open(`/account/activity?${query}`);
      expect([any.status, rowsOf(any.html).length], query).toEqual([200, 25]);
    }
  });

  it("says what the service did by its name", async () => {
    const { world, browser } = await openAccount();
    const before = await browser.open("/account/activity");
    expect(plainText(before.html)).not.toContain("by Acme");
    await browser.post("/account/data/exports", {});
    world.clock.advance(1_000);
    await world.auth.settle({ within: 10_000 });
    const { html } = await browser.open("/account/activity");
    expect(rowsOf(html)[0]).toMatch(/^Copy of data (ready|failed) .* UTC by Acme$/);
  });
});
