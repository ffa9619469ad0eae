import { MINUTE } from "@acme/auth-core/surface";
import { expect, it } from "vitest";
import { codeAt } from "../second-factor/enrolled.js";
import { WITH_SECOND_FACTOR } from "../second-factor/start.js";
import { startClientPage } from "./client-page.js";
import { PASSWORD, type Person } from "./person.js";
import { PROVIDER_ACCOUNTS, siteFixture } from "./site-fixture.js";

const fixture = siteFixture({ startSite: startClientPage, ...WITH_SECOND_FACTOR });

interface Answer {
  readonly data: unknown;
  readonly error: { readonly code?: string; readonly status: number } | null;
}

/** What a call of the official client resolves to, in the page. */
const ask = ({ page }: Person, call: string): Promise<Answer> =>
  page.evaluate<Answer>(`client.${call}`);

/** The same, as plain data: dates as text. */
async function dataOf<Data>(person: Person, call: string): Promise<Data> {
  const { data, error } = await ask(person, call);
  expect(error).toBeNull();
  return JSON.parse(JSON.stringify(data)) as Data;
}

interface PasskeyData {
  readonly id: string;
  readonly name: string;
  readonly credentialID: string;
}

async function newcomer(): Promise<Person> {
  const person = await fixture.person();
  await person.open("/");
  return person;
}

async function member(): Promise<Person> {
  const person = await newcomer();
  await dataOf(
    person,
    `signUp.email(${JSON.stringify({ email: person.email, password: PASSWORD, name: "Ada" })})`,
  );
  await person.authenticator.attend(true);
  return person;
}

const holder = async (person: Person) =>
  (await dataOf<{ readonly user: { readonly email: string } } | null>(person, "getSession()"))?.user
    .email;

it("adds a passkey, lists, renames and deletes it, and is refused with it afterwards", async () => {
  const person = await member();
  const added = await dataOf<PasskeyData>(person, 'passkey.addPasskey({ name: "My laptop" })');
  const [kept] = await person.authenticator.passkeys();
  expect(added).toMatchObject({ name: "My laptop", credentialID: kept!.credentialId });
  expect(await dataOf(person, "passkey.listUserPasskeys()")).toMatchObject([
    { id: added.id, name: "My laptop" },
  ]);

  const renaming = JSON.stringify({ id: added.id, name: "The old laptop" });
  expect(await dataOf(person, `passkey.updatePasskey(${renaming})`)).toMatchObject({
    passkey: { name: "The old laptop" },
  });
  expect(await fixture.passkeys(person.email)).toMatchObject([{ name: "The old laptop" }]);

  expect(await ask(person, 'passkey.addPasskey({ name: "Once more" })')).toMatchObject({
    data: null,
    error: { code: "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED" },
  });

  expect(
    await dataOf(person, `passkey.deletePasskey(${JSON.stringify({ id: added.id })})`),
  ).toMatchObject({ status: true });
  expect(await fixture.passkeys(person.email)).toEqual([]);
  await dataOf(person, "signOut()");
  expect(await ask(person, "signIn.passkey()")).toMatchObject({
    data: null,
    error: { status: 401, code: "PASSKEY_NOT_FOUND" },
  });
  expect(await holder(person)).toBeUndefined();
});

it("signs in by passkey", async () => {
  const person = await member();
  await dataOf(person, "passkey.addPasskey()");
  await dataOf(person, "signOut()");
  expect(await holder(person)).toBeUndefined();
  expect(await dataOf(person, "signIn.passkey()")).toMatchObject({
    user: { email: person.email },
    session: {},
  });
  expect(await holder(person)).toBe(person.email);
  expect(await fixture.sessions(person.email)).toMatchObject([{ authenticatedBy: "passkey" }]);
});

it("signs in by autofill", async () => {
  const person = await member();
  await dataOf(person, "passkey.addPasskey()");
  await dataOf(person, "signOut()");
  expect(await dataOf(person, "signIn.passkey({ autoFill: true })")).toMatchObject({
    user: { email: person.email },
  });
  expect(await holder(person)).toBe(person.email);
});

