import { MINUTE } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import {
  agreeAtProvider,
  askForCode,
  beWelcomed,
  comeSignedUp,
  giveCode,
  givePassword,
  SIGN_IN,
  signInAtProvider,
  signInByCode,
  signInByPassword,
  signOut,
} from "./pages-steps.js";
import { PASSWORD, type Person } from "./person.js";
import {
  pagesFixture,
  PROVIDER,
  PROVIDER_ACCOUNTS,
  WITH_AND_WITHOUT_SCRIPT,
} from "./site-fixture.js";

describe.each(WITH_AND_WITHOUT_SCRIPT)("signing in, %s,", (_name, hasScript) => {
  const fixture = pagesFixture(hasScript);
  const methodsOf = async (email: string) =>
    (await fixture.sessions(email)).map(({ authenticatedBy }) => authenticatedBy);

  /** A user with a password, signed out, on the sign-in page. */
  async function newcomer(): Promise<Person> {
    const person = await fixture.person();
    await comeSignedUp(person, fixture);
    await person.open("/account");
    await signOut(person);
    return person;
  }

  it("by a code makes an account after a wrong one was refused at its field, asks once for a name, and leads to the page that was wanted", async () => {
    const person = await fixture.person();
    const { page } = person;
    await person.open("/account/security");
    await askForCode(person);
    const code = await fixture.mailedCode(person.email);
    await giveCode(person, code === "000000" ? "111111" : "000000");
    const field = page.getByLabel("Code", { exact: true });
    await person.hasFocusOn(field.and(page.locator("[aria-invalid=true]")));
    expect(await page.title()).toMatch(/^Error: Enter the code – /);
    expect(await fixture.user(person.email)).toBeNull();
    await giveCode(person, `${code.slice(0, 3)} ${code.slice(3)}`);
    await beWelcomed(person, "Ada Lovelace");
    await person.sees("Security");
    expect(await fixture.user(person.email)).toMatchObject({
      name: "Ada Lovelace",
      emailVerified: true,
    });
    expect(await methodsOf(person.email)).toEqual(["email-otp"]);

    await signOut(person);
    expect(await person.notice()).toContain("You're signed out.");
    fixture.service.clock.advance(MINUTE);
    await signInByCode(person, fixture);
    await person.sees("Profile");
  });

  it("by a mailed link, the other way than the code, leads to the page that was wanted", async () => {
    const person = await fixture.person();
    await person.open("/organizations");
    await askForCode(person);
    await person.press("Email me a link");
    await person.sees("Check your email");
    await person.page.goto(await fixture.mailedLink(person.email));
    expect(await fixture.user(person.email)).toBeNull();
    await person.page.getByRole("main").getByRole("button").click();
    await beWelcomed(person);
    await person.sees("Your organizations");
    expect(await methodsOf(person.email)).toEqual(["magic-link"]);
  });

  it("by a password is the first way of a browser in which it was the last, and says the same of a wrong one and of an unknown address", async () => {
    const person = await newcomer();
    const { page } = person;
    await signInByPassword(person, "not the password");
    const field = page.getByLabel("Password", { exact: true });
    await person.hasFocusOn(field.and(page.locator("[aria-invalid=true]")));
    const described = (await field.getAttribute("aria-describedby")) ?? "";
    const saying = await page.locator(`#${described.split(" ")[0] ?? ""}`).innerText();
    await givePassword(person);
    await person.sees("Profile");
    await signOut(person);

    await person.fillIn({ "Email address": `nobody-${person.email}` });
    await person.press("Continue");
    await givePassword(person);
    await page.getByText(saying).waitFor();
    expect(await fixture.sessions(person.email)).toEqual([]);
    await person.open("/sign-in");
    await person.fillIn({ "Email address": person.email });
    await person.press("Continue");
    await givePassword(person);
    await person.sees("Profile");
    expect(await methodsOf(person.email)).toEqual(["password"]);
  });

  it("at a provider comes back with an account of the provider's address", async () => {
    const person = await fixture.person();
    const { email, name } = PROVIDER_ACCOUNTS.grace;
    await person.open("/sign-in");
    await person.press(`Continue with ${PROVIDER}`);
    await agreeAtProvider(person.page, "grace");
    await beWelcomed(person, name);
    await person.sees("Profile");
    expect(await fixture.user(email)).toMatchObject({ name, emailVerified: true });
    expect(await methodsOf(email)).toEqual(["oauth"]);
  });

  it("at a provider that lets nobody through says so above the buttons", async () => {
    const person = await fixture.person();
    await person.open("/sign-in");
    await person.press(`Continue with ${PROVIDER}`);
    await signInAtProvider(person.page, "alan");
    await person.page.getByRole("link", { name: "Cancel" }).click();
    await person.sees(SIGN_IN);
    expect(await person.refusal()).toContain("didn't sign you in");
    expect(await fixture.user(PROVIDER_ACCOUNTS.alan.email)).toBeNull();
    expect((await person.context.cookies()).map(({ name }) => name)).not.toContain("session");
  });

  it("at a provider whose address has an account here leads its owner to another way", async () => {
    const { email } = PROVIDER_ACCOUNTS.joan;
    await fixture.service.agent().post("/api/auth/sign-up/email", {
      email,
      password: PASSWORD,
      name: "Joan",
    });
    const person = await fixture.person();
    await person.open("/sign-in");
    await person.press(`Continue with ${PROVIDER}`);
    await agreeAtProvider(person.page, "joan");
    await person.sees(SIGN_IN);
    expect(await person.refusal()).toContain("There's already an account with this address.");
    expect(await methodsOf(email)).toEqual(["password"]);
  });

  it("with a password that was forgotten takes a new one by a mailed link, which ends the other sessions", async () => {
    const person = await fixture.person();
    await comeSignedUp(person, fixture);
    const elsewhere = await fixture.person();
    await elsewhere.open("/sign-in");
    await elsewhere.fillIn({ "Email address": person.email });
    await elsewhere.press("Continue");
    await elsewhere.follow("Use your password");
    await elsewhere.follow("Forgot password?");
    await elsewhere.fillIn({ "Email address": person.email });
    await elsewhere.press("Email me a link");
    await elsewhere.page.getByText("If there is an account, we've sent a link.").waitFor();
    await elsewhere.page.goto(await fixture.mailedLink(person.email));
    await elsewhere.sees("Choose a new password");
    expect(elsewhere.page.url()).toBe(`${fixture.origin}/reset-password`);
    await elsewhere.fillIn({ "New password": "password123" });
    await elsewhere.press("Choose a new password");
    const field = elsewhere.page.getByLabel("New password", { exact: true });
    await elsewhere.hasFocusOn(field.and(elsewhere.page.locator("[aria-invalid=true]")));
    await elsewhere.fillIn({ "New password": "quite another horse" });
    await elsewhere.press("Choose a new password");
    await elsewhere.sees(SIGN_IN);
    expect(await elsewhere.notice()).toContain("Password changed. Sign in with it.");
    expect(await fixture.sessions(person.email)).toEqual([]);
    await elsewhere.fillIn({ "Email address": person.email });
    await elsewhere.press("Continue");
    await elsewhere.follow("Use your password");
    await givePassword(elsewhere, "quite another horse");
    await elsewhere.sees("Profile");
  });
});

