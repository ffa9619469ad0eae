import { MINUTE } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import { exampleFixture, PROVIDER, PROVIDER_ACCOUNTS } from "./example-fixture.js";
import { comeVerified } from "./example-organization.js";
import { newAddress, PASSWORD } from "./mailed-links.js";
import type { Person } from "./person.js";

const fixture = exampleFixture();

/** A user, signed out, on the sign-in page. */
async function newcomer(): Promise<Person> {
  const person = await fixture.person();
  await person.comeSignedUp();
  await person.signOut();
  return person;
}

const methodsOf = async (email: string) =>
  (await fixture.sessions(email)).map(({ authenticatedBy }) => authenticatedBy);

describe("signing up", () => {
  it("leads to the account page, which asks for the email address to be verified until the mailed link's button is pressed", async () => {
    const person = await fixture.person();
    await person.signUp();
    await person.hasFocusOn(person.page.getByRole("heading", { level: 1 }));
    const profile = person.section("Email address");
    await profile.getByText("Not verified").waitFor();
    await profile
      .getByText(`Please verify your email address: open the link that we sent to ${person.email}.`)
      .waitFor();
    expect(await fixture.user(person.email)).toMatchObject({
      name: "Ada Lovelace",
      emailVerified: false,
    });

    await person.page.goto(await fixture.mailedLink(person.email));
    await person.sees("Confirm your email address");
    expect(await fixture.user(person.email)).toMatchObject({ emailVerified: false });
    await person.press("Confirm this email address");
    await person.sees("Your email address is verified");
    expect(await fixture.user(person.email)).toMatchObject({ emailVerified: true });

    await person.page.getByRole("link", { name: "Continue to your account" }).click();
    await person.sees("Profile");
    await profile.getByText("Verified", { exact: true }).waitFor();
    expect(await profile.getByText("Please verify your email address").count()).toBe(0);
  });

  it("sends the link again", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    const mails = () => fixture.service.inbox.mails.filter(({ to }) => to === person.email).length;
    await fixture.mailedLink(person.email);
    const before = mails();
    await person.press("Send the link again");
    await person
      .section("Email address")
      .getByText(`A link is on its way to ${person.email}.`)
      .waitFor();
    await person.page.goto(await fixture.mailedLink(person.email));
    expect(mails()).toBe(before + 1);
    await person.press("Confirm this email address");
    await person.sees("Your email address is verified");
    expect(await fixture.user(person.email)).toMatchObject({ emailVerified: true });
  });

  it("says at the field what is wrong with it, and puts the focus there", async () => {
    const [person, other] = [await fixture.person(), await newcomer()];
    await person.open("/sign-up");
    const { page } = person;
    const complaintAt = async (label: string) => {
      const field = page
        .getByLabel(label, { exact: true })
        .and(page.locator("[aria-invalid=true]"));
      await person.hasFocusOn(field);
      const ids = (await field.getAttribute("aria-describedby"))!.split(" ");
      return (await Promise.all(ids.map((id) => page.locator(`#${id}`).innerText()))).join(" ");
    };

    await person.press("Create account");
    expect(await complaintAt("Name")).toContain("Please fill this in.");
    await person.fillIn({ Name: "Ada", "Email address": person.email, Password: "short" });
    await person.press("Create account");
    expect(await complaintAt("Password")).toMatch(/at least 8/i);
    await person.fillIn({ Password: "password1" });
    await person.press("Create account");
    expect(await complaintAt("Password")).toContain("one of the first that others would try");
    expect(await fixture.user(person.email)).toBeNull();

    await person.fillIn({ "Email address": other.email, Password: PASSWORD });
    await person.press("Create account");
    expect(await complaintAt("Email address")).toMatch(/already|taken|exists|another/i);
    expect(await fixture.sessions(other.email)).toEqual([]);
  });
});

