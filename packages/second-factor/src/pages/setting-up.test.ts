import { MINUTE } from "@acme/auth-core/surface";
import {
  hiddenFields,
  htmlFaults,
  passkeyDevice,
  PASSWORD,
  plainText,
  sectionText,
  type ShownPage,
} from "@acme/auth-pages/testing";
import jsQR from "jsqr";
import { describe, expect, it } from "vitest";
import {
  appOn,
  ASKED,
  asked,
  codesOn,
  NEW,
  openEnrolled,
  openFactorWorld,
  setUp,
} from "../../test/pages-world.js";
import { STEP } from "../../test/worlds.js";

const SECURITY = "/account/security";
const CODES = "/account/security/second-factor/codes";
const REMOVE = "/account/security/second-factor/remove";
const confirmFirst = (path: string) => `/confirm?next=${encodeURIComponent(path)}`;

/** What a camera reads of the QR code of a page. */
function scanned({ html }: ShownPage): string | undefined {
  const [, size = "0"] = /<svg\s+class="qr"\s+viewBox="0 0 (\d+) /.exec(html) ?? [];
  const [, path = ""] = /<path d="([^"]*)" fill="#000"/.exec(html) ?? [];
  const scale = 4;
  const width = Number(size) * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x = "", y = "", length = ""] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = 0; row < scale; row++)
      for (let column = 0; column < Number(length) * scale; column++) {
        const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4;
        pixels.fill(0, at, at + 3);
      }
  return jsQR.default(pixels, width, width)?.data;
}

