import { describe, expect, it } from "vitest";
import { type Browser, hiddenFields, plainText } from "../../../test/browser.js";
import { openWorld } from "../../../test/open-world.js";

const ADA = "ada@example.com";
const NEW = "ada@example.org";

async function signedIn() {
  const world = await openWorld();
  const browser = world.newBrowser();
  await world.signIn(browser, ADA);
  return { world, browser };
}

/** The text of a section of a page. */
const sectionOf = async (browser: Browser, id: string): Promise<string> => {
  const { html } = await browser.open("/account");
  return plainText(
    new RegExp(`<section class="section" id="${id}".*?</section>`, "s").exec(html)?.[0] ?? "",
  );
};

describe("the profile", () => {
  it("is for those who are signed in", async () => {
    const browser = (await openWorld()).newBrowser();
    expect((await browser.ask("GET", "/account")).location).toBe("/sign-in?next=%2Faccount");
  });

  it("changes the name, and says so beside the button", async () => {
    const { browser } = await signedIn();
    const page = await browser.open("/account");
    const sent = await browser.send("/account/name", { name: "Ada Lovelace" });
    expect([sent.status, sent.location]).toEqual([303, "/account#name"]);
    const saved = await browser.open("/account");
    expect(saved.html).toContain('value="Ada Lovelace"');
    expect(await sectionOf(browser, "name")).not.toContain("Saved");
    expect(saved.html).toMatch(/role="status">.*Saved/s);

    const refused = await browser.submit(page, "/account/name", { name: " " });
    expect([refused.status, refused.url, refused.heading]).toEqual([
      400,
      "/account/name",
      "Profile",
    ]);
    expect(refused.html).toMatch(/<input[^>]*autofocus[^>]*aria-invalid="true"/);
    expect(plainText(refused.html)).toContain("Enter a name.");
  });
});

describe("another email address", () => {
  it("waits for its link, can be asked for again, and is cancelled", async () => {
    const { world, browser } = await signedIn();
    const asked = await browser.open("/account/email");
    expect(asked.heading).toBe("Change email address");
    const refused = await browser.submit(asked, "/account/email", { email: "ada" });
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('value="ada"')]);
    expect(plainText(refused.html)).toContain("Enter an email address like name@example.com.");

    const sent = await browser.submit(asked, "/account/email", { email: NEW });
    expect(plainText(sent.html)).toContain(`We've sent a link to ${NEW}.`);
    expect(plainText(sent.html)).toContain(`${NEW} Waiting`);
    expect((await browser.open("/account/email")).html).toContain(`value="${NEW}"`);

    expect(hiddenFields(sent, "/account/email")).toMatchObject({ email: NEW });
    await world.auth.settle({ within: 10_000 });
    const again = await browser.submit(sent, "/account/email");
    expect(plainText(again.html)).toContain(`${NEW} Waiting`);
    await world.auth.settle({ within: 10_000 });
    expect(world.inbox.mails.filter(({ to }) => to === NEW)).toHaveLength(2);

    const cancelled = await browser.submit(again, "/account/email/cancel");
    expect(plainText(cancelled.html)).toContain("The change of your email address is cancelled.");
    expect(cancelled.html).not.toContain(NEW);
    const late = await browser.submit(again, "/account/email/cancel");
    expect([late.status, late.heading]).toEqual([404, "Profile"]);
    expect(plainText(late.html)).toContain("no change of your email address to cancel any more");
  });

  it("is the user's once its link was followed, and the next page says so", async () => {
    const { world, browser } = await signedIn();
    const stranger = world.newBrowser();
    const follow = async (follower: Browser, email: string) => {
      await browser.post("/account/email", { email });
      await world.auth.settle({ within: 10_000 });
      const { pathname, search } = new URL(world.inbox.linkFor(email));
      const mailed = await follower.open(pathname + search);
      return follower.submit(mailed, "/api/auth/change-email/confirm");
    };
    const here = await follow(browser, NEW);
    expect([here.url, plainText(here.html)]).toEqual([
      "/account",
      expect.stringContaining(`Your email address is now ${NEW}.`),
    ]);
    expect((await browser.open("/account")).html).not.toContain("is now");

    // It ends every session but that of the browser that follows the link.
    const there = await follow(stranger, "ada@example.net");
    expect([there.url, plainText(there.html)]).toEqual([
      "/sign-in?next=%2Faccount",
      expect.stringContaining("Your email address is now ada@example.net."),
    ]);
    expect(there.html).toContain('class="message good"');
  });

  it("looks the same when it is taken", async () => {
    const { world, browser } = await signedIn();
    await world.signIn(world.newBrowser(), NEW);
    const sent = await browser.post("/account/email", { email: NEW });
    expect(plainText(sent.html)).toContain(`We've sent a link to ${NEW}.`);
    expect(plainText(sent.html)).toContain(`${NEW} Waiting`);
  });

  it("takes a recent sign-in, of its form already", async () => {
    const { world, browser } = await signedIn();
    world.clock.advance(world.auth.policy.sessionFreshness);
    for (const answer of [
      await browser.ask("GET", "/account/email"),
      await browser.send("/account/email", { email: NEW }),
    ])
      expect([answer.status, answer.location]).toEqual([303, "/confirm?next=%2Faccount%2Femail"]);
    expect((await browser.ask("GET", "/account")).status).toBe(200);
  });
});

it("an address that is not verified gets its link again", async () => {
  const { world, browser } = await unverified();
  const page = await browser.open("/account");
  expect(plainText(page.html)).toContain(`${ADA} Not verified`);
  const sent = await browser.submit(page, "/account/email/verify");
  expect(plainText(sent.html)).toContain(`We've sent a link to ${ADA}.`);
  await world.auth.settle({ within: 10_000 });
  expect(world.inbox.mails.filter(({ to }) => to === ADA).length).toBeGreaterThan(1);
  expect((await browser.ask("GET", "/account/email/verify")).location).toBe("/account");
  const { pathname, search } = new URL(world.inbox.linkFor(ADA));
  const mailed = await browser.open(pathname + search);
  const followed = await browser.submit(mailed, "/api/auth/verify-email");
  expect([followed.url, plainText(followed.html)]).toEqual([
    "/account",
    expect.stringContaining("Your email address is verified."),
  ]);
  const verified = await signedIn();
  const nothing = await verified.browser.post("/account/email/verify", {});
  expect(plainText(nothing.html)).not.toContain("sent a link");
});

/** A browser that is signed in with a password, to an account whose address is not verified. */
async function unverified(): ReturnType<typeof signedIn> {
  const world = await openWorld();
  const browser = world.newBrowser();
  await world.signUp(browser, ADA);
  return { world, browser };
}
