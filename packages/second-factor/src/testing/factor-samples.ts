import { type SecretHash, type SessionId, toId } from "@acme/auth-core";
import type { SessionStore } from "@acme/auth-core/store";
import { asChecked, asProven } from "@acme/auth-testing";
import { at, someUser, userId } from "@acme/auth-testing/feature-contract";
import type { TotpEnrolment } from "../enrolment-store.js";
import type { PendingSignIn } from "../pending-sign-in-store.js";
import type { Recovery } from "../recovery-store.js";
import type { SecondFactorStores } from "../second-factor-env.js";
import type { PendingSignInId, RecoveryId } from "../second-factor-ids.js";
import type { TotpSecret } from "../totp-secret-store.js";

export const ADA = userId("ada");
export const sessionOf = (name: string): SessionId => toId<SessionId>(`session-${name}`);
export const pendingId = (name: string): PendingSignInId => toId(`pending-${name}`);
export const recoveryId = (name: string): RecoveryId => toId(`recovery-${name}`);
export const hashOf = (text: string): SecretHash => asChecked<SecretHash>(`hash of ${text}`);

/** The confirmed app of Ada. */
export const someTotp = (own: Partial<TotpSecret> = {}): TotpSecret => ({
  userId: ADA,
  sealedSecret: "12345678.sealed",
  lastStep: 1_000,
  confirmedAt: at(1),
  createdAt: at(0),
  ...own,
});

/** An app that Ada is setting up, alive for a thousand milliseconds. */
export const someEnrolment = (own: Partial<TotpEnrolment> = {}): TotpEnrolment => ({
  userId: ADA,
  sessionId: sessionOf("ada"),
  sealedSecret: "12345678.sealed",
  codeHashes: [hashOf("one"), hashOf("two")],
  triesLeft: 5,
  createdAt: at(0),
  expiresAt: at(1_000),
  ...own,
});

/** A sign-in of Ada that waits, alive for a thousand milliseconds. */
export const somePending = (name: string, own: Partial<PendingSignIn> = {}): PendingSignIn => ({
  id: pendingId(name),
  tokenHash: hashOf(name),
  userId: ADA,
  method: "password",
  passkeyId: null,
  userVerified: false,
  link: null,
  remembered: null,
  redirectTo: null,
  sessionId: null,
  triesLeft: 5,
  createdAt: at(0),
  expiresAt: at(1_000),
  ...own,
});

/** A way back of Ada that is under way. */
export const someRecovery = (name: string, own: Partial<Recovery> = {}): Recovery => ({
  id: recoveryId(name),
  userId: ADA,
  startedAt: at(0),
  dueAt: at(100),
  expiresAt: at(200),
  endedAt: null,
  ended: null,
  forgetAt: null,
  ipAddress: null,
  userAgent: null,
  ...own,
});

/** Stores users, each with one session. */
export async function addUsers(
  {
    users,
    sessions,
  }: SecondFactorStores & {
    readonly users: { insertUnlessTaken(user: ReturnType<typeof someUser>): Promise<boolean> };
    readonly sessions: Pick<SessionStore, "insert">;
  },
  ...names: readonly string[]
): Promise<void> {
  for (const name of names) {
    await users.insertUnlessTaken(someUser(name));
    await sessions.insert(
      asProven({
        id: sessionOf(name),
        userId: userId(name),
        tokenHash: hashOf(`session of ${name}`),
        authenticatedAt: at(0),
        authenticatedBy: "password",
        remembered: true,
        createdAt: at(0),
        lastSeenAt: at(0),
        expiresAt: at(100_000),
        ipAddress: null,
        userAgent: null,
        methods: null,
        secondFactorAt: null,
      }),
    );
  }
}
