import { kyselyOf } from "@acme/auth-kysely";
import type { Inbox } from "@acme/auth-testing";
import { createFixedClock, createInbox, createSeededRandom, fixedLinks } from "@acme/auth-testing";
import type { Auth, AuthWith } from "../src/auth.js";
import type { AuthOptions } from "../src/auth-options.js";
import { arrangeSubscribers } from "../src/background/events/subscribers.js";
import { createAuth } from "../src/create-auth.js";
import type { AnyFeature } from "../src/feature.js";
import type { Client } from "../src/kernel/client.js";
import { completeUserFields } from "../src/kernel/complete-user-fields.js";
import type { EmailAddress } from "../src/kernel/email-address.js";
import { definePolicy, type Policy } from "../src/kernel/policy.js";
import { Secret } from "../src/kernel/secret.js";
import { defineSignUpRule } from "../src/kernel/sign-up-rule.js";
import type { UserFieldOptions } from "../src/kernel/user-fields.js";
import { createKeyRing } from "../src/platform/key-ring.js";
import { createDigest } from "../src/platform/node-digest.js";
import { createSealer } from "../src/platform/node-sealer.js";
import type { LogFields, Logger } from "../src/ports/logger.js";
import { OWNERSHIP } from "../src/store/ownership.js";
import { SIGN_IN_METHODS } from "../src/store/sign-in-methods.js";
import type { Store } from "../src/store/store.js";

/** A secret of 32 times this byte. */
export const secretOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64");
export const SECRET = secretOf(7);

/** Who presents nothing, and of whose IP address nothing is known but the network. */
export const nobody: Client = {
  ipAddress: null,
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};
/** Who presents nothing, with an IP address and a user agent. */
export const somebody: Client = { ...nobody, ipAddress: "192.0.2.1", userAgent: "test/1.0" };
export const from = (network: string): Client => ({ ...nobody, network });

/** What procedures share, at a fixed time and with seeded randomness. */
export const createTestWorld = (policy: Partial<Policy> = {}, clock = createFixedClock()) => {
  const keys = createKeyRing([SECRET]);
  return {
    clock,
    random: createSeededRandom(),
    digest: createDigest(keys),
    sealer: createSealer(keys),
    policy: definePolicy(policy),
    userFields: completeUserFields({}, definePolicy(policy)),
    subscribers: arrangeSubscribers([], []),
    hearers: [],
    gates: [],
    signInMethods: SIGN_IN_METHODS,
    ownership: Object.values(OWNERSHIP),
    choices: { requireEmailVerification: false, signUp: defineSignUpRule({}) },
  };
};

type TestOptions<F extends readonly AnyFeature[], U extends UserFieldOptions> = Partial<
  AuthOptions<F, U>
> &
  Pick<AuthOptions<F, U>, "store">;

/**
 * An auth on `store` whose time stands still and whose randomness is seeded, unless told otherwise.
 */
export const createTestAuth = <
  const F extends readonly AnyFeature[] = readonly [],
  const U extends UserFieldOptions = Readonly<Record<never, never>>,
>({
  ports,
  ...own
}: TestOptions<F, U>): AuthWith<F, U> =>
  createAuth<F, U>({
    mailer: createInbox(),
    links: fixedLinks,
    secret: SECRET,
    ports: { clock: createFixedClock(), random: createSeededRandom(), ...ports },
    ...own,
  });

interface Served {
  readonly auth: Auth;
  readonly inbox: Inbox;
}

/**
 * Signs in with the code that is mailed to `email`: the token of the session, its user, and who
 * calls with it.
 */
export async function signInByCode({ auth, inbox }: Served, email: EmailAddress, client = nobody) {
  await auth.emailOtp.send(email, "sign-in", client);
  await auth.worker.runDue();
  const otp = new Secret(inbox.codeFor(email));
  const { token, user } = await auth.emailOtp.signIn({ email, otp }, client);
  const caller = (await auth.sessions.identify({ sessionToken: token, organization: null }))!;
  return { token, user, caller };
}

export const PASSWORD = new Secret("correct horse battery");

/** Signs up with `PASSWORD`: the token of the session, its user, and who calls with it. */
export async function signUp({ auth }: Pick<Served, "auth">, email: EmailAddress, client = nobody) {
  const input = { email, password: PASSWORD, name: "Ada", image: null, redirectTo: null };
  const { user, signedIn } = await auth.passwords.signUp(input, client);
  const { token } = signedIn!;
  const caller = (await auth.sessions.identify({ sessionToken: token, organization: null }))!;
  return { token, user, caller };
}

/** The token of the link that was mailed to `email` last. */
export const mailedToken = (inbox: Inbox, email: EmailAddress): Secret =>
  new Secret(new URL(inbox.linkFor(email)).searchParams.get("token")!);

/** Signs up as `signUp` does, and verifies the email address with the link that is mailed there. */
export async function signUpVerified(served: Served, email: EmailAddress, client = nobody) {
  const { auth, inbox } = served;
  const { token } = await signUp(served, email, client);
  await auth.worker.runDue();
  await auth.emailVerification.verify(mailedToken(inbox, email), nobody);
  return (await auth.sessions.identify({ sessionToken: token, organization: null }))!;
}

interface LogLine {
  readonly level: keyof Logger;
  readonly event: string;
  readonly fields: LogFields | undefined;
  readonly cause: unknown;
}

/** A logger that hands every line to `write`. */
export function loggerTo(write: (line: LogLine) => unknown): Logger {
  const at =
    (level: keyof Logger): Logger["error"] =>
    (event, fields, cause) =>
      void write({ level, event, fields, cause });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

interface AuditRow {
  readonly id: string;
  readonly event: string;
  readonly user_id: string | null;
  readonly organization_id: string | null;
  readonly ip_address: string | null;
  readonly detail: string;
}

/** What is stored of the audit log, in the order in which it was written. */
export const auditRows = (store: Pick<Store, "transaction">): Promise<readonly AuditRow[]> =>
  store.transaction((tx) =>
    kyselyOf(tx)
      .withTables<{ auth_audit_entry: AuditRow }>()
      .selectFrom("auth_audit_entry")
      .selectAll()
      .orderBy("id")
      .execute(),
  );
