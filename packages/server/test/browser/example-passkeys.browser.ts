import type { Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { exampleFixture } from "./example-fixture.js";
import type { Person } from "./person.js";

const fixture = exampleFixture();

/** A user with a passkey, on its page. */
async function ownerOfPasskey(): Promise<Person> {
  const person = await fixture.person();
  await person.comeSignedUp();
  await person.addPasskey();
  return person;
}

/**
 * As a person with a passkey does it: they see that it is offered, and would rather press the
 * button.
 */
async function usePasskeyButton(person: Person): Promise<void> {
  await person.authenticator.offered();
  await person.authenticator.attend(true);
  await person.press("Use a passkey");
}

const methodOf = async ({ email }: Person) =>
  (await fixture.sessions(email)).map(({ authenticatedBy }) => authenticatedBy);

describe("a passkey", () => {
  it("is added on the account page, for this front end and under a handle that is not the user's id", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    await person.goTo("Security");
    await person.section("Passkeys").getByText("You have no passkeys yet.").waitFor();
    await person.addPasskey();
    const [kept] = await person.authenticator.passkeys();
    const held = await fixture.passkeys(person.email);
    expect(held).toMatchObject([
      { credentialId: kept!.credentialId, userHandle: kept!.userHandle, lastUsedAt: null },
    ]);
    expect(kept!.rpId).toBe("localhost");
    expect(Buffer.from(kept!.userHandle, "base64url")).toHaveLength(64);
    await person.section("Passkeys").getByRole("listitem").getByText("Not used yet").waitFor();
    await person.goTo("Sessions & activity");
    await person.section("Recent activity").getByText("Passkey added").waitFor();
  });

  it("signs in by the button", async () => {
    const person = await ownerOfPasskey();
    await person.signOut();
    expect(await fixture.sessions(person.email)).toEqual([]);
    await usePasskeyButton(person);
    await person.sees("Profile");
    await person.hasFocusOn(person.page.getByRole("heading", { level: 1 }));
    await person.section("Email address").getByText(person.email, { exact: true }).waitFor();
    expect(await methodOf(person)).toEqual(["passkey"]);
    const [passkey] = await fixture.passkeys(person.email);
    expect(passkey).toMatchObject({
      counter: (await person.authenticator.passkeys())[0]!.signCount,
      lastUsedAt: fixture.service.clock.now(),
    });
  });

  it("is asked for by the button although the page comes to offer passkeys only afterwards", async () => {
    const person = await fixture.person();
    const { page } = person;
    const options = "**/generate-authentication-options";
    const held: Route[] = [];
    const isHeld = new Promise<void>((resolve) => {
      void page.route(options, (route) => (held.push(route) > 1 ? route.continue() : resolve()));
    });
    await person.open("/");
    await person.sees("Sign in");
    await isHeld;
    const asked = page.waitForResponse(options);
    await person.press("Use a passkey");
    await asked;
    const offered = page.waitForResponse(options);
    await held[0]!.continue();
    await offered;
    // One more way to the service and back, so that the page has read what it got before.
    await page.evaluate(
      `fetch(${JSON.stringify((await offered).url())}, { method: "POST" }).then((reply) => reply.text())`,
    );
    expect(await page.evaluate("Boolean(window.offering)")).toBe(false);
    expect(await page.getByRole("button", { name: "Use a passkey" }).isDisabled()).toBe(true);
  });

  it("signs in by autofill, without anything else being touched", async () => {
    const person = await ownerOfPasskey();
    await person.signOut();
    // The offer of this page stays unanswered; that of the next visit finds its owner there.
    await person.authenticator.offered();
    await person.authenticator.attend(true);
    await person.open("/");
    await person.sees("Profile");
    expect(await methodOf(person)).toEqual(["passkey"]);
  });

  it("waits in the field while a user types, who then signs in otherwise", async () => {
    const person = await ownerOfPasskey();
    await person.signOut();
    await person.authenticator.offered();
    await person.signInByPassword();
    await person.sees("Profile");
    expect(await methodOf(person)).toEqual(["password"]);
    await person.authenticator.attend(true);
    await person.page.reload();
    await person.sees("Profile");
    expect(await methodOf(person)).toEqual(["password"]);
  });

  it("gets another name", async () => {
    const person = await ownerOfPasskey();
    const passkeys = person.section("Passkeys");
    await passkeys.getByRole("button", { name: /^Rename/ }).click();
    const dialog = person.page.getByRole("dialog", { name: "Rename the passkey" });
    await person.hasFocusOn(dialog.getByLabel("Name of the passkey"));
    await person.fillIn({ "Name of the passkey": "The key on my desk" });
    await person.press("Save");
    await passkeys.getByText("The new name is saved.").waitFor();
    await passkeys.getByRole("listitem").getByText("The key on my desk").waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await fixture.passkeys(person.email)).toMatchObject([{ name: "The key on my desk" }]);
  });

  it("stays when a user thinks better of deleting it", async () => {
    const person = await ownerOfPasskey();
    const remove = person.section("Passkeys").getByRole("button", { name: /^Delete/ });
    await remove.click();
    await person.press("Cancel");
    await person.page.getByRole("dialog").waitFor({ state: "detached" });
    await person.hasFocusOn(remove);
    expect(await fixture.passkeys(person.email)).toHaveLength(1);
  });

  it("is deleted, and refused in words afterwards: by the button and by autofill", async () => {
    const person = await ownerOfPasskey();
    const passkeys = person.section("Passkeys");
    await passkeys.getByRole("button", { name: /^Delete/ }).click();
    await person.press("Delete passkey");
    await passkeys.getByText("is deleted.").waitFor();
    await passkeys.getByText("You have no passkeys yet.").waitFor();
    expect(await fixture.passkeys(person.email)).toEqual([]);
    expect(await person.authenticator.passkeys()).toHaveLength(1);

    await person.signOut();
    await usePasskeyButton(person);
    expect(await person.refusal()).toContain(
      "This passkey is not known here. Sign in another way.",
    );
    expect(await fixture.sessions(person.email)).toEqual([]);
    await person.hasFocusOn(person.page.getByRole("button", { name: "Use a passkey" }));

    await person.open("/");
    expect(await person.refusal()).toContain(
      "This passkey is not known here. Sign in another way.",
    );
    await person.sees("Sign in");
    expect(await fixture.sessions(person.email)).toEqual([]);
  });

  it("is offered in the field again after the button came to nothing", async () => {
    const person = await ownerOfPasskey();
    await person
      .section("Passkeys")
      .getByRole("button", { name: /^Delete/ })
      .click();
    await person.press("Delete passkey");
    await person.section("Passkeys").getByText("is deleted.").waitFor();
    await person.signOut();
    // The new offer is to wait, unanswered.
    await person.page.route("**/verify-authentication", async (route) => {
      await person.authenticator.attend(false);
      await route.continue();
    });
    await usePasskeyButton(person);
    expect(await person.refusal()).toContain("This passkey is not known here.");
    await person.authenticator.offered();
  });

  it("is not added twice to one device, which is said", async () => {
    const person = await ownerOfPasskey();
    await person.authenticator.attend(true);
    await person.press("Add a passkey");
    expect(await person.refusal()).toContain(
      "There is a passkey for your account on this device already.",
    );
    expect(await fixture.passkeys(person.email)).toHaveLength(1);
  });

  it("is neither added nor used by a person whom the device does not recognise, which is said", async () => {
    const person = await ownerOfPasskey();
    await person.signOut();
    await person.authenticator.recognise(false);
    await usePasskeyButton(person);
    expect(await person.refusal()).toContain("No passkey was used");
    expect(await fixture.sessions(person.email)).toEqual([]);

    const other = await fixture.person();
    await other.comeSignedUp();
    await other.goTo("Security");
    await other.authenticator.recognise(false);
    await other.authenticator.attend(true);
    await other.press("Add a passkey");
    expect(await other.refusal()).toContain("No passkey was used");
    expect(await fixture.passkeys(other.email)).toEqual([]);
  });
});
