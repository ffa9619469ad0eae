import { describe, expect, it } from "vitest";
import { ADA, enter, openAccount } from "../../../test/account-world.js";
import { plainText } from "../../../test/browser.js";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0";

/** The rows of a list, as text. */
const rowsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<li class="row">(.*?)<\/li>/gs)].map(([, row = ""]) => plainText(row));

describe("the devices", () => {
  it("are listed: this one first, then those that were used last", async () => {
    const { world, browser } = await openAccount();
    world.clock.advance(3_600_000);
    const second = await enter(world, ADA);
    world.clock.advance(3_600_000);
    const third = await enter(world, ADA);
    await third.ask("GET", "/account", { headers: { "user-agent": FIREFOX } });

    const { html } = await browser.open("/account/sessions");
    const rows = rowsOf(html);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(
      /^Unknown device This device Code 192\.0\.2\.1 Signed in .* UTC Sign out/,
    );
    expect(rows.slice(1).join()).not.toContain("This device");
    const used = rows
      .slice(1)
      .map((row) => Date.parse(/Last used (.*) UTC/.exec(row)?.[1]?.replace(" at", "") ?? ""));
    expect(used[0]).toBeGreaterThan(used[1] ?? 0);
    expect((await second.ask("GET", "/account/sessions")).status).toBe(200);
  });

  it("are signed out one by one, this one too", async () => {
    const { world, browser } = await openAccount();
    world.clock.advance(1_000);
    const other = await enter(world, ADA);
    const page = await browser.open("/account/sessions");
    const [own = "", foreign = ""] = [
      ...page.html.matchAll(/action="(\/account\/sessions\/[^"]*\/end)"/g),
    ].map(([, path = ""]) => path);

    const ended = await browser.submit(page, foreign);
    expect(plainText(ended.html)).toContain("Signed out on that device");
    expect(rowsOf(ended.html)).toHaveLength(1);
    expect((await other.ask("GET", "/account")).status).toBe(303);
    expect((await browser.ask("GET", foreign)).location).toBe("/account/sessions");
    expect((await browser.send("/account/sessions/x/end", {})).location).toBe("/account/sessions");

    const out = await browser.submit(page, own);
    expect([out.url, plainText(out.html)]).toEqual([
      "/sign-in",
      expect.stringContaining("You're signed out."),
    ]);
    expect(browser.cookies.has("__Host-session")).toBe(false);
  });

  it("are all signed out but this one, which gets a new token", async () => {
    const { world, browser } = await openAccount();
    world.clock.advance(1_000);
    const other = await enter(world, ADA);
    const before = browser.cookies.get("__Host-session");
    const question = await browser.open("/account/sessions/end-others");
    expect([question.heading, plainText(question.html)]).toEqual([
      "Sign out of all other devices",
      expect.stringContaining("You'll be signed out of 1 other device."),
    ]);
    const ended = await browser.submit(question, "/account/sessions/end-others");
    expect(plainText(ended.html)).toContain("You're signed out of all other devices.");
    expect(browser.cookies.get("__Host-session")).not.toBe(before);
    expect((await other.ask("GET", "/account")).status).toBe(303);
  });

  it("that are one alone can be signed out everywhere, which ends copies", async () => {
    const { browser } = await openAccount();
    const page = await browser.open("/account/sessions");
    expect(plainText(page.html)).not.toContain("Sign out of all other devices");
    expect(plainText(page.html)).toContain("Sign out everywhere");
    const copy = browser.cookies.get("__Host-session") ?? "";
    const question = await browser.open("/account/sessions/end-others");
    expect(question.heading).toBe("Sign out everywhere");
    const out = await browser.submit(question, "/account/sessions/end-others", {
      everywhere: "true",
    });
    expect([out.url, plainText(out.html)]).toEqual([
      "/sign-in",
      expect.stringContaining("You're signed out everywhere. Sign in again."),
    ]);
    browser.cookies.set("__Host-session", copy);
    expect((await browser.ask("GET", "/account")).status).toBe(303);
  });

  it("are signed out whatever else was written: a stolen session cannot use that up", async () => {
    const { world, browser } = await openAccount({ auth: { policy: { writesPerUser: 2 } } });
    world.clock.advance(60_000);
    const thief = await enter(world, ADA);
    world.clock.advance(60_000);
    for (let times = 0; times < 3; times++) await thief.send("/account/name", { name: "Eve" });
    expect((await browser.send("/account/name", { name: "Ada" })).status).toBe(429);
    const page = await browser.open("/account/sessions");
    const paths = page.html.matchAll(/action="(\/account\/sessions\/[^"]*\/end)"/g);
    const [, stolen = ""] = [...paths].map(([, path = ""]) => path);
    expect((await browser.send(stolen, {})).status).toBe(303);
    expect((await thief.ask("GET", "/account")).location).toContain("/sign-in");
    expect((await browser.send("/account/sessions/end-others", {})).status).toBe(303);
    expect((await browser.send("/sign-out", {})).location).toBe("/sign-in");
    expect((await browser.ask("GET", "/account")).location).toContain("/sign-in");
  });
});
