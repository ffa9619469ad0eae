import { DAY } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import { exampleFixture, PROVIDER, PROVIDER_ACCOUNTS } from "./example-fixture.js";
import { PASSWORD, type Person } from "./person.js";

const fixture = exampleFixture();

const dialogOf = ({ page }: Person) => page.getByRole("dialog", { name: "Confirm that it is you" });

/** A user who signed up a day ago and now wants a passkey: the dialog is open. */
async function interrupted(person?: Person): Promise<Person> {
  const one = person ?? (await fixture.person());
  if (!person) await one.comeSignedUp();
  await one.goTo("Security");
  fixture.service.clock.advance(DAY);
  await one.authenticator.attend(true);
  await one.press("Add a passkey");
  await dialogOf(one).getByText(`To add a passkey, sign in once more as ${one.email}.`).waitFor();
  return one;
}

async function expectPasskeyAdded(person: Person, method: string, count = 1): Promise<void> {
  await person.section("Passkeys").getByText("The passkey is added.").waitFor();
  expect(await dialogOf(person).count()).toBe(0);
  expect(await fixture.passkeys(person.email)).toHaveLength(count);
  expect(await fixture.sessions(person.email)).toMatchObject([
    { authenticatedBy: method, authenticatedAt: fixture.service.clock.now() },
  ]);
}

describe("adding a passkey in a stale session opens a dialog, and goes on", () => {
  it("after the password: in the same session, which is fresh again", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    const before = await fixture.sessions(person.email);
    await interrupted(person);
    expect(await fixture.passkeys(person.email)).toEqual([]);
    await person.hasFocusOn(dialogOf(person).getByLabel("Password", { exact: true }));
    await dialogOf(person).getByLabel("Password", { exact: true }).fill(PASSWORD);
    await person.press("Continue");
    await expectPasskeyAdded(person, "password");
    expect((await fixture.sessions(person.email)).map(({ id }) => id)).toEqual(
      before.map(({ id }) => id),
    );
    await person.goTo("Sessions & activity");
    await person.section("Recent activity").getByText("Signed in again by password").waitFor();
  });

  it("after a wrong password was refused at its field, and the right one given", async () => {
    const person = await interrupted();
    const password = dialogOf(person).getByLabel("Password", { exact: true });
    await password.fill("not the password");
    await person.press("Continue");
    await person.hasFocusOn(password.and(person.page.locator("[aria-invalid=true]")));
    await dialogOf(person).getByText("The email address or the password is wrong.").waitFor();
    expect(await fixture.passkeys(person.email)).toEqual([]);
    await password.fill(PASSWORD);
    await person.press("Continue");
    await expectPasskeyAdded(person, "password");
  });

  it("after a mailed code", async () => {
    const person = await interrupted();
    await person.press("Email me a code");
    const code = dialogOf(person).getByLabel("Code", { exact: true });
    await person.hasFocusOn(code);
    await code.fill(await fixture.mailedCode(person.email));
    await expectPasskeyAdded(person, "email-otp");
  });

  it("after a mailed link: it opens, comes back to the account page, and goes on there", async () => {
    const person = await interrupted();
    await person.press("Email me a link");
    await dialogOf(person).getByText(`We sent a link to ${person.email}.`).waitFor();
    await person.page.goto(await fixture.mailedLink(person.email));
    await person.page.getByText(person.email).waitFor();
    expect(await fixture.passkeys(person.email)).toEqual([]);
    await person.page.getByRole("button").click();
    await person.sees("Security");
    await expectPasskeyAdded(person, "magic-link");
    expect(person.page.url()).toBe(`${fixture.origin}/account/security`);
    await person.page.reload();
    await person.section("Passkeys").getByRole("listitem").waitFor();
    expect(await fixture.passkeys(person.email)).toHaveLength(1);
  });

  it("after another passkey", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    await person.addPasskey();
    await interrupted(person);
    await person.press("Use a passkey");
    // This device has one already: what goes on is refused, and that is said.
    await person
      .section("Passkeys")
      .getByText("There is a passkey for your account on this device already.")
      .waitFor();
    expect(await fixture.sessions(person.email)).toMatchObject([
      { authenticatedBy: "passkey", authenticatedAt: fixture.service.clock.now() },
    ]);
  });
});

describe("a dialog that is left", () => {
  it.each([
    ["the button", (person: Person) => person.press("Cancel")],
    ["Escape", (person: Person) => person.page.keyboard.press("Escape")],
  ])("by %s changes nothing and gives the focus back", async (_name, leave) => {
    const person = await interrupted();
    await leave(person);
    await dialogOf(person).waitFor({ state: "detached" });
    await person.hasFocusOn(person.page.getByRole("button", { name: "Add a passkey" }));
    expect(await person.page.getByRole("alert").filter({ hasText: /\S/ }).count()).toBe(0);
    expect(await fixture.passkeys(person.email)).toEqual([]);
    expect((await fixture.sessions(person.email))[0]!.authenticatedAt).toEqual(
      new Date(fixture.service.clock.now().getTime() - DAY),
    );
  });

  it("keeps the keyboard within it while it is open", async () => {
    const person = await interrupted();
    for (let tabs = 0; tabs < 10; tabs++) {
      await person.page.keyboard.press("Tab");
      expect(await person.page.locator("main :focus").count()).toBe(0);
    }
  });
});

it("linking an account at a provider in a stale session goes on to the provider after the password, and unlinking is there", async () => {
  const person = await fixture.person();
  await person.comeSignedUp();
  await person.goTo("Security");
  fixture.service.clock.advance(DAY);
  await person.press(`Link ${PROVIDER}`);
  await dialogOf(person).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await person.press("Continue");
  const { page } = person;
  await page.getByPlaceholder("Enter any login").fill("alan");
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await person.sees("Security");
  const linked = person.section("Linked accounts");
  await linked.getByRole("listitem").getByText(PROVIDER, { exact: true }).waitFor();
  const { id } = (await fixture.user(person.email))!;
  expect(await fixture.service.store.linkedAccounts.listByUser(id)).toMatchObject([
    { providerId: "acme", subject: "alan" },
  ]);
  expect(await fixture.user(PROVIDER_ACCOUNTS.alan.email)).toBeNull();

  await person.press(`Unlink ${PROVIDER}`);
  await linked.getByText(`${PROVIDER} is unlinked.`).waitFor();
  await linked.getByText("No account is linked.").waitFor();
  expect(await fixture.service.store.linkedAccounts.listByUser(id)).toEqual([]);
});
