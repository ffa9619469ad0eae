import { DAY } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import { exampleFixture } from "./example-fixture.js";
import { comeVerified } from "./example-organization.js";
import { newAddress } from "./mailed-links.js";
import { PASSWORD, type Person } from "./person.js";

const ANOTHER_PASSWORD = "violet tractor beside the lake";

const fixture = exampleFixture();

/** The same person before another device. */
async function onAnotherDevice(
  { email }: Person,
  userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1",
): Promise<Person> {
  const other = await fixture.person({ userAgent });
  await other.open("/");
  await other.signInByPassword(PASSWORD, email);
  await other.sees("Profile");
  return other;
}

describe("sessions", () => {
  it("are listed with their devices; one that is ended is signed out on its next request", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    const other = await onAnotherDevice(person);
    await person.goTo("Sessions & activity");
    const sessions = person.section("Sessions").getByRole("listitem");
    await sessions.filter({ hasText: "This device" }).waitFor();
    expect(await sessions.count()).toBe(2);
    await sessions
      .filter({ hasText: "Safari on iPhone" })
      .getByRole("button", { name: /^End the session of Safari on iPhone/ })
      .click();
    await person.section("Sessions").getByText("The session is ended.").waitFor();
    expect(await sessions.count()).toBe(1);
    expect(await fixture.sessions(person.email)).toHaveLength(1);

    await other.press("Save name");
    await other.sees("Sign in");
    expect(await other.refusal()).toContain("Your session has ended. Please sign in again.");
    await person.page.reload();
    await person.sees("Sessions & activity");
  });

  it("are all ended but this one, by one button", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    const others = [
      await onAnotherDevice(person),
      await onAnotherDevice(person, "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0"),
    ];
    await person.goTo("Sessions & activity");
    await person.press("End all other sessions");
    await person.section("Sessions").getByText("All other sessions are ended.").waitFor();
    expect(await fixture.sessions(person.email)).toHaveLength(1);
    for (const other of others) {
      await other.page.reload();
      await other.sees("Sign in");
    }
  });
});

describe("signing out everywhere", () => {
  it("is offered with one session in the list too, and leads to signing in again", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    await person.goTo("Sessions & activity");
    const sessions = person.section("Sessions").getByRole("listitem");
    await sessions.filter({ hasText: "This device" }).waitFor();
    expect(await sessions.count()).toBe(1);
    await person.press("Sign out everywhere, this device too");
    await person.sees("Sign in");
    expect(await fixture.sessions(person.email)).toHaveLength(0);
  });
});

describe("the password", () => {
  it("is changed with the current one, after a wrong one was refused at its field, and ends other sessions", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    const other = await onAnotherDevice(person);
    await person.goTo("Security");
    await person.press("Change password");
    await person.fillIn({
      "Current password": "not the password",
      "New password": ANOTHER_PASSWORD,
    });
    await person.press("Save password");
    await person.hasFocusOn(
      person.page
        .getByLabel("Current password", { exact: true })
        .and(person.page.locator("[aria-invalid=true]")),
    );
    expect(await fixture.sessions(person.email)).toHaveLength(2);

    await person.fillIn({ "Current password": PASSWORD });
    await person.press("Save password");
    await person
      .section("Password")
      .getByText("Your password is changed, and your other sessions are ended.")
      .waitFor();
    expect(await person.page.getByRole("dialog").count()).toBe(0);
    expect(await fixture.sessions(person.email)).toHaveLength(1);
    await other.page.reload();
    await other.sees("Sign in");

    await person.signOut();
    await person.signInByPassword();
    expect(await person.refusal()).toContain("The email address or the password is wrong.");
    await person.signInByPassword(ANOTHER_PASSWORD);
    await person.sees("Profile");
  });

  it("is set anew through a mailed link by a user who forgot it", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    const other = await onAnotherDevice(person);
    await person.signOut();
    await person.fillIn({ "Email address": person.email });
    await person.press("Continue");
    await person.page.getByRole("link", { name: "Forgot your password?" }).click();
    await person.sees("Set a new password");
    await person.press("Email me a link");
    expect(await person.notice()).toContain("a link to set a new password is on its way");

    const link = await fixture.mailedLink(person.email);
    await person.page.goto(link);
    await person.sees("Choose a new password");
    expect(person.page.url()).toBe(`${fixture.origin}/reset-password`);
    await person.fillIn({ "New password": "short" });
    await person.press("Set password");
    await person.hasFocusOn(
      person.page
        .getByLabel("New password", { exact: true })
        .and(person.page.locator("[aria-invalid=true]")),
    );
    await person.fillIn({ "New password": ANOTHER_PASSWORD });
    await person.press("Set password");
    await person.sees("Sign in");
    expect(await person.notice()).toContain("Your new password is set.");
    expect(await fixture.sessions(person.email)).toEqual([]);
    await other.page.reload();
    await other.sees("Sign in");
    await person.signInByPassword(ANOTHER_PASSWORD);
    await person.sees("Profile");

    await person.page.goto(link);
    await person.sees("Choose a new password");
    expect(await person.refusal()).toContain("This link does not work any more.");
  });

  it("is asked for by the mailed link's page although the service fails it once", async () => {
    const person = await fixture.person();
    const { page } = person;
    const policy = "**/api/v1/auth/policy";
    await page.route(policy, (route) => route.fulfill({ status: 429 }));
    await person.open("/reset-password?token=some-token");
    await person.sees("This page could not be loaded");
    await page.unroute(policy);
    await person.press("Try again");
    await person.sees("Choose a new password");
    await person.fillIn({ "New password": ANOTHER_PASSWORD });
    expect(page.url()).toBe(`${fixture.origin}/reset-password`);
  });
});