describe.each(WITH_AND_WITHOUT_SCRIPT)(
  "signing up where the password is the one way, %s,",
  (_name, hasScript) => {
    const fixture = pagesFixture(hasScript, {
      signInMethods: { emailOtp: false, magicLink: false, passkey: false, providers: false },
    });

    it("leads to the account, whose banner asks for the address to be verified until the mailed link's button is pressed", async () => {
      const person = await fixture.person();
      const { page } = person;
      await person.open("/sign-up");
      await person.sees("Create an account");
      await person.fillIn({ "Email address": person.email, Password: PASSWORD });
      await person.press("Create an account");
      await beWelcomed(person);
      await person.sees("Profile");
      await person.follow("Security");
      const asks = page.getByText(`Verify ${person.email}: open the link in your mail.`).first();
      await asks.waitFor();
      await page.goto(await fixture.mailedLink(person.email));
      expect(await fixture.user(person.email)).toMatchObject({ emailVerified: false });
      await page.getByRole("main").getByRole("button").click();
      await person.sees("Profile");
      await person.follow("Security");
      await person.sees("Security");
      expect(await asks.count()).toBe(0);
      expect(await fixture.user(person.email)).toMatchObject({ emailVerified: true });
    });
  },
);

describe("with the keyboard alone", () => {
  const fixture = pagesFixture(true);

  it("a person signs in by a password, and finds the focus where it is needed", async () => {
    const person = await fixture.person();
    await comeSignedUp(person, fixture);
    await person.open("/account");
    await signOut(person);
    const { page } = person;
    const email = page.getByLabel("Email address", { exact: true });
    for (let tabs = 0; tabs < 9 && (await email.and(page.locator(":focus")).count()) === 0; tabs++)
      await page.keyboard.press("Tab");
    await person.hasFocusOn(email);
    await page.keyboard.type(person.email);
    await page.keyboard.press("Enter");
    await person.sees("Enter the code");
    await person.hasFocusOn(page.getByLabel("Code", { exact: true }));
    const other = page.getByRole("link", { name: "Use your password", exact: true });
    for (let tabs = 0; tabs < 9 && (await other.and(page.locator(":focus")).count()) === 0; tabs++)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await person.sees("Enter your password");
    await person.hasFocusOn(page.getByLabel("Password", { exact: true }));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await person.sees("Profile");
  });
});
