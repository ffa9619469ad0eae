import { describe, expect, it } from "vitest";
import { plainText, type ShownPage } from "../../test/browser.js";
import { openWorld, PASSWORD, type WorldOptions } from "../../test/open-world.js";

const ADA = "ada@example.com";
const ONLY_PASSWORD: NonNullable<WorldOptions["auth"]> = {
  signInMethods: { emailOtp: false, magicLink: false },
};

/** A world in which Ada has signed up with a password, and a browser that nothing is known of. */
async function worldOfAda(auth: WorldOptions["auth"] = ONLY_PASSWORD) {
  const world = await openWorld({ auth });
  await world.signUp(world.newBrowser(), ADA);
  world.clock.advance(1_000);
  const browser = world.newBrowser();
  return { world, browser, typed: await browser.post("/sign-in", { email: ADA }) };
}

const shown = ({ status, url, heading }: ShownPage) => [status, url, heading];

describe("the sign-in with a password", () => {
  it("asks for the password of the address, and signs in", async () => {
    const { browser, typed } = await worldOfAda();
    expect(shown(typed)).toEqual([200, "/sign-in/password", "Enter your password"]);
    expect(typed.html).toMatch(/<input[^>]*value="ada@example.com"[^>]*readonly/);
    const done = await browser.submit(typed, "/sign-in/password", { password: PASSWORD });
    expect(done.url).toBe("/account");
    expect(browser.cookies.get("__Host-last-way")).toBe("password");
    expect(browser.cookies.has("__Host-step")).toBe(false);
  });

  it("keeps the session beyond the end of the browser only on demand", async () => {
    const { browser, typed } = await worldOfAda();
    const fields = { step: "", password: PASSWORD };
    const step = browser.cookies.get("__Host-step") ?? "";
    const send = async (more: object) =>
      (await browser.send("/sign-in/password", { ...fields, step, ...more })).cookies.find((each) =>
        each.includes("session"),
      );
    expect(typed.html).toMatch(/name="remember"[^>]*checked/);
    expect(await send({})).not.toContain("Max-Age");
    browser.cookies.clear();
    expect(await send({ remember: "on" })).toContain("Max-Age");
  });

  it("tells of a wrong password at its field, the same for every address", async () => {
    const { world, browser, typed } = await worldOfAda();
    const wrong = { password: "wrong horse battery" };
    const refused = await browser.submit(typed, "/sign-in/password", wrong);
    expect(shown(refused)).toEqual([401, "/sign-in/password", "Enter your password"]);
    expect(refused.html).toContain("The email address or the password is wrong.");
    expect(refused.html).toContain('aria-invalid="true"');
    expect(refused.html).not.toContain(wrong.password);
    const other = world.newBrowser();
    const unknown = await other.submit(
      await other.post("/sign-in", { email: "bob@example.com" }),
      "/sign-in/password",
      wrong,
    );
    expect(shown(unknown)).toEqual(shown(refused));
    const empty = await browser.submit(refused, "/sign-in/password", { password: "" });
    expect(empty.html).toContain("Enter your password.");
  });

  it("shows instead of the form that an address has to be verified first", async () => {
    const world = await openWorld({ auth: { ...ONLY_PASSWORD, requireEmailVerification: true } });
    await world.signUp(world.newBrowser(), ADA);
    const browser = world.newBrowser();
    const typed = await browser.post("/sign-in", { email: ADA });
    const page = await browser.submit(typed, "/sign-in/password", { password: PASSWORD });
    expect(shown(page)).toEqual([403, "/sign-in/password", "Verify your email address"]);
    expect(page.html).not.toContain('name="password"');
  });

  it("offers the other ways, and is not there without a sign-in or where it is not offered", async () => {
    const order = ["password", "link", "code"] as const;
    const { browser, typed } = await worldOfAda({ signInOrder: order });
    expect(plainText(typed.html)).toMatch(/Use another way Email me a link Email me a code/);
    const code = await browser.submit(typed, "/sign-in/code/resend");
    expect(code.heading).toBe("Enter the code");
    const none = await openWorld({ auth: { signInMethods: { password: false } } });
    expect((await none.newBrowser().open("/sign-in/password")).url).toBe("/sign-in");
    const other = none.newBrowser();
    await other.post("/sign-in", { email: ADA });
    expect((await other.open("/sign-in/password")).url).toBe("/sign-in");
    expect((await other.open("/forgot-password")).status).toBe(404);
    expect((await other.open("/reset-password?token=x")).status).toBe(404);
  });
});

