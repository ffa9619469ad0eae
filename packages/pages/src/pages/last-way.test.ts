import { describe, expect, it } from "vitest";
import { ADA } from "../../test/account-world.js";
import type { Browser } from "../../test/browser.js";
import { openWorld } from "../../test/open-world.js";
import { comeBack, testProvider } from "../../test/provider.js";

const HOME = "https://app.example.com/start";
const ORIGIN = "https://auth.example.com";
const VERIFY = "/api/auth/magic-link/verify";

const lastWayOf = ({ cookies }: Browser) => cookies.get("__Host-last-way");

const inJson = (browser: Browser, path: string, fields: object) =>
  browser.ask("POST", path, {
    body: JSON.stringify(fields),
    headers: { origin: ORIGIN, "content-type": "application/json" },
  });

async function openMailed() {
  const world = await openWorld({
    homeUrl: HOME,
    auth: { identityProviders: [testProvider()] },
  });
  /** Has a sign-in link mailed by a client that names no target, and returns its token. */
  const mailedToken = async (browser: Browser): Promise<string> => {
    await inJson(browser, "/api/auth/magic-link/send", { email: ADA });
    await world.auth.settle({ within: 10_000 });
    return new URL(world.inbox.linkFor(ADA)).searchParams.get("token") ?? "";
  };
  return { world, browser: world.newBrowser(), mailedToken };
}

describe("the way of the last sign-in", () => {
  it("is the link after its mailed form, which leads home where no target was named", async () => {
    const { browser, mailedToken } = await openMailed();
    const token = await mailedToken(browser);
    const page = await browser.open(`${VERIFY}?token=${token}`);
    const done = await browser.submit(page, VERIFY);
    expect([done.status, done.location, lastWayOf(browser)]).toEqual([303, HOME, "link"]);
    expect((await browser.ask("GET", "/sign-in")).location).toBe(HOME);
  });

  it("is the provider after its callback, and marked on the page of the sign-in", async () => {
    const { world, browser } = await openMailed();
    const away = await browser.submit(await browser.open("/sign-in"), "/sign-in/with/idp");
    await comeBack(browser, away, { code: ADA });
    expect(lastWayOf(browser)).toBe("idp");
    const other = world.newBrowser();
    other.cookies.set("__Host-last-way", "idp");
    expect((await other.open("/sign-in")).html).toMatch(
      /Continue with Acme ID<\/span>.*Last used/s,
    );
    // One that failed counts for nothing.
    const failed = await other.submit(await other.open("/sign-in"), "/sign-in/with/idp");
    other.cookies.delete("__Host-last-way");
    await comeBack(other, failed, { error: "access_denied" });
    expect(lastWayOf(other)).toBeUndefined();
  });

  it("is not that of a sign-in in JSON", async () => {
    const { world, browser, mailedToken } = await openMailed();
    const token = await mailedToken(browser);
    expect((await inJson(browser, VERIFY, { token })).status).toBe(200);
    await inJson(browser, "/api/auth/email-otp/send-verification-otp", {
      email: ADA,
      type: "sign-in",
    });
    const fields = { email: ADA, otp: await world.codeFor(ADA) };
    expect((await inJson(browser, "/api/auth/email-otp/sign-in", fields)).status).toBe(200);
    expect(lastWayOf(browser)).toBeUndefined();
  });

  it("counts as none when it is another word", async () => {
    const { newBrowser } = (await openMailed()).world;
    const browser = newBrowser();
    browser.cookies.set("__Host-last-way", "carrier-pigeon");
    expect((await browser.open("/sign-in")).html).not.toContain("Last used");
    expect((await browser.post("/sign-in", { email: ADA })).url).toBe("/sign-in/code");
  });
});