describe("a dialog is gone with the page it was opened on", () => {
  it.each([
    ["when the browser goes back", "Profile", (person: Person) => person.page.goBack()],
    [
      "when the session has ended",
      "Sign in",
      async (person: Person) => {
        await person.context.clearCookies();
        await person.fillIn({ "Current password": PASSWORD, "New password": ANOTHER_PASSWORD });
        await person.press("Save password");
      },
    ],
  ])("%s", async (_when, next, leave) => {
    const person = await fixture.person();
    await person.comeSignedUp();
    await person.goTo("Security");
    await person.press("Change password");
    const dialog = person.page.getByRole("dialog", { name: "Change your password" });
    await dialog.waitFor();
    await leave(person);
    await person.sees(next);
    await dialog.waitFor({ state: "detached" });
  });
});

it("activity tells in words what happened, some at a time", async () => {
  const person = await fixture.person();
  await person.comeSignedUp();
  await person.page.goto(await fixture.mailedLink(person.email));
  await person.press("Confirm this email address");
  await person.sees("Your email address is verified");
  await person.open("/account");
  await person.addPasskey();
  await person.signOut();
  await person.signInByPassword("not the password");
  await person.refusal();
  for (let visits = 0; visits < 3; visits++) {
    await person.signInByPassword();
    await person.sees("Profile");
    if (visits < 2) await person.signOut();
  }
  await person.goTo("Sessions & activity");
  const entries = person.section("Recent activity").getByRole("listitem");
  await person.press("Show more");
  await person.hasFocusOn(entries.nth(10));
  const told = (await entries.allInnerTexts()).map((text) => text.split("\n")[0]);
  expect(told.length).toBeGreaterThan(10);
  for (const words of [
    "Account created by password",
    "Email address verified",
    "Passkey added",
    "Wrong password entered",
    "Signed in by password",
  ])
    expect(told).toContain(words);
  expect(told.filter((words) => /[._]/.test(words!))).toEqual([]);
  expect(await person.page.getByRole("button", { name: "Show more" }).count()).toBe(0);
});

it("a name is changed, and said to be", async () => {
  const person = await fixture.person();
  await person.comeSignedUp();
  await person.fillIn({ Name: "Countess of Lovelace" });
  await person.press("Save name");
  await person.section("Personal details").getByText("Your name is saved.").waitFor();
  expect(await fixture.user(person.email)).toMatchObject({ name: "Countess of Lovelace" });
});

describe("the email address", () => {
  it("is changed by a link that is mailed to the new one, after signing in once more in a stale session", async () => {
    const person = await fixture.person();
    await comeVerified(person, fixture);
    const [before, to] = [person.email, newAddress()];
    fixture.service.clock.advance(DAY);
    await person.press("Change email address");
    await person.fillIn({ "New email address": to });
    await person.press("Send the link");
    const again = person.page.getByRole("dialog", { name: "Confirm that it is you" });
    await again.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await person.press("Continue");
    await person.section("Email address").getByText(`We sent a link to ${to}.`).waitFor();
    expect(await fixture.user(to)).toBeNull();

    await person.page.goto(await fixture.mailedLink(to));
    await person.sees("Change your email address");
    await person.page.getByRole("button").click();
    await person.sees("Your email address is changed");
    expect(await fixture.user(to)).toMatchObject({ emailVerified: true });
    expect(await fixture.user(before)).toBeNull();
    await person.page.getByRole("link", { name: "Continue to your account" }).click();
    await person.section("Email address").getByText(to, { exact: true }).waitFor();

    await person.page.goto(`${fixture.origin}/email-changed?error=INVALID_TOKEN`);
    await person.sees("Your email address could not be changed");
    expect(await person.refusal()).toContain("This link does not work any more.");
  });
});

it("a password is added by who has none, through a mailed link", async () => {
  const person = await fixture.person();
  await person.open("/");
  await person.signInByMail("Email me a code");
  await person.sees("Enter the code");
  await person.fillIn({ Code: await fixture.mailedCode(person.email) });
  await person.sees("Profile");
  await person.goTo("Security");
  await person.section("Password").getByText("You have no password.").waitFor();
  await person.press("Add a password");
  await person.section("Password").getByText(`We sent a link to ${person.email}.`).waitFor();
  await person.page.goto(await fixture.mailedLink(person.email));
  await person.sees("Choose a new password");
  await person.fillIn({ "New password": PASSWORD });
  await person.press("Set password");
  await person.sees("Sign in");
  await person.fillIn({ "Email address": person.email });
  await person.press("Continue");
  await person.sees("Enter your password");
  await person.signInByPassword();
  await person.sees("Profile");
  await person.goTo("Security");
  await person.section("Password").getByText("Last changed").waitFor();
});
