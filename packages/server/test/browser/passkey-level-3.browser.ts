import { MINUTE } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import { comeSignedUp, SIGN_IN, signInByPassword, signOut } from "./pages-steps.js";
import type { Person } from "./person.js";
import { pagesFixture } from "./site-fixture.js";

const fixture = pagesFixture(true);

async function addPasskey(person: Person): Promise<void> {
  await person.open("/account/security");
  await person.authenticator.attend(true);
  await person.follow("Add a passkey");
  await person.press("Add a passkey");
  await person.section("Passkeys").getByText("Passkey added", { exact: true }).waitFor();
  await person.authenticator.attend(false);
}

/** A user who has added a passkey, too long after the sign-up for the browser to make one. */
async function ownerOfPasskey(): Promise<Person> {
  const person = await fixture.person();
  await comeSignedUp(person, fixture);
  fixture.service.clock.advance(5 * MINUTE);
  await addPasskey(person);
  return person;
}

describe("the keeper of passkeys", () => {
  it("forgets one that its owner has removed, and offers it no more", async () => {
    const person = await ownerOfPasskey();
    expect(await person.authenticator.passkeys()).toHaveLength(1);
    await person.section("Passkeys").getByRole("link", { name: /^Edit/ }).click();
    await person.page.getByRole("link", { name: "Remove passkey", exact: true }).click();
    await person.press("Remove passkey");
    await person.section("Passkeys").getByText("Passkey removed").waitFor();
    await expect.poll(() => person.authenticator.passkeys()).toEqual([]);
    await signOut(person);
    await person.sees(SIGN_IN);
  });

  it("shows the new name of a renamed user", async () => {
    const person = await ownerOfPasskey();
    expect(await person.authenticator.passkeys()).toMatchObject([
      { userName: person.email, userDisplayName: "Ada Lovelace" },
    ]);
    await person.open("/account/name");
    await person.fillIn({ Name: "Ada King" });
    await person.press("Save");
    await expect
      .poll(() => person.authenticator.passkeys())
      .toMatchObject([{ userName: person.email, userDisplayName: "Ada King" }]);
  });

  it("keeps one that the service has, through everything that fails", async () => {
    const person = await ownerOfPasskey();
    await person.authenticator.attend(true);
    await person.open("/account/security/passkeys/new");
    await person.press("Add a passkey");
    expect(await person.refusal()).toContain("already");
    expect(await person.authenticator.passkeys()).toHaveLength(1);
    await person.authenticator.attend(false);
  });
});

/**
 * Chromium asks the keeper of passwords for a passkey of its own, and this one has none. Here the
 * authenticator is that keeper: it makes the passkey that was asked for, and knows its owner.
 */
const KEEPER = `{
  const real = navigator.credentials.create;
  navigator.credentials.create = ({ mediation, ...options }) => {
    window.asked = [...(window.asked ?? []), mediation];
    return real.call(navigator.credentials, options);
  };
}`;

/**
 * A user who has signed in by password, in a browser whose keeper makes a passkey by itself.
 * @param isThere whether it does so at once
 */
async function keptByPassword(isThere: boolean): Promise<Person> {
  const person = await fixture.person();
  await comeSignedUp(person, fixture);
  fixture.service.clock.advance(5 * MINUTE);
  await person.open("/account");
  await signOut(person);
  await person.page.addInitScript(KEEPER);
  await person.authenticator.attend(isThere);
  await signInByPassword(person);
  await person.sees("Profile");
  return person;
}

const askedIn = ({ page }: Person) => page.evaluate("window.asked ?? []");

describe("after a sign-in by password, by itself", () => {
  it("a browser makes one passkey, and shows nothing", async () => {
    const person = await keptByPassword(true);
    await expect.poll(() => fixture.passkeys(person.email)).toHaveLength(1);
    expect(await askedIn(person)).toEqual(["conditional"]);
    expect(await person.page.getByRole("alert").count()).toBe(0);
    await person.sees("Profile");
    await person.open("/account/security");
    await person.section("Passkeys").getByText("Not used yet").waitFor();
    expect(await askedIn(person)).toEqual([]);
    expect(await person.authenticator.passkeys()).toHaveLength(1);
  });

  it("a browser tries again on the next page, when it was left before", async () => {
    const person = await keptByPassword(false);
    await expect.poll(() => askedIn(person)).toEqual(["conditional"]);
    await person.open("/account/sessions");
    await expect.poll(() => askedIn(person)).toEqual(["conditional"]);
    await person.authenticator.attend(true);
    await person.open("/account");
    await expect.poll(() => fixture.passkeys(person.email)).toHaveLength(1);
  });

  it("a browser makes none where the sign-in was too long ago, or by something else", async () => {
    const person = await ownerOfPasskey();
    await person.page.addInitScript(KEEPER);
    await person.open("/account");
    await person.sees("Profile");
    expect(await person.page.locator("[data-create-passkey]").count()).toBe(0);
    await signOut(person);
    await person.authenticator.offered();
    await person.authenticator.attend(true);
    await person.setOutFor("/account/sessions");
    await person.sees("Devices");
    expect(await person.page.locator("[data-create-passkey]").count()).toBe(0);
    expect(await fixture.passkeys(person.email)).toHaveLength(1);
  });
});
