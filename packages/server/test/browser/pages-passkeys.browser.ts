import { describe, expect, it } from "vitest";
import { comeSignedUp, SIGN_IN, signInByPassword, signOut } from "./pages-steps.js";
import { PASSWORD, type Person } from "./person.js";
import { pagesFixture } from "./site-fixture.js";

const fixture = pagesFixture(true);

/** A user who has added a passkey, on the page of security. */
async function ownerOfPasskey(): Promise<Person> {
  const person = await fixture.person();
  await comeSignedUp(person, fixture);
  await addPasskey(person);
  return person;
}

async function addPasskey(person: Person): Promise<void> {
  await person.open("/account/security");
  await person.authenticator.attend(true);
  await person.follow("Add a passkey");
  await person.press("Add a passkey");
  await person.section("Passkeys").getByText("Passkey added", { exact: true }).waitFor();
  await person.authenticator.attend(false);
}

/** By the button, once the offer in the field is there: the next thing that is asked for. */
async function usePasskeyButton(person: Person): Promise<void> {
  await person.authenticator.offered();
  await person.authenticator.attend(true);
  await person.press("Use a passkey");
}

/** Removed from another browser: the device of the owner is not told. */
async function forgetPasskey({ email }: Person): Promise<void> {
  const elsewhere = fixture.service.agent();
  const [passkey] = await fixture.passkeys(email);
  await elsewhere.post("/api/auth/sign-in/email", { email, password: PASSWORD });
  await elsewhere.post("/api/auth/passkey/delete-passkey", { id: passkey!.id });
  expect(await fixture.passkeys(email)).toEqual([]);
}

const methodOf = async ({ email }: Person) =>
  (await fixture.sessions(email)).map(({ authenticatedBy }) => authenticatedBy);

describe("a passkey", () => {
  it("is added for this front end and under a handle that is not the user's id", async () => {
    const person = await fixture.person();
    await comeSignedUp(person, fixture);
    await person.open("/account/security");
    await person.section("Passkeys").getByText("You don't have a passkey yet.").waitFor();
    await addPasskey(person);
    const [kept] = await person.authenticator.passkeys();
    expect(await fixture.passkeys(person.email)).toMatchObject([
      { credentialId: kept!.credentialId, userHandle: kept!.userHandle, lastUsedAt: null },
    ]);
    expect(kept!.rpId).toBe("localhost");
    expect(Buffer.from(kept!.userHandle, "base64url")).toHaveLength(64);
    await person.section("Passkeys").getByText("Not used yet").waitFor();
  });

  it("signs in by the button, and is refused to a user whom the device does not recognise", async () => {
    const person = await ownerOfPasskey();
    await signOut(person);
    await person.authenticator.recognise(false);
    await usePasskeyButton(person);
    expect(await person.refusal()).toContain("cancelled or timed out");
    expect(await fixture.sessions(person.email)).toEqual([]);
    // On a page of its own: the refused page offers passkeys in the field anew, at some moment.
    await person.authenticator.attend(false);
    await person.authenticator.recognise(true);
    await person.open("/sign-in");
    await usePasskeyButton(person);
    await person.sees("Profile");
    expect(await methodOf(person)).toEqual(["passkey"]);
    expect(await fixture.passkeys(person.email)).toMatchObject([
      {
        counter: (await person.authenticator.passkeys())[0]!.signCount,
        lastUsedAt: fixture.service.clock.now(),
      },
    ]);
  });

  it("signs in by autofill, and leads to the page that was wanted", async () => {
    const person = await ownerOfPasskey();
    await signOut(person);
    // The offer of this page stays unanswered; that of the next visit finds its owner there.
    await person.authenticator.offered();
    await person.authenticator.attend(true);
    await person.setOutFor("/account/sessions");
    await person.sees("Devices");
    expect(await methodOf(person)).toEqual(["passkey"]);
  });

  it("waits in the field while a user types, who then signs in otherwise", async () => {
    const person = await ownerOfPasskey();
    await signOut(person);
    await person.authenticator.offered();
    await signInByPassword(person);
    await person.sees("Profile");
    expect(await methodOf(person)).toEqual(["password"]);
  });

  it("gets another name", async () => {
    const person = await ownerOfPasskey();
    await person.section("Passkeys").getByRole("link", { name: /^Edit/ }).click();
    await person.fillIn({ Name: "The key on my desk" });
    await person.press("Save");
    await person.sees("The key on my desk");
    expect(await fixture.passkeys(person.email)).toMatchObject([{ name: "The key on my desk" }]);
  });

  it("is removed in a dialog that can be left, and ends other sessions", async () => {
    const person = await ownerOfPasskey();
    const { page } = person;
    await fixture.service
      .agent()
      .post("/api/auth/sign-in/email", { email: person.email, password: PASSWORD });
    await person.section("Passkeys").getByRole("link", { name: /^Edit/ }).click();
    const remove = page.getByRole("link", { name: "Remove passkey", exact: true });
    await remove.click();
    await page.getByRole("dialog", { name: "Remove passkey" }).waitFor();
    await page.keyboard.press("Escape");
    await person.hasFocusOn(remove);
    expect(await fixture.passkeys(person.email)).toHaveLength(1);
    expect(await fixture.sessions(person.email)).toHaveLength(2);
    await remove.click();
    await person.press("Remove passkey");
    await person.section("Passkeys").getByText("Passkey removed").waitFor();
    expect(await fixture.passkeys(person.email)).toEqual([]);
    expect(await fixture.sessions(person.email)).toHaveLength(1);
  });

  it.each(["button", "autofill"])(
    "that the service no longer has is refused in words by the %s, and forgotten by its keeper",
    async (way) => {
      const person = await ownerOfPasskey();
      await forgetPasskey(person);
      await signOut(person);
      await person.authenticator.offered();
      expect(await person.authenticator.passkeys()).toHaveLength(1);
      if (way === "button") await usePasskeyButton(person);
      else {
        await person.authenticator.attend(true);
        await person.setOutFor("/sign-in");
      }
      expect(await person.refusal()).toBe("This passkey isn't known here. Use another way.");
      await person.sees(SIGN_IN);
      expect(await methodOf(person), "the one elsewhere").toEqual(["password"]);
      await expect.poll(() => person.authenticator.passkeys()).toEqual([]);
    },
  );
});