describe("signing in by password", () => {
  it("leads to the account, and signing out ends the session", async () => {
    const person = await newcomer();
    expect(await person.notice()).toContain("You are signed out.");
    expect(await fixture.sessions(person.email)).toEqual([]);
    await person.signInByPassword();
    await person.sees("Profile");
    await person.hasFocusOn(person.page.getByRole("heading", { level: 1 }));
    expect(await methodsOf(person.email)).toEqual(["password"]);
    await person.signOut();
    expect(await fixture.sessions(person.email)).toEqual([]);
    await person.open("/account");
    await person.sees("Sign in");
  });

  it("says the same of a wrong password and of an unknown email address", async () => {
    const person = await newcomer();
    await person.signInByPassword("not the password");
    const refusal = await person.refusal();
    expect(refusal).toContain("The email address or the password is wrong.");
    await person.open("/");
    await person.signInByPassword(PASSWORD, newAddress());
    expect(await person.refusal()).toBe(refusal);
    expect(await fixture.sessions(person.email)).toEqual([]);
  });

  it("needs nothing but the keyboard", async () => {
    const person = await newcomer();
    await person.open("/");
    await person.sees("Sign in");
    const { page } = person;
    await person.hasFocusOn(page.getByLabel("Email address", { exact: true }));
    await page.keyboard.type(person.email);
    await page.keyboard.press("Enter");
    await person.sees("Choose how to sign in");
    await person.hasFocusOn(page.getByRole("heading", { level: 1 }));
    await page.keyboard.press("Tab");
    for (const next of [
      page.getByRole("button", { name: "Email me a code", exact: true }),
      page.getByRole("button", { name: "Email me a link", exact: true }),
      page.getByLabel("Password", { exact: true }),
    ]) {
      await page.keyboard.press("Tab");
      await person.hasFocusOn(next);
    }
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await person.sees("Profile");
    await person.hasFocusOn(page.getByRole("heading", { level: 1 }));
    expect(await methodsOf(person.email)).toEqual(["password"]);
  });
});

describe("signing in by mail", () => {
  it("takes the mailed code, after a wrong one was refused at its field", async () => {
    const person = await fixture.person();
    await person.open("/");
    await person.signInByMail("Email me a code");
    await person.sees("Enter the code");
    await person.page.getByText(person.email).waitFor();
    const code = await fixture.mailedCode(person.email);
    await person.fillIn({ Code: code === "000000" ? "111111" : "000000" });
    await person.hasFocusOn(
      person.page
        .getByLabel("Code", { exact: true })
        .and(person.page.locator("[aria-invalid=true]")),
    );
    expect(await fixture.user(person.email)).toBeNull();
    await person.fillIn({ Code: `${code.slice(0, 3)} ${code.slice(3)}` });
    await person.sees("Profile");
    expect(await methodsOf(person.email)).toEqual(["email-otp"]);
    expect(await fixture.user(person.email)).toMatchObject({ emailVerified: true });
  });

  it("takes the latest of two codes, the second of which can be sent for after 30 seconds that are counted down", async () => {
    const person = await fixture.person();
    await person.stopTime();
    await person.open("/");
    await person.signInByMail("Email me a code");
    await person.sees("Enter the code");
    const waiting = (seconds: number) =>
      person.page.getByRole("button", { name: `Send a new code in ${seconds} s`, exact: true });
    const mails = () => fixture.service.inbox.mails.filter(({ to }) => to === person.email).length;
    await fixture.mailedCode(person.email);
    await waiting(30).click({ force: true });
    await person.page.clock.runFor(1000);
    await waiting(29).waitFor();
    await person.page.clock.runFor(29_000);
    expect(mails()).toBe(1);
    await person.press("Send a new code");
    expect(await person.notice()).toContain("A new code is on its way.");
    await waiting(30).waitFor();
    const code = await fixture.mailedCode(person.email);
    expect(mails()).toBe(2);
    await person.fillIn({ Code: code });
    await person.sees("Profile");
  });

  async function askForLink(person: Person): Promise<string> {
    await person.open("/");
    await person.signInByMail("Email me a link");
    await person.sees("Check your email");
    await person.page.getByText(person.email).waitFor();
    return fixture.mailedLink(person.email);
  }

  it("takes the mailed link once its button is pressed", async () => {
    const person = await fixture.person();
    await person.page.goto(await askForLink(person));
    await person.page.getByText(person.email).waitFor();
    expect(await fixture.user(person.email)).toBeNull();
    await person.page.getByRole("button").click();
    await person.sees("Profile");
    expect(person.page.url()).toBe(`${fixture.origin}/account`);
    expect(await methodsOf(person.email)).toEqual(["magic-link"]);
  });

  it("says that a link came too late", async () => {
    const person = await fixture.person();
    await person.page.goto(await askForLink(person));
    const button = person.page.getByRole("button");
    await button.waitFor();
    fixture.service.clock.advance(11 * MINUTE);
    await button.click();
    await person.sees("Sign in");
    expect(await person.refusal()).toContain("This link does not work any more.");
    expect(await fixture.user(person.email)).toBeNull();
  });
});

