import { describe, expect, it } from "vitest";
import { SEND_CODE } from "../service.js";
import { browserFixture } from "./fixture.js";
import { overhang, paintedTexts, paintOf } from "./painted-page.js";

const fixture = browserFixture();
const PHONE = { width: 390, height: 844 };
const LOCALES = ["en", "de", "fr", "es", "ja"];
const PASSWORD = "correct horse battery";
let people = 0;

/**
 * The mails of a person who reads one language: a long link, a code, a link that signs in, one that
 * resets, and a notice.
 */
async function mailsIn(locale: string): Promise<readonly string[]> {
  const { service } = fixture;
  const agent = service.agent();
  const headers = { "accept-language": locale };
  const email = `${"a.long.local.part.".repeat(3)}${++people}@a-long-subdomain.example.com`;
  const signedUp = { name: "Ada", email, password: PASSWORD };
  await agent.post("/api/auth/sign-up/email", signedUp, headers);
  await service.auth.worker.runDue();
  await agent.post(SEND_CODE, { email, type: "sign-in" }, headers);
  await agent.post("/api/auth/sign-in/magic-link", { email }, headers);
  await agent.post("/api/auth/request-password-reset", { email }, headers);
  await service.auth.worker.runDue();
  const otp = service.inbox.mails.findLast(({ to, text }) => to === email && /^\d{6}$/m.test(text));
  const code = /^\d{6}$/m.exec(otp?.text ?? "")?.[0];
  await agent.post("/api/auth/email-otp/sign-in", { email, otp: code }, headers);
  const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD} staple` };
  await agent.post("/api/auth/change-password", change, headers);
  await service.auth.worker.runDue();
  return service.inbox.mails.filter(({ to }) => to === email).map(({ html }) => html);
}

describe.each(LOCALES)("on a phone, the mails in %s", (locale) => {
  it("are no wider than the screen, and load nothing", async () => {
    const { page } = await fixture.visitor();
    await page.setViewportSize(PHONE);
    const requested: string[] = [];
    page.on("request", (request) => void requested.push(request.url()));
    const mails = await mailsIn(locale);
    expect(mails.length).toBeGreaterThanOrEqual(5);
    for (const html of mails) {
      await page.setContent(html);
      expect(await page.locator("html").getAttribute("lang")).toBe(locale);
      expect(await overhang(page), html).toBe(0);
    }
    expect(requested).toEqual([]);
  });
});

it.each(["light", "dark"] as const)(
  "mails can be read in %s: text stands out 4.5 to 1 from what is behind it",
  async (colorScheme) => {
    const { page } = await fixture.visitor({ colorScheme });
    for (const html of await mailsIn("en")) {
      await page.setContent(html);
      const texts = (await paintedTexts(page)).filter(({ text }) => !text.startsWith("@media"));
      expect(texts.length).toBeGreaterThan(3);
      expect(texts.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
    }
    const themes = { light: "rgb(247, 248, 250)", dark: "rgb(15, 17, 21)" };
    expect(await paintOf(page.locator("body"), "backgroundColor")).toBe(themes[colorScheme]);
  },
);
