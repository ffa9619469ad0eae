import { DAY } from "@acme/auth-core/surface";
import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { dumpDatabase } from "../database-dump.js";
import { browserFixture } from "./fixture.js";
import { forgetPassword, MAILED_PAGES, type MailedLink, signUp } from "./mailed-links.js";

const fixture = browserFixture();

/** The browser notes that a page came with an error's status; that is not the page's fault. */
const BAD_REQUEST =
  "error: Failed to load resource: the server responded with a status of 400 (Bad Request)";

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });
const focused = async (page: Page) => (await page.locator(":focus").allInnerTexts()).join();

async function expectDead(page: Page, title = "This link doesn't work"): Promise<void> {
  await heading(page, title).waitFor();
  expect(await page.title()).toBe(title);
  expect(await page.locator("button, form, input").count()).toBe(0);
  const startAgain = page.getByRole("link", { name: "Start again", exact: true });
  expect(await page.getByRole("link").count()).toBe(1);
  expect(await startAgain.getAttribute("href")).toBe(`${fixture.front.origin}/`);
}

describe.each(Object.entries(MAILED_PAGES))(
  "the page behind a mailed link, %s,",
  (name, { title, button, done, mail }) => {
    /** A visitor who has followed the link in the mail. */
    async function open(mailed: MailedLink, options = {}) {
      const visitor = await fixture.visitor(options);
      const response = await visitor.page.goto(mailed.link);
      expect(response!.status()).toBe(200);
      expect(await visitor.page.title()).toBe(title);
      return {
        ...visitor,
        pressed: visitor.page.getByRole("button", { name: button, exact: true }),
      };
    }

    it("does what its button says when it is clicked, says so, and leads on", async () => {
      const mailed = await mail(fixture.service);
      const { page, context, pressed, complaints } = await open(mailed);
      expect(await page.getByRole("main").innerText()).toContain(mailed.email);
      expect(await mailed.isUsed()).toBe(false);
      await pressed.click();
      await heading(page, done).waitFor();
      expect(await mailed.isUsed()).toBe(true);
      expect(page.url()).not.toContain(mailed.token);
      await page.getByRole("link").click();
      await heading(page, "Front end").waitFor();
      expect(page.url()).toBe(`${fixture.front.origin}/`);
      expect(await context.cookies()).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it.each(["origin", "foreignOrigin"] as const)(
      "leads to the front end's own page when that was asked for, at its %s",
      async (where) => {
        const callbackURL = `${fixture.front[where]}/welcome?from=mail#top`;
        const mailed = await mail(fixture.service, callbackURL);
        const { page, pressed, complaints } = await open(mailed);
        const arrival = fixture.traffic.next(({ url }) => url.pathname === "/welcome");
        await pressed.click();
        await page.waitForURL(callbackURL);
        await heading(page, "Front end").waitFor();
        expect((await arrival).headers).not.toHaveProperty("referer");
        expect(await mailed.isUsed()).toBe(true);
        expect(complaints).toEqual([]);
      },
    );

    it("has changed nothing and set no cookie after twenty GETs and HEADs, and works then", async () => {
      const mailed = await mail(fixture.service);
      const before = await dumpDatabase(fixture.database);
      const { page, context, pressed } = await open(mailed);
      const path = mailed.link.slice(fixture.service.url.length);
      const seen = fixture.traffic.exchanges.length;
      for (let i = 0; i < 5; i++) {
        await page.reload();
        await page.goto(mailed.link);
        await fixture.service.agent().get(path);
        await fixture.service.agent().send(path, { method: "HEAD" });
      }
      const openings = fixture.traffic.exchanges.slice(seen);
      expect(openings).toHaveLength(20);
      expect(
        new Set(
          openings.map(
            ({ method, status, setCookies }) => `${method} ${status} ${setCookies.join()}`,
          ),
        ),
      ).toEqual(new Set(["GET 200 ", "HEAD 200 "]));
      expect(await dumpDatabase(fixture.database)).toEqual(before);
      expect(await context.cookies()).toEqual([]);
      await pressed.click();
      await heading(page, done).waitFor();
      expect(await mailed.isUsed()).toBe(true);
    });

    it("is used with the keyboard alone, from the link to the way on", async () => {
      const { page } = await open(await mail(fixture.service));
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe(button);
      await page.keyboard.press("Enter");
      await heading(page, done).waitFor();
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Continue");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${fixture.front.origin}/`);
    });

    it("works where scripts do not run", async () => {
      const mailed = await mail(fixture.service);
      const { page, pressed } = await open(mailed, { javaScriptEnabled: false });
      await pressed.click();
      await heading(page, done).waitFor();
      expect(await mailed.isUsed()).toBe(true);
    });

    it("takes a double click for a click", async () => {
      const mailed = await mail(fixture.service);
      const { page, context, pressed } = await open(mailed);
      // The second click of a double click comes before the service has heard of the first;
      // whatever comes later is a press of its own.
      let sendOn = (): void => undefined;
      const clicked = new Promise<void>((resolve) => (sendOn = resolve));
      await context.route(
        ({ origin }) => origin === fixture.service.url,
        (route) => clicked.then(() => route.continue()),
      );
      await pressed.dblclick();
      sendOn();
      await heading(page, done).waitFor();
      expect(await mailed.isUsed()).toBe(true);
    });

    it("comes to no harm when its button is pressed again before the answer is there", async () => {
      const mailed = await mail(fixture.service);
      const { page, context, pressed } = await open(mailed);
      const held: Route[] = [];
      const answered = new Promise<void>((resolve) => {
        void context.route(
          ({ origin }) => origin === fixture.service.url,
          async (route) => {
            const response = await route.fetch();
            if (held.push(route) > 1) return route.fulfill({ response });
            resolve();
          },
        );
      });
      // The mouse itself: a click on an element waits until the page it leads to is there.
      const { x, y } = (await pressed.boundingBox())!;
      await page.mouse.click(x + 9, y + 9);
      await answered;
      expect(await mailed.isUsed()).toBe(true);
      await page.mouse.click(x + 9, y + 9);
      if (name === "verification") await heading(page, done).waitFor();
      else {
        await expectDead(page);
        expect(await page.getByRole("main").innerText()).toContain(
          "Used it already? Then you're done: sign in as usual.",
        );
      }
      expect(held).toHaveLength(2);
      expect(await mailed.isUsed()).toBe(true);
    });

    it("comes to no harm when a user goes back to it, or sends its form again", async () => {
      const mailed = await mail(fixture.service);
      const { page, pressed } = await open(mailed);
      await pressed.click();
      await heading(page, done).waitFor();
      const again = await page.reload();
      expect(again!.request().method()).toBe("POST");
      if (name === "verification") {
        await heading(page, done).waitFor();
        await page.goBack();
        await pressed.click();
        await heading(page, done).waitFor();
      } else {
        await expectDead(page);
        await page.goBack();
        await expectDead(page);
      }
      expect(await mailed.isUsed()).toBe(true);
    });

    it("says that a link is dead, with status 400, and has a button that only starts again", async () => {
      const mailed = await mail(fixture.service);
      const other =
        name === "verification"
          ? MAILED_PAGES["change of address"]!
          : MAILED_PAGES["verification"]!;
      const foreign = [await other.mail(fixture.service), await forgetPassword(fixture.service)];
      const { page, complaints } = await fixture.visitor();
      const tokens = [
        "",
        "nonsense",
        `${mailed.token}x`,
        mailed.token.slice(0, -1),
        ...foreign.map(({ token }) => token),
      ];
      for (const token of tokens) {
        const link = new URL(mailed.link);
        link.searchParams.set("token", token);
        expect((await page.goto(link.href))!.status()).toBe(400);
        await expectDead(page);
      }
      await expect.poll(() => complaints).toEqual(tokens.map(() => BAD_REQUEST));
      expect(await mailed.isUsed()).toBe(false);
    });

    it("says that a link has expired, when it is opened and when its button is pressed too late", async () => {
      const mailed = await mail(fixture.service, `${fixture.front.origin}/welcome`);
      const { page, pressed } = await open(mailed);
      fixture.service.clock.advance(DAY);
      const late = page.waitForResponse((response) => response.request().method() === "POST");
      await pressed.click();
      expect((await late).status()).toBe(303);
      await page.waitForURL(`${fixture.front.origin}/welcome?error=TOKEN_EXPIRED`);
      expect((await page.goto(mailed.link))!.status()).toBe(400);
      await expectDead(page, "This link has expired");
      expect(await mailed.isUsed()).toBe(false);
    });

    it.each(["origin", "foreignOrigin", "hostileOrigin"] as const)(
      "leaves no other page its button: a form at the front end's %s is refused",
      async (where) => {
        const mailed = await mail(fixture.service);
        const { origin, pathname } = new URL(mailed.link);
        fixture.front.show(
          "/form",
          `<form method="post" action="${origin}${pathname}"><input name="token" value="${mailed.token}"><button>Press</button></form>`,
        );
        const { page } = await fixture.visitor();
        await page.goto(`${fixture.front[where]}/form`);
        const answer = page.waitForResponse((response) => response.request().method() === "POST");
        await page.getByRole("button").click();
        expect((await answer).status()).toBe(403);
        expect(await mailed.isUsed()).toBe(false);
      },
    );
  },
);

describe("an email address that an attacker chooses", () => {
  it("stands on the page as text", async () => {
    const email = "o'hara&amp+lt=gt@example.com";
    const { link } = await signUp(fixture.service, { email });
    const { page } = await fixture.visitor();
    await page.goto(link);
    expect(await page.locator("strong").innerText()).toBe(email);
  });
});
