import {
  type AuthenticationResponse,
  AuthError,
  type AuthOptions,
  type Caller,
  type Client,
  createAuth,
  type EmailAddress,
  type FreshCaller,
  parseEmailAddress,
  Secret,
  silentLogger,
} from "@acme/auth-core";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createInbox,
  createSeededRandom,
  createSoftwareAuthenticator,
  fixedLinks,
  linkIn,
} from "@acme/auth-testing";
import { runStoreOptions } from "@acme/auth-testing/pooling";
import { createDatabase } from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import { Pool } from "pg";
import { inject } from "vitest";
import { RFC4648 } from "../src/base32.js";
import { secondFactorTables } from "../src/kysely/tables.js";
import { hmacSha1 } from "../src/platform/hmac-sha1.js";
import { secondFactor } from "../src/second-factor.js";
import { stepOf, totpCode } from "../src/totp.js";

export const ORIGIN = "https://app.example.com";
export const PAGE = `${ORIGIN}/second-factor`;
export const PASSWORD = new Secret("correct horse battery");
/** One step of an authenticator app, in milliseconds. */
export const STEP = 30_000;

const features = [secondFactorTables] as const;

async function openPostgresStore() {
  const url = await createDatabase(inject("postgresUrl"));
  const pool = new Pool({ connectionString: url, max: 10 });
  const store = createPostgresStore(pool, { ...runStoreOptions(), features });
  await store.migrate();
  return store;
}

/** How the database of a test is opened. */
export const ENGINES = {
  SQLite: () => openMemoryStore({ features }),
  Postgres: openPostgresStore,
} as const;
export type Engine = keyof typeof ENGINES;

/** What an authenticator app shows of a URI. */
export interface App {
  codeAt(now: Date): string;
}

/** An authenticator app that has read the URI. */
export function appOf(uri: Secret): App {
  const text = new URL(uri.reveal()).searchParams.get("secret") ?? "";
  const bits = Array.from(text, (sign) => RFC4648.indexOf(sign).toString(2).padStart(5, "0")).join(
    "",
  );
  const secret = Buffer.from(bits.match(/.{8}/g)?.map((byte) => parseInt(byte, 2)) ?? []);
  return { codeAt: (now) => totpCode(hmacSha1, secret, stepOf(now)) };
}

/** A user of a test, signed in. */
export interface Person {
  readonly email: EmailAddress;
  /** Who asks without a session, from a network of their own. */
  readonly client: Client;
  readonly caller: FreshCaller;
  readonly token: Secret;
}

/** An enrolled user of a test, in the session that has confirmed the app. */
export interface EnrolledPerson extends Person {
  readonly app: App;
  readonly codes: readonly Secret[];
}

