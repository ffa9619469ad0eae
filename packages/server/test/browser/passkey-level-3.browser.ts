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

describe("after a sign-in by password", () => {
  it("a browser that can makes a passkey by itself, and another shows nothing", async () => {
    const person = await fixture.person();
    await comeSignedUp(person, fixture);
    fixture.service.clock.advance(5 * MINUTE);
    await person.open("/account");
    await signOut(person);
    await signInByPassword(person);
    await person.sees("Profile");
    expect(await person.page.getByRole("alert").count()).toBe(0);
  });
});