describe("setting up an authenticator app", () => {
  it("shows code and key, takes the first code, and shows the recovery codes once", async () => {
    const { world, browser } = await openFactorWorld();
    const before = await browser.open(SECURITY);
    expect(sectionText(before.html, "second-factor")).toContain("Two-step verification is off.");
    const page = await browser.open(NEW);
    expect(page.heading).toBe("Turn on two\u2011step verification");
    const scan = await browser.submit(page, NEW, { method: "totp" });
    expect([scan.status, scan.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const uri = new URL(scanned(scan) ?? "");
    const key = uri.searchParams.get("secret") ?? "";
    expect(uri.protocol).toBe("otpauth:");
    expect(plainText(scan.html).replaceAll(" ", "")).toContain(key);
    expect(await htmlFaults(scan.html)).toEqual([]);

    const wrong = await browser.submit(scan, NEW, { code: "000000" });
    expect([wrong.status, scanned(wrong)]).toEqual([401, uri.href]);
    expect(wrong.html).toMatch(/<title>Error: .*aria-invalid="true"/s);
    const right = appOn(wrong).codeAt(world.clock.now());
    const done = await browser.submit(wrong, NEW, { code: right });
    expect([done.status, done.heading]).toEqual([200, "Save your recovery codes"]);
    expect(codesOn(done)).toHaveLength(10);
    expect(await htmlFaults(done.html)).toEqual([]);
    expect(wrong.html).not.toContain(codesOn(done)[0]);

    const after = await browser.open(SECURITY);
    expect(sectionText(after.html, "second-factor")).toMatch(/Authenticator app On.*10 left/);
    expect(await htmlFaults(after.html)).toEqual([]);
    const again = await browser.submit(wrong, NEW, { code: right });
    expect([again.url, codesOn(again)]).toEqual([NEW, []]);
    expect(plainText(again.html)).toContain("That took too long. Start again.");
    expect(world.breaches).toEqual([]);
  });

  it("shows the recovery codes of the set-up that is confirmed, and of no other tab", async () => {
    const { world, browser } = await openFactorWorld();
    const begin = async () => browser.submit(await browser.open(NEW), NEW, { method: "totp" });
    const first = await begin();
    world.clock.advance(1);
    const second = await begin();
    const code = appOn(second).codeAt(world.clock.now());
    const stale = await browser.submit(first, NEW, { code });
    expect([stale.url, codesOn(stale)]).toEqual([NEW, []]);
    const altered = { ...hiddenFields(second, NEW), enrolment: "x" };
    expect(codesOn(await browser.post(NEW, { ...altered, code }))).toEqual([]);
    expect(codesOn(await browser.submit(second, NEW, { code }))).toHaveLength(10);
  });

  it("asks for the password of a user who has one", async () => {
    const { browser } = await openFactorWorld();
    await browser.post("/account/security/password", { newPassword: PASSWORD });
    const page = await browser.open(NEW);
    expect(page.html).toContain('autocomplete="current-password"');
    for (const password of ["", "wrong password"]) {
      const refused = await browser.submit(page, NEW, { method: "totp", password });
      expect([refused.status, refused.heading]).toEqual([400, page.heading]);
      expect(refused.html).toMatch(/name="password"[^>]*aria-invalid="true"/);
    }
    const scan = await browser.submit(page, NEW, { method: "totp", password: PASSWORD });
    expect(scanned(scan)).toContain("otpauth://totp/");
  });

  it("replaces an app, whose codes do not count any more", async () => {
    const { world, browser, app } = await openEnrolled();
    const page = await browser.open(NEW);
    expect(page.heading).toBe("Replace authenticator app");
    const scan = await browser.submit(page, NEW, { method: "totp" });
    const wrong = await browser.submit(scan, NEW, { code: "000000" });
    expect([scan.heading, wrong.heading]).toEqual([page.heading, page.heading]);
    const { app: next } = await setUp(world, browser);
    const { browser: other, page: question } = await asked(world);
    const at = world.clock.now();
    expect((await other.submit(question, ASKED, { code: app.codeAt(at) })).status).toBe(401);
    expect((await other.submit(question, ASKED, { code: next.codeAt(at) })).url).toBe("/account");
  });

  it("lets passkeys count instead, once one was used", async () => {
    const { world, browser } = await openFactorWorld();
    const device = passkeyDevice();
    await device.add(browser);
    const page = await browser.open(NEW);
    const asksFirst = await browser.submit(page, NEW, { method: "passkey" });
    expect([asksFirst.heading, plainText(asksFirst.html)]).toEqual([
      "Confirm it's you",
      expect.stringContaining("Use your passkey to go on."),
    ]);
    const back = await browser.submit(asksFirst, "/confirm", await device.use(browser));
    expect(back.url).toBe(NEW);
    const done = await browser.submit(back, NEW, { method: "passkey" });
    expect(codesOn(done)).toHaveLength(10);
    const { page: question } = await asked(world);
    expect([question.url, question.heading]).toEqual([ASKED, "Use your passkey"]);
    const removed = /href="(\/account\/security\/passkeys\/[0-9a-f-]+)"/.exec(
      (await browser.open(SECURITY)).html,
    );
    const refused = await browser.post(`${removed?.[1] ?? ""}/remove`, {});
    expect([refused.status, plainText(refused.html)]).toEqual([
      400,
      expect.stringContaining("This passkey is your second step."),
    ]);
  });
});

describe("changes of the second factor", () => {
  it("ask for it again after ten minutes, on /confirm", async () => {
    const { world, browser, app, codes } = await openEnrolled();
    world.clock.advance(10 * MINUTE);
    for (const path of [
      NEW,
      CODES,
      REMOVE,
      "/account/security/passkeys/new",
      "/account/email",
      "/account/security/password",
    ])
      expect((await browser.ask("GET", path)).location, path).toBe(confirmFirst(path));
    const page = await browser.open(confirmFirst(CODES));
    expect(page.heading).toBe("Confirm it's you");
    expect(page.html).not.toMatch(/name="send"|name="password"/);
    expect(await htmlFaults(page.html)).toEqual([]);
    const proof = "/confirm/second-factor";
    const wrong = await browser.submit(page, proof, { code: "000000" });
    expect([wrong.status, wrong.heading]).toEqual([401, page.heading]);
    expect(wrong.html).toMatch(/name="code"[^>]*aria-invalid="true"/);
    const done = await browser.submit(wrong, proof, { code: app.codeAt(world.clock.now()) });
    expect(done.url).toBe(CODES);

    world.clock.advance(10 * MINUTE);
    const again = await browser.open(confirmFirst(REMOVE));
    const [recoveryCode = ""] = codes;
    expect((await browser.submit(again, proof, { recoveryCode })).url).toBe(REMOVE);
    expect((await world.newBrowser().send(proof, { code: "1" })).location).toBe(
      "/sign-in?next=%2Fconfirm",
    );
  });

  it("ask for both proofs where the first is old, too", async () => {
    const { world, browser, app } = await openEnrolled();
    world.clock.advance(world.auth.policy.sessionFreshness);
    const page = await browser.open(CODES);
    expect(page.heading).toBe("Confirm it's you");
    const sent = await browser.submit(page, "/confirm", { send: "code" });
    const code = await world.codeFor("ada@example.com");
    const question = await browser.submit(sent, "/confirm", { code });
    expect(question.url).toBe(ASKED);
    const done = await browser.submit(question, ASKED, { code: app.codeAt(world.clock.now()) });
    expect([done.status, done.url]).toEqual([200, CODES]);
  });

  it("lead on where they were asked for, whatever else is under way in the browser", async () => {
    const { world, browser, app } = await openEnrolled();
    await browser.post("/account/security/password", { newPassword: PASSWORD });
    await browser.send("/sign-in", { email: "someone@example.com" });
    world.clock.advance(world.auth.policy.sessionFreshness);
    const page = await browser.open(CODES);
    const question = await browser.submit(page, "/confirm", { password: PASSWORD });
    expect(question.url).toBe(ASKED);
    const done = await browser.submit(question, ASKED, { code: app.codeAt(world.clock.now()) });
    expect([done.status, done.url]).toEqual([200, CODES]);
  });

  it("make new recovery codes, which end the earlier ones", async () => {
    const { world, browser, codes } = await openEnrolled();
    const made = await browser.submit(await browser.open(CODES), CODES);
    expect([made.status, made.heading]).toEqual([200, "Save your recovery codes"]);
    expect(codesOn(made)).toHaveLength(10);
    const other = await asked(world);
    const use = (recoveryCode = "") => other.browser.submit(other.page, ASKED, { recoveryCode });
    expect((await use(codes[0])).status).toBe(401);
    expect((await use(codesOn(made)[0])).url).toBe("/account");
  });

  it("turn it off, which ends other sessions", async () => {
    const { world, browser } = await openEnrolled();
    const page = await browser.open(REMOVE);
    expect(page.heading).toBe("Turn off two\u2011step verification");
    const off = await browser.submit(page, REMOVE);
    expect([off.url, sectionText(off.html, "second-factor")]).toEqual([
      SECURITY,
      expect.stringMatching(/verification was turned off\..*verification is off\./s),
    ]);
    world.clock.advance(STEP);
    expect((await asked(world)).page.url).toBe("/account");
  });
});
