import { DAY } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import { agreeAtProvider, comeByCode, comeSignedUp, giveCode } from "./pages-steps.js";
import { PASSWORD, type Person } from "./person.js";
import {
  pagesFixture,
  PROVIDER,
  PROVIDER_ACCOUNTS,
  type SiteFixture,
  WITH_AND_WITHOUT_SCRIPT,
} from "./site-fixture.js";

const CONFIRM = "Confirm it's you";

/** How a person confirms, from the page that asks for it on. */
type Confirm = (person: Person, fixture: SiteFixture) => Promise<void>;

/** The ways to confirm, with the method that the session then has. */
const WAYS: Readonly<Record<string, { readonly method: string; readonly confirm: Confirm }>> = {
  "the password": {
    method: "password",
    confirm: async (person) => {
      await person.fillIn({ Password: "not the password" });
      await person.press("Confirm");
      const field = person.page.getByLabel("Password", { exact: true });
      await person.hasFocusOn(field.and(person.page.locator("[aria-invalid=true]")));
      await person.fillIn({ Password: PASSWORD });
      await person.press("Confirm");
    },
  },
  "a mailed code": {
    method: "email-otp",
    confirm: async (person, fixture) => {
      await person.press("Email me a code");
      await person.hasFocusOn(person.page.getByLabel("Code", { exact: true }));
      await giveCode(person, await fixture.mailedCode(person.email), "Confirm");
    },
  },
  "a mailed link": {
    method: "magic-link",
    confirm: async (person, fixture) => {
      await person.press("Email me a link");
      await person.page.getByText("We've emailed you a link.").waitFor();
      await person.page.goto(await fixture.mailedLink(person.email));
      await person.page.getByRole("main").getByRole("button").click();
    },
  },
};

/** The one session of a person, which was renewed by that method just now. */
const renewedBy = (method: string, id: string, { service }: SiteFixture) => [
  { id, authenticatedBy: method, authenticatedAt: service.clock.now() },
];

describe("adding a passkey in a stale session leads to the confirmation and back", () => {
  const fixture = pagesFixture(true);

  it.each(Object.entries(WAYS))(
    "after %s: in the same session, which is fresh again",
    async (_name, { method, confirm }) => {
      const person = await fixture.person();
      await comeSignedUp(person, fixture);
      const [session] = await fixture.sessions(person.email);
      await person.open("/account/security");
      fixture.service.clock.advance(DAY);
      await person.follow("Add a passkey");
      await person.sees(CONFIRM);
      expect(await fixture.passkeys(person.email)).toEqual([]);
      await confirm(person, fixture);
      await person.sees("Add a passkey");
      await person.authenticator.attend(true);
      await person.press("Add a passkey");
      await person.section("Passkeys").getByText("Passkey added", { exact: true }).waitFor();
      expect(await fixture.passkeys(person.email)).toHaveLength(1);
      expect(await fixture.sessions(person.email)).toMatchObject(
        renewedBy(method, session!.id, fixture),
      );
    },
  );

  it("after another passkey, in the middle of a change of the address", async () => {
    const person = await fixture.person();
    await comeSignedUp(person, fixture);
    await person.open("/account/security/passkeys/new");
    await person.authenticator.attend(true);
    await person.press("Add a passkey");
    await person.sees("Security");
    const [session] = await fixture.sessions(person.email);
    fixture.service.clock.advance(DAY);
    await person.open("/account/email");
    await person.sees(CONFIRM);
    await person.press("Use a passkey");
    await person.sees("Change email address");
    expect(await fixture.sessions(person.email)).toMatchObject(
      renewedBy("passkey", session!.id, fixture),
    );
  });
});

describe.each(WITH_AND_WITHOUT_SCRIPT)("in a stale session, %s,", (_name, hasScript) => {
  const fixture = pagesFixture(hasScript);

  it.each(Object.entries(WAYS))(
    "the address is changed after %s, by the link that is mailed to the new one",
    async (_way, { method, confirm }) => {
      const person = await fixture.person();
      await comeSignedUp(person, fixture);
      const [session] = await fixture.sessions(person.email);
      await person.open("/account");
      fixture.service.clock.advance(DAY);
      await person.follow("Change email address");
      await person.sees(CONFIRM);
      await confirm(person, fixture);
      await person.sees("Change email address");
      expect(await fixture.sessions(person.email)).toMatchObject(
        renewedBy(method, session!.id, fixture),
      );
      const newEmail = `new-${person.email}`;
      await person.fillIn({ "New email address": newEmail });
      await person.press("Send link");
      await person.section("Email address").getByText(newEmail, { exact: true }).first().waitFor();
      expect(await fixture.user(newEmail)).toBeNull();
      await person.page.goto(await fixture.mailedLink(newEmail));
      await person.page.getByRole("main").getByRole("button").click();
      await person.sees("Profile");
      expect(await fixture.user(newEmail)).toMatchObject({ emailVerified: true });
    },
  );

  it("an account at a provider is linked after the confirmation, and unlinked", async () => {
    const person = await fixture.person();
    await comeByCode(person, fixture);
    await person.open("/account/security");
    fixture.service.clock.advance(DAY);
    const link = person.section("Linked accounts").getByRole("button", { name: /^Link\b/ });
    await link.click();
    await person.sees(CONFIRM);
    await person.press("Email me a code");
    await giveCode(person, await fixture.mailedCode(person.email), "Confirm");
    await person.sees("Security");
    await link.click();
    await agreeAtProvider(person.page, "alan");
    await person.sees("Security");
    const { id } = (await fixture.user(person.email))!;
    expect(await fixture.service.store.linkedAccounts.listByUser(id)).toMatchObject([
      { providerId: "acme", subject: "alan" },
    ]);
    expect(await fixture.user(PROVIDER_ACCOUNTS.alan.email)).toBeNull();
    await person
      .section("Linked accounts")
      .getByRole("link", { name: /^Unlink\b/ })
      .click();
    await person.page.getByRole("heading", { name: `Unlink ${PROVIDER}` }).waitFor();
    await person.press("Unlink");
    await person.page.getByText(`${PROVIDER} is unlinked.`).waitFor();
    expect(await fixture.service.store.linkedAccounts.listByUser(id)).toEqual([]);
  });

  it("an account without a password is deleted after the confirmation", async () => {
    const person = await fixture.person();
    await comeByCode(person, fixture);
    fixture.service.clock.advance(DAY);
    await person.open("/account/data");
    await person.follow("Delete account");
    await person.sees(CONFIRM);
    await person.press("Email me a code");
    await giveCode(person, await fixture.mailedCode(person.email), "Confirm");
    await person.sees("Delete account");
    expect(await person.page.getByLabel("Password", { exact: true }).count()).toBe(0);
    await person.press("Delete account");
    await person.section("Delete account").getByText("Your account will be deleted on").waitFor();
  });
});
