import {
  type Auth,
  AuthError,
  type Client,
  defineFeature,
  type FeatureEnv,
  parseEmailAddress,
  type SignedIn,
  type UserId,
} from "@acme/auth-core";
import { asChecked } from "./as-checked.js";

/** A user whom a test signs in. One whom nobody has created yet is created. */
export interface TestUser {
  readonly email: string;
  /** Of a user who is created. Default: empty. */
  readonly name?: string;
  /** Of a user who is created. Default: true. */
  readonly emailVerified?: boolean;
}

/** Opens sessions for tests, without a credential. */
export interface TestSessions {
  /**
   * Opens a session as a completed sign-in does, in one transaction: it is recorded, it counts, and
   * the rules of the base are asked. It is of two factors where the user has enrolled a second one.
   *
   * @throws {Error} for a text that is no email address
   * @throws {AuthError} `UNAUTHORIZED` where the service would open none: the user is suspended, or
   * must verify the email address first
   */
  open(user: TestUser): Promise<SignedIn>;
}

/** What a service has on `auth` that tests may open sessions of. */
export type WithTestSessions = Pick<Auth, "clock" | "policy" | "worker"> & {
  readonly testSessions: TestSessions;
};

const NOWHERE: Client = {
  ipAddress: null,
  network: "test",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

/**
 * The feature by which tests open sessions. Only for an application that a test makes itself: name
 * it last, so that the gates of the others have been passed. No route leads to it.
 *
 * @example
 * const auth = createAuth({ ...options, features: [...features, testSessions] });
 * const { token } = await auth.testSessions.open({ email: "ada@example.com" });
 */
export const testSessions = defineFeature({
  name: "testSessions",
  // Only a feature with a gate completes the sign-ins of others; this one keeps nobody out.
  signIn: { gate: { refuses: [], create: () => ({ ask: async () => "open" as const }) } },
  create: (env): TestSessions => ({ open: (user) => open(env, user) }),
});

async function open(env: FeatureEnv, { email: text, ...rest }: TestUser): Promise<SignedIn> {
  const email = parseEmailAddress(text);
  if (!email) throw new Error(`${JSON.stringify(text)} is no email address`);
  return env.store.transaction(async (tx) => {
    const { name = "", emailVerified = true } = rest;
    const now = env.clock.now();
    const times = { createdAt: now, updatedAt: now, reclaimedAt: null };
    const id = env.random.id<UserId>();
    const isNew = await tx.users.insertUnlessTaken(
      asChecked({ id, email, name, emailVerified, image: null, ...times }),
    );
    const user = await tx.users.lockByEmail(email);
    if (!user) throw new Error(`${email} was deleted meanwhile`);
    const proof = user.secondFactorSince ? { method: null, at: now } : undefined;
    const opened = await env.completeSignIn(
      tx,
      { user, isNew, method: "email-otp", client: NOWHERE },
      proof,
    );
    if ("withheld" in opened) throw new AuthError("UNAUTHORIZED");
    return opened;
  });
}
