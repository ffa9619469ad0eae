import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserFixture } from "./fixture.js";
import { MAILED_PAGES } from "./mailed-links.js";
import { overhang } from "./painted-page.js";

const fixture = browserFixture();
const PHONE = { width: 390, height: 844 };

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });

describe("a person with a German browser", () => {
  it("signs up on the front end, and reads the mail and its pages in German to the end", async () => {
    const { service, front } = fixture;
    const { page, complaints } = await fixture.visitor({ locale: "de-DE", viewport: PHONE });
    const email = "gerda@example.com";
    await page.goto(front.origin);
    const status = await page.evaluate<number, readonly [string, string]>(
      ([url, body]) =>
        fetch(url, {
          method: "POST",
          credentials: "include",
          headers: { "content-type": "application/json" },
          body,
        }).then(async (reply) => {
          await reply.text();
          return reply.status;
        }),
      [
        `${service.url}/api/auth/sign-up/email`,
        JSON.stringify({ name: "Gerda", email, password: "ein langes Passwort" }),
      ],
    );
    expect(status).toBe(200);
    await service.auth.worker.runDue();
    const mail = service.inbox.last(email);
    expect(mail.subject).toBe("Bestätige deine E-Mail-Adresse für Acme");
    expect(mail.text).toContain("Der Link gilt 24 Stunden lang.");

    await page.goto(service.inbox.linkFor(email));
    await heading(page, "Bestätige deine E\u2011Mail-Adresse").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    expect(await page.locator("strong").innerText()).toBe(email);
    expect(await overhang(page)).toBe(0);
    await page.getByRole("button", { name: "E-Mail-Adresse bestätigen", exact: true }).click();
    await heading(page, "Deine E\u2011Mail-Adresse ist bestätigt").waitFor();
    expect((await service.findUser(email))!.emailVerified).toBe(true);
    expect(await overhang(page)).toBe(0);
    await page.getByRole("link", { name: "Weiter", exact: true }).click();
    await page.waitForURL(`${front.origin}/`);
    expect(complaints).toEqual([]);
  });
});

describe.each(["en", "de", "fr", "es", "ja"])("the mailed pages in %s, on a phone,", (locale) => {
  it("are no wider than the screen, before and after their button", async () => {
    for (const { mail } of Object.values(MAILED_PAGES)) {
      const { page, context } = await fixture.visitor({ locale, viewport: PHONE });
      await page.goto((await mail(fixture.service)).link);
      expect(await page.locator("html").getAttribute("lang")).toBe(locale);
      expect(await overhang(page)).toBe(0);
      await page.getByRole("button").click();
      await page.getByRole("link").waitFor();
      expect(await overhang(page)).toBe(0);
      await page.reload();
      expect(await overhang(page)).toBe(0);
      await context.close();
    }
  });
});