/** Opens the system over a database of its own, with ports and limits of the test's own. */
export async function openWorld(
  engine: Engine,
  { ports, policy }: Pick<AuthOptions, "ports" | "policy"> = {},
) {
  const store = await ENGINES[engine]();
  const clock = createFixedClock();
  const inbox = createInbox();
  const auth = createAuth({
    store,
    mailer: inbox,
    links: fixedLinks,
    secret: Buffer.alloc(32, 7).toString("base64"),
    features: [secondFactor({ url: PAGE })],
    relyingParty: { origins: [ORIGIN] },
    ports: { clock, random: createSeededRandom(), ...ports },
    ...(policy && { policy }),
    logger: silentLogger,
  });
  let people = 0;

  const identify = async (token: Secret): Promise<Caller | null> =>
    auth.sessions.identify({ sessionToken: token, organization: null });

  async function callerOf(token: Secret): Promise<FreshCaller> {
    const caller = await identify(token);
    if (!caller) throw new Error("the session is dead");
    return auth.sessions.requireFresh(caller);
  }

  /** A client in a network that no one else is in. */
  const nextClient = (): Client => ({
    ipAddress: "192.0.2.1",
    network: `network-${++people}`,
    userAgent: null,
    sessionToken: null,
    browserToken: null,
    organization: null,
  });

  /** A new user with a password and a verified email address. */
  async function member(): Promise<Person> {
    const client = nextClient();
    const email = parseEmailAddress(`person${people}@example.com`);
    if (!email) throw new Error("no email address");
    const input = { email, password: PASSWORD, name: "Ada", image: null, redirectTo: null };
    await auth.passwords.signUp(input, client);
    await auth.worker.runDue();
    const verification = new URL(inbox.linkFor(email)).searchParams.get("token") ?? "";
    await auth.emailVerification.verify(new Secret(verification), client);
    const { token } = await auth.passwords.signIn(
      { email, password: PASSWORD, redirectTo: null },
      client,
    );
    return { email, client, token, caller: await callerOf(token) };
  }

  /** Sets up an app for a user, and moves on to a step whose code has not been used. */
  async function enrol(person: Person): Promise<EnrolledPerson> {
    const { caller, client } = person;
    const input = { method: "totp", replace: true, password: PASSWORD } as const;
    const started = await auth.secondFactor.enable(caller, input, client);
    if (started.method !== "totp") throw new Error("no app");
    const app = appOf(started.totpUri);
    const attempt = { code: app.codeAt(clock.now()), pending: null, caller };
    const proof = await auth.secondFactor.verifyTotp(attempt, client);
    if (proof.during !== "enrolment") throw new Error("not confirmed");
    clock.advance(STEP);
    const { token } = proof;
    return { ...person, token, caller: await callerOf(token), app, codes: started.backupCodes };
  }

  const enrolled = async (): Promise<EnrolledPerson> => enrol(await member());

  /** Signs in with the password. Returns the cookie of the sign-in that is withheld. */
  async function withheld(
    { email }: Pick<Person, "email">,
    client: Client,
    own: { readonly remembered?: boolean; readonly redirectTo?: string | null } = {},
  ): Promise<Secret> {
    return cookieOf(
      auth.passwords.signIn({ email, password: PASSWORD, redirectTo: null, ...own }, client),
    );
  }

  /** Signs in by a mailed link. */
  async function openLink(
    { email, client }: Pick<Person, "email" | "client">,
    redirectTo: string | null = null,
  ) {
    const destinations = { callback: null, newUser: null, error: null };
    await auth.magicLinks.send({ email, name: "", destinations }, client);
    await auth.worker.runDue();
    // Others may have gone out with it.
    const mail = inbox.mails.findLast(({ text }) => text.includes("/magic?"));
    if (!mail) throw new Error("no link");
    const token = new Secret(new URL(linkIn(mail)).searchParams.get("token") ?? "");
    return auth.magicLinks.signIn(token, client, redirectTo);
  }

  /** Signs in by a mailed code. */
  async function enterCode({ email, client }: Person) {
    await auth.emailOtp.send(email, "sign-in", client);
    await auth.worker.runDue();
    return auth.emailOtp.signIn({ email, otp: new Secret(inbox.codeFor(email)) }, client);
  }

  /** Registers a passkey. Returns how to sign in with it. */
  async function addPasskey({ caller, client }: Person) {
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    const options = await auth.passkeys.registrationOptions(caller, {
      name: null,
      attachment: null,
    });
    const { response, ...rest } = authenticator.create(options);
    const registration = { name: "Key", response: { ...rest, response } };
    const passkey = await auth.passkeys.register(caller, registration, client);
    const use = async (from: Client = client) => {
      const { options, browser } = await auth.passkeys.authenticationOptions(null, from);
      const { response, ...assertion } = authenticator.get(options);
      const userHandle = response.userHandle ?? null;
      const answer: AuthenticationResponse = {
        ...assertion,
        response: { ...response, userHandle },
      };
      return auth.passkeys.signIn(answer, { ...from, browserToken: browser.token });
    };
    return { passkey, use };
  }

  const sessionsOf = ({ caller }: Person) => store.sessions.listLive(caller.user.id, clock.now());

  /** The subjects of the mails to a user that have gone out. */
  async function subjects({ email }: Person): Promise<readonly string[]> {
    await auth.worker.runDue();
    return inbox.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  }

  return {
    store,
    clock,
    inbox,
    auth,
    identify,
    callerOf,
    nextClient,
    member,
    enrol,
    enrolled,
    withheld,
    openLink,
    enterCode,
    addPasskey,
    sessionsOf,
    subjects,
    close: async () => {
      await auth.close();
      await store.close();
    },
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;

/** Returns the cookie of a sign-in that is withheld for its second factor. */
export async function cookieOf(signIn: Promise<unknown>): Promise<Secret> {
  const refused = await refusalOf(signIn);
  const { code, continuation } = refused;
  if (code !== "SECOND_FACTOR_REQUIRED" || !continuation?.cookie) throw refused;
  return continuation.cookie.value;
}

/** Returns what a use case refuses with. */
export async function refusalOf(work: Promise<unknown>) {
  const thrown = await work.then(
    () => new Error("it was not refused"),
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof AuthError)) throw thrown;
  return thrown;
}

/** Returns the code of what a use case refuses with; null when it does not. */
export async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (thrown) {
    return thrown instanceof Error && "code" in thrown ? String(thrown.code) : String(thrown);
  }
}