it("is told of a stale session by its code", async () => {
  const person = await member();
  fixture.service.clock.advance(86_400_000);
  expect(await ask(person, "passkey.addPasskey()")).toMatchObject({
    data: null,
    error: { status: 403, code: "SESSION_NOT_FRESH" },
  });
  await dataOf(
    person,
    `signIn.email(${JSON.stringify({ email: person.email, password: PASSWORD })})`,
  );
  await dataOf(person, "passkey.addPasskey()");
  expect(await fixture.passkeys(person.email)).toHaveLength(1);
});

it("asks for a magic link, which signs in where it was told to lead", async () => {
  const person = await newcomer();
  const asked = { email: person.email, callbackURL: `${fixture.origin}/welcome` };
  expect(await dataOf(person, `signIn.magicLink(${JSON.stringify(asked)})`)).toEqual({
    status: true,
  });
  await person.page.goto(await fixture.mailedLink(person.email));
  await person.page.getByRole("button").click();
  await person.page.waitForURL(`${fixture.origin}/welcome`);
  expect(await holder(person)).toBe(person.email);
});

/** The client sends the page to the provider by itself. */
async function visitProvider(
  { page }: Person,
  account: keyof typeof PROVIDER_ACCOUNTS,
): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(account);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

it("goes to a provider and comes back signed in", async () => {
  const person = await newcomer();
  const { email } = PROVIDER_ACCOUNTS.grace;
  const asked = {
    provider: "acme",
    callbackURL: `${fixture.origin}/welcome`,
    errorCallbackURL: `${fixture.origin}/sorry`,
  };
  await person.page.evaluate(`void client.signIn.social(${JSON.stringify(asked)})`);
  await visitProvider(person, "grace");
  await person.page.waitForURL(`${fixture.origin}/welcome`);
  expect(await holder(person)).toBe(email);
  expect(await dataOf(person, "listAccounts()")).toMatchObject([
    { providerId: "acme", accountId: "grace" },
  ]);
});

it("links an account at a provider, lists it, and unlinks it", async () => {
  const person = await member();
  const asked = { provider: "acme", callbackURL: `${fixture.origin}/linked` };
  await person.page.evaluate(`void client.linkSocial(${JSON.stringify(asked)})`);
  await visitProvider(person, "alan");
  await person.page.waitForURL(`${fixture.origin}/linked`);
  const accounts = await dataOf<readonly { readonly id: string; readonly providerId: string }[]>(
    person,
    "listAccounts()",
  );
  const linked = accounts.find(({ providerId }) => providerId === "acme")!;
  expect(linked).toMatchObject({ providerId: "acme", accountId: "alan" });
  expect(
    await dataOf(person, `unlinkAccount(${JSON.stringify({ accountId: linked.id })})`),
  ).toEqual({ status: true });
  expect(await dataOf(person, "listAccounts()")).toMatchObject([{ providerId: "credential" }]);
  expect(
    await fixture.service.store.linkedAccounts.listByUser((await fixture.user(person.email))!.id),
  ).toEqual([]);
});

it("opens the page that asks for a second proof, which completes the sign-in", async () => {
  const person = await member();
  const { service, origin } = fixture;
  const { id } = (await fixture.user(person.email))!;
  await service.auth.users.markEmailVerified(id, { operator: "a test", keepsCredentials: true });
  const enable = `twoFactor.enable(${JSON.stringify({ password: PASSWORD })})`;
  const { totpURI } = await dataOf<{ readonly totpURI: string }>(person, enable);
  const verify = () => {
    service.clock.advance(MINUTE);
    const code = codeAt(totpURI, service.clock.now());
    return dataOf(person, `twoFactor.verifyTotp(${JSON.stringify({ code })})`);
  };
  await verify();
  await dataOf(person, "signOut()");

  const known = { email: person.email, password: PASSWORD };
  await person.page.evaluate(`void client.signIn.email(${JSON.stringify(known)})`);
  await person.page.waitForURL(`${origin}/two-factor`);
  expect(await holder(person)).toBeUndefined();
  await verify();
  expect(await holder(person)).toBe(person.email);
});