describe("signing in at an external provider", () => {
  /** From the sign-in page to the provider's. */
  async function goToProvider(person: Person): Promise<void> {
    await person.open("/");
    await person.press(`Continue with ${PROVIDER}`);
    await person.page.getByPlaceholder("Enter any login").waitFor();
  }

  async function signInThere(
    { page }: Person,
    account: keyof typeof PROVIDER_ACCOUNTS,
  ): Promise<void> {
    await page.getByPlaceholder("Enter any login").fill(account);
    await page.getByPlaceholder("and password").fill("any");
    await page.getByRole("button", { name: "Sign-in" }).click();
    // The page before has a link to cancel, too.
    await page.getByRole("button", { name: "Continue" }).waitFor();
  }

  it("comes back signed in, with an account of the provider's email address", async () => {
    const person = await fixture.person();
    const { email, name } = PROVIDER_ACCOUNTS.grace;
    await goToProvider(person);
    await signInThere(person, "grace");
    await person.page.getByRole("button", { name: "Continue" }).click();
    await person.sees("Profile");
    await person.section("Email address").getByText(email, { exact: true }).waitFor();
    await person.goTo("Security");
    await person
      .section("Linked accounts")
      .getByRole("listitem")
      .getByText(PROVIDER, { exact: true })
      .waitFor();
    expect(await fixture.user(email)).toMatchObject({ name, emailVerified: true });
    expect(await methodsOf(email)).toEqual(["oauth"]);
  });

  it("says in words that the provider, or the person there, refused", async () => {
    const person = await fixture.person();
    const { email } = PROVIDER_ACCOUNTS.alan;
    await goToProvider(person);
    await signInThere(person, "alan");
    await person.page.getByRole("link", { name: "Cancel" }).click();
    await person.sees("Sign in");
    expect(await person.refusal()).toContain(
      "The provider did not let you through, or you cancelled there.",
    );
    expect(await fixture.user(email)).toBeNull();
    expect((await person.context.cookies()).map(({ name }) => name)).not.toContain("session");
  });

  it("says that the provider's email address has an account here already, whose owner can sign in otherwise", async () => {
    const owner = await fixture.person();
    const { email } = PROVIDER_ACCOUNTS.joan;
    await owner.open("/sign-up");
    await owner.fillIn({ Name: "Joan", "Email address": email, Password: PASSWORD });
    await owner.press("Create account");
    await owner.sees("Profile");

    const person = await fixture.person();
    await goToProvider(person);
    await signInThere(person, "joan");
    await person.page.getByRole("button", { name: "Continue" }).click();
    await person.sees("Sign in");
    expect(await person.refusal()).toContain(
      "There is an account with this email address already.",
    );
    expect(await methodsOf(email)).toEqual(["password"]);
  });
});