describe("the page of the sign-in", () => {
  it.each(["invited", "off"] as const)("speaks of no new account: %s", async (who) => {
    const { newBrowser } = await openWorld({ auth: { signUp: { who } } });
    const page = await newBrowser().open("/sign-in");
    expect([page.heading, page.html.includes("New here?")]).toEqual(["Sign in", false]);
  });
});

describe("the sign-up", () => {
  it("is there only where a password is the one way and everyone may have an account", async () => {
    for (const auth of [{}, { ...ONLY_PASSWORD, signUp: { who: "off" as const } }]) {
      const browser = (await openWorld({ auth })).newBrowser();
      expect((await browser.open("/sign-up")).url).toBe("/sign-in");
      const posted = await browser.post("/sign-up", { email: ADA, password: PASSWORD });
      expect(posted.url).toBe("/sign-in");
    }
  });

  it("makes an account, and says at its field that an address is taken", async () => {
    const world = await openWorld({ auth: ONLY_PASSWORD });
    const browser = world.newBrowser();
    expect((await browser.open("/sign-in")).html).toContain('href="/sign-up"');
    const page = await browser.open("/sign-up");
    const short = await browser.submit(page, "/sign-up", { email: ADA, password: "short" });
    expect([short.status, short.html.includes('value="ada@example.com"')]).toEqual([400, true]);
    const done = await browser.submit(page, "/sign-up", { email: ADA, password: PASSWORD });
    expect(done.url).toBe("/welcome");
    const taken = await world.newBrowser().send("/sign-up", { email: ADA, password: PASSWORD });
    expect(taken.status).toBe(422);
    expect(taken.html).toContain("already an account");
    expect(taken.html).toContain('aria-invalid="true"');
  });

  it("says the same for a taken address where addresses are verified first", async () => {
    const world = await openWorld({ auth: { ...ONLY_PASSWORD, requireEmailVerification: true } });
    const answers = [];
    for (let times = 0; times < 2; times++)
      answers.push(await world.newBrowser().send("/sign-up", { email: ADA, password: PASSWORD }));
    expect(answers.map(shown)).toEqual([
      [200, "/sign-up", "Verify your email address"],
      [200, "/sign-up", "Verify your email address"],
    ]);
  });
});

describe("a forgotten password", () => {
  it("is replaced by a mailed link, whose token leaves the URL, and which works once", async () => {
    const { world, browser } = await worldOfAda();
    const asked = await browser.submit(await browser.open("/forgot-password"), "/forgot-password", {
      email: ADA,
    });
    expect(plainText(asked.html)).toContain("If there is an account, we've sent a link");
    await world.auth.settle({ within: 10_000 });
    const mailed = new URL(world.inbox.linkFor(ADA));
    const first = await browser.ask("GET", mailed.pathname + mailed.search);
    const target = new URL(first.location ?? "");
    const moved = await browser.ask("GET", target.pathname + target.search);
    expect([moved.status, moved.location]).toEqual([303, "/reset-password"]);
    const page = await browser.open("/reset-password");
    expect(page.heading).toBe("Choose a new password");
    const short = await browser.submit(page, "/reset-password", { password: "short" });
    expect([short.status, short.html.includes('aria-invalid="true"')]).toEqual([400, true]);
    const next = "another horse battery";
    const done = await browser.submit(page, "/reset-password", { password: next });
    expect([done.url, plainText(done.html).includes("Password changed.")]).toEqual([
      "/sign-in",
      true,
    ]);
    const again = await browser.submit(page, "/reset-password", { password: next });
    expect(shown(again)).toEqual([400, "/reset-password", "This link doesn't work any more"]);
    const typed = await browser.post("/sign-in", { email: ADA });
    const signedIn = await browser.submit(typed, "/sign-in/password", { password: next });
    expect(signedIn.url).toBe("/account");
  });

  it("says the same for an address without an account", async () => {
    const { browser } = await worldOfAda();
    const page = await browser.post("/forgot-password", { email: "bob@example.com" });
    expect(plainText(page.html)).toContain("If there is an account, we've sent a link");
  });

  it.each(["", "?error=INVALID_TOKEN", "?token=unknown", `?token=${"x".repeat(3_000)}`])(
    "leads to a new link where there is none: %#",
    async (query) => {
      const { browser } = await worldOfAda();
      const page = await browser.open(`/reset-password${query}`);
      expect(page.status).toBe(400);
      expect(page.html).toMatch(/<a[^>]*href="\/forgot-password"[^>]*>\s*<span\s*>Get a new link/);
    },
  );
});
