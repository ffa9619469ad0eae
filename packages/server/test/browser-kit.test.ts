import { type Caller, createAuth, Secret } from "@acme/auth-core";
import { createSite } from "@acme/auth-http";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { secondFactor } from "@acme/auth-second-factor";
import { createFixedClock, createInbox, fixedLinks } from "@acme/auth-testing";
import {
  openBrowserKit,
  type SessionCookie,
  testSessions,
  type TestUser,
} from "@acme/auth-testing/playwright";
import { refusalOf } from "@acme/auth-testing/refusal-of";
import { afterEach, describe, expect, it, vi } from "vitest";
import { environmentOf } from "./commands/called.js";
import { newDatabase } from "./prepared-databases.js";
import { EMAIL as ENROLLED, enrolDirectly, openWith } from "./second-factor/enrol-directly.js";
import { DATABASES, SECRET } from "./service.js";
import { unknownClient } from "./unknown-client.js";

const EMAIL = "grace@example.com";
const URL = "http://localhost:3000";
const features = [secondFactor({ url: `${URL}/second-factor` })];

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A service with a clock of today, and a kit that knows its store and its secret. */
async function open(database: (typeof DATABASES)[number]) {
  const clock = createFixedClock(new Date());
  const { auth, store, site } = await openWith(
    environmentOf(database, await newDatabase(database)),
    clock,
  );
  const kit = openBrowserKit({ site, store, secret: SECRET, features });
  closing.push(
    () => store.close(),
    () => auth.close(),
    () => kit.close(),
  );
  const callerOf = async ({ value }: SessionCookie): Promise<Caller | null> =>
    auth.sessions.identify({ sessionToken: new Secret(value), organization: null });
  return { auth, clock, kit, callerOf };
}

describe.each(DATABASES)("the kit for tests in a browser, on %s", (database) => {
  it("opens a session that the service takes, of a user who is created", async () => {
    const { kit, callerOf } = await open(database);
    const cookie = await kit.cookieFor({ email: EMAIL, name: "Grace" });
    expect(cookie).toMatchObject({ name: "session", url: URL, secure: false, httpOnly: true });
    const caller = await callerOf(cookie);
    expect(caller?.user).toMatchObject({ email: EMAIL, name: "Grace", emailVerified: true });
    expect(caller?.session).toMatchObject({ methods: "email-otp", secondFactorAt: null });
    const again = await callerOf(await kit.cookieFor(EMAIL));
    expect(again?.user.id).toBe(caller?.user.id);
    expect(again?.session.id).not.toBe(caller?.session.id);
  });

  it("opens a session of two factors where the user has enrolled a second one", async () => {
    const { auth, clock, kit, callerOf } = await open(database);
    await enrolDirectly({ auth }, clock);
    const caller = await callerOf(await kit.cookieFor(ENROLLED));
    expect(caller?.session.secondFactorAt).toBeInstanceOf(Date);
  });

  it("opens none of a suspended user", async () => {
    const { auth, kit, callerOf } = await open(database);
    const caller = await callerOf(await kit.cookieFor(EMAIL));
    await auth.users.suspend(caller!.user.id, { operator: "a test", until: null });
    expect(await kit.cookieFor(EMAIL).catch(refusalOf)).toMatchObject({ code: "UNAUTHORIZED" });
  });

  it("reads the mails of the service", async () => {
    const { auth, kit, callerOf } = await open(database);
    const { user } = (await callerOf(await kit.cookieFor(EMAIL)))!;
    await auth.emailOtp.send(user.email, "sign-in", unknownClient);
    const otp = new Secret(await kit.codeFor("Grace@Example.com"));
    const { session } = await auth.emailOtp.signIn({ email: user.email, otp }, unknownClient);
    expect(session.userId).toBe(user.id);
    await auth.magicLinks.send(
      { email: user.email, name: "", destinations: { callback: null, newUser: null, error: null } },
      unknownClient,
    );
    expect(await kit.linkFor(EMAIL)).toMatch(new RegExp(`^${URL}/`));
  });
});

it("the kit works through a service's own auth, and leaves it open", async () => {
  const store = await openMemoryStore();
  const inbox = createInbox();
  const auth = createAuth({
    store,
    mailer: inbox,
    links: fixedLinks,
    secret: SECRET,
    features: [testSessions],
  });
  closing.push(
    () => store.close(),
    () => auth.close(),
  );
  const site = createSite({ serviceUrl: "https://api.example.com", appUrl: "https://example.com" });
  const kit = openBrowserKit({ site, auth, inbox });
  const { name, value, secure } = await kit.cookieFor(EMAIL);
  expect([name, secure]).toEqual(["__Host-session", true]);
  await kit.close();
  const presented = { sessionToken: new Secret(value), organization: null };
  expect((await auth.sessions.identify(presented))?.user.email).toBe(EMAIL);
});

it("a kit that is closed says so, instead of that there is no mail", async () => {
  const { kit } = await open("sqlite");
  await kit.cookieFor(EMAIL);
  await kit.close();
  await expect(kit.codeFor(EMAIL)).rejects.toThrow("the kit is closed");
});

it("a text that is no email address gets no session", async () => {
  const { kit } = await open("sqlite");
  const user: TestUser = { email: "grace" };
  await expect(kit.cookieFor(user)).rejects.toThrow('"grace" is no email address');
});

it("the kit refuses to load in production", async () => {
  vi.resetModules();
  vi.stubEnv("NODE_ENV", "production");
  await expect(import("@acme/auth-testing/playwright")).rejects.toThrow("NODE_ENV is production");
  vi.unstubAllEnvs();
  vi.resetModules();
});