describe("the sign-in pages", () => {
  const emailOf = ({ page }: Person) => page.getByLabel("Email address", { exact: true });
  const follow = ({ page }: Person, name: string) =>
    page.getByRole("link", { name, exact: true }).click();

  it("take the typed email address along, wherever a person goes from there", async () => {
    const person = await fixture.person();
    await person.open("/");
    await person.fillIn({ "Email address": person.email });
    await follow(person, "Create an account");
    await person.sees("Create an account");
    expect(await emailOf(person).inputValue()).toBe(person.email);
    await person.hasFocusOn(person.page.getByLabel("Name", { exact: true }));
    await follow(person, "Sign in");
    await person.sees("Sign in");
    await person.press("Continue");
    await person.sees("Choose how to sign in");
    await person.page.getByText(person.email, { exact: true }).waitFor();
    await follow(person, "Forgot your password?");
    await person.sees("Set a new password");
    expect(await emailOf(person).inputValue()).toBe(person.email);
    await follow(person, "Back to sign-in");
    await person.sees("Sign in");
    expect(await emailOf(person).inputValue()).toBe(person.email);
  });

  it("lead back to the page that a person wanted to see, by whatever way they sign in", async () => {
    const person = await newcomer();
    await person.open("/organizations");
    await person.signInByPassword();
    await person.sees("Your organizations");
    await person.signOut();
    await person.open("/organizations");
    await person.signInByMail("Email me a link");
    await person.sees("Check your email");
    await person.page.goto(await fixture.mailedLink(person.email));
    await person.page.getByRole("button").click();
    await person.sees("Your organizations");
    expect(person.page.url()).toBe(`${fixture.origin}/organizations`);
  });

  it("remember which way this browser saw work last, and go that way at once", async () => {
    const person = await fixture.person();
    await comeVerified(person, fixture);
    await person.signOut();
    await person.signInByMail("Email me a code");
    await person.sees("Enter the code");
    await person.fillIn({ Code: await fixture.mailedCode(person.email) });
    await person.sees("Profile");
    await person.signOut();
    await person.fillIn({ "Email address": person.email });
    await person.press("Continue");
    await person.sees("Enter the code");
    await follow(person, "Sign in another way");
    await person.sees("Choose how to sign in");
    await person.signInByPassword();
    await person.sees("Profile");
    await person.signOut();
    await person.fillIn({ "Email address": person.email });
    await person.press("Continue");
    await person.sees("Enter your password");
  });

  it("ask nobody for a password first of whom this browser knows none, and answer a stranger's email address alike", async () => {
    const [withPassword, byCode] = [await newcomer(), await fixture.person()];
    await byCode.open("/");
    await byCode.signInByMail("Email me a code");
    await byCode.sees("Enter the code");
    await byCode.fillIn({ Code: await fixture.mailedCode(byCode.email) });
    await byCode.sees("Profile");
    const shown = [];
    for (const address of [withPassword.email, byCode.email, newAddress()]) {
      const person = await fixture.person();
      await person.open("/");
      await person.fillIn({ "Email address": address });
      await person.press("Continue");
      await person.sees("Choose how to sign in");
      await person.hasFocusOn(person.page.getByRole("heading", { level: 1 }));
      shown.push((await person.page.getByRole("main").innerText()).replace(address, "ADDRESS"));
    }
    expect(shown[0]).toMatch(/Email me a code[^]*Email me a link[^]*Password/);
    expect(new Set(shown).size).toBe(1);
  });

  it("ask for the password at once after it was set in this browser", async () => {
    const person = await fixture.person();
    await person.signUp();
    await person.signOut();
    await person.fillIn({ "Email address": person.email });
    await person.press("Continue");
    await person.sees("Enter your password");
    await person.hasFocusOn(person.page.getByLabel("Password", { exact: true }));
    await person.page.getByRole("button", { name: "Email me a code", exact: true }).waitFor();
  });

  it.each(["ada", "ada@example"])(
    "refuse %s at the field, before anything is sent",
    async (typed) => {
      const person = await fixture.person();
      await person.open("/");
      await person.fillIn({ "Email address": typed });
      await person.press("Continue");
      await person.page.getByText("This is not an email address we can use.").waitFor();
      await person.hasFocusOn(emailOf(person).and(person.page.locator("[aria-invalid=true]")));
      await person.sees("Sign in");
    },
  );

  it.each([
    ["account_suspended", "This account is suspended."],
    ["ACCOUNT_SUSPENDED", "This account is suspended."],
    ["constructor", "That did not work."],
  ])("say in words that a visit elsewhere ended with %s", async (code, words) => {
    const person = await fixture.person();
    await person.open(`/?error=${code}`);
    expect(await person.refusal()).toContain(words);
  });

  it("show a password while it is typed to a person who asks for that", async () => {
    const person = await newcomer();
    await person.fillIn({ "Email address": person.email });
    await person.press("Continue");
    const password = person.page.getByLabel("Password", { exact: true });
    await password.fill(PASSWORD);
    expect(await password.getAttribute("type")).toBe("password");
    await person.press("Show password");
    expect(await password.getAttribute("type")).toBe("text");
    await person.press("Hide password");
    expect(await password.getAttribute("type")).toBe("password");
    expect(await password.inputValue()).toBe(PASSWORD);
  });
});

it("a page for people who are signed in sends others to sign in, and the sign-in page sends those who are signed in on", async () => {
  const person = await fixture.person();
  await person.open("/account");
  await person.sees("Sign in");
  expect(new URL(person.page.url()).pathname).toBe("/");
  await person.comeSignedUp();
  await person.open("/");
  await person.sees("Profile");
});
