import type {
  Caller,
  Client,
  FreshCaller,
  RenewedSession,
  Secret,
  SignedIn,
  User,
  UserId,
} from "@acme/auth-core";
import type { RecoveryEnd } from "./recovery-store.js";

/** By what a second factor is shown. */
export const SECOND_FACTOR_METHODS = ["totp", "passkey", "recovery-code"] as const;
/** By what a second factor is shown. */
export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number];

/** The password of a caller who has one; null when the request has none. */
export interface PasswordGiven {
  readonly password: Secret | null;
}

/** What a user turns on. */
export interface EnableInput extends PasswordGiven {
  /** `otp` is refused: a mailed code is no second factor. */
  readonly method: "totp" | "passkey" | "otp";
  /** Whether a confirmed authenticator app is to be replaced, once the new one is confirmed. */
  readonly replace: boolean;
}

/** An authenticator app that counts once `verifyTotp` has confirmed it, in the same session. */
export interface StartedTotp {
  readonly method: "totp";
  /** The `otpauth:` URI, for a QR code that the front end draws. Shown once. */
  readonly totpUri: Secret;
  /** Ten recovery codes, which count together with the app. Shown once. */
  readonly backupCodes: readonly Secret[];
}

/** Passkeys that count as the second factor at once, because one was just shown. */
export interface EnabledPasskey extends RenewedSession {
  readonly method: "passkey";
  /** Ten recovery codes. Shown once. */
  readonly backupCodes: readonly Secret[];
}

/** New recovery codes, and the caller's session under its new token. */
export interface NewBackupCodes extends RenewedSession {
  readonly backupCodes: readonly Secret[];
}

/** A proof of a second factor, as a request gives it. */
export interface FactorAttempt {
  /** What the user typed. */
  readonly code: string;
  /**
   * The value of the cookie of a withheld sign-in, untrusted; null when the request has none. With
   * it the proof is for that sign-in, and never for the session.
   */
  readonly pending: Secret | null;
  /** Who calls, when the request presents a live session; else null. */
  readonly caller: Caller | null;
}

/** A right proof that completed a sign-in. */
export interface CompletedSignIn {
  readonly during: "sign-in";
  /** Hand it to the browser as a sign-in does, and clear the cookie of the withheld sign-in. */
  readonly signedIn: SignedIn;
  /** Where the first proof would have led; null: nowhere. Check it again before it is used. */
  readonly redirectTo: string | null;
}

/** A right proof in a session, which goes on under a new token. */
export interface ProvenSession extends RenewedSession {
  /** `enrolment`: it confirmed the authenticator app that this session had begun to set up. */
  readonly during: "enrolment" | "step-up";
  readonly user: User;
}

/** What a right proof did. */
export type FactorProof = CompletedSignIn | ProvenSession;

/** A way back that is under way, as the sign-in that waits may know it. */
export interface RecoveryTimes {
  readonly dueAt: Date;
  readonly expiresAt: Date;
}

/** A way back that is under way, as its user sees it in a session. */
export interface PendingRecovery extends RecoveryTimes {
  readonly startedAt: Date;
  /** From where it was begun, as text for people; null when unknown. */
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** A way back, as the link of its mails shows it. */
export interface InspectedRecovery extends PendingRecovery {
  /** When it was stopped; null while it is under way. */
  readonly stoppedAt: Date | null;
}

/** A sign-in that waits for its second proof. */
export interface PendingSignInView {
  /** What completes it now. */
  readonly methods: readonly SecondFactorMethod[];
  readonly expiresAt: Date;
  /** Whether the first proof has shown that the mailbox is the user's, as a way back demands. */
  readonly provesMailbox: boolean;
  /** Null too after a first proof that does not show that the mailbox is the user's. */
  readonly recovery: RecoveryTimes | null;
}

/** What is stored of a user's second factors. */
export interface StoredFactors {
  readonly enabled: boolean;
  readonly since: Date | null;
  readonly totp: { readonly confirmedAt: Date } | null;
  readonly passkeys: {
    readonly count: number;
    readonly countingAsTwo: number;
    readonly backedUp: number;
  };
  readonly recoveryCodes: { readonly left: number; readonly createdAt: Date } | null;
  /** The authenticator app that this user has begun to set up, in whichever session. */
  readonly enrolment: { readonly expiresAt: Date } | null;
  readonly recovery: Omit<PendingRecovery, "ipAddress" | "userAgent"> | null;
}

/** A way back that has ended, without the account being recovered by it. */
export interface PastRecovery {
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** By what: `link` of a mail, live `session`, second `proof`, `operator`; or it has `expired`. */
  readonly ended: Exclude<RecoveryEnd, "completed">;
  /** From where it was begun, as text for people; null when unknown. */
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** What any user has of second factors, as operators see it. */
export interface FactorsOfUser extends StoredFactors {
  /** The ways back that ended within the last 30 days, newest first. */
  readonly pastRecoveries: readonly PastRecovery[];
}

/** What a user has of second factors. */
export interface Factors extends StoredFactors {
  readonly session: {
    readonly methods: readonly string[];
    readonly factors: 1 | 2;
    readonly secondFactorAt: Date | null;
  };
  /** The caller's organizations that require two factors. */
  readonly requiredBy: readonly { readonly id: string; readonly name: string }[];
}

/** Turning the second factor on, changing it, and turning it off. */
export interface Enrolling {
  /**
   * Begins to set up an authenticator app, or lets the caller's passkeys count as second factor. An
   * app counts once `verifyTotp` has confirmed it in the same session; passkeys count at once: every
   * other session ends then, and the caller's own goes on under a new token.
   * @throws {AuthError} `EMAIL_VERIFICATION_REQUIRED`, `INVALID_PASSWORD`, `TOO_MANY_REQUESTS`,
   * `BUSY`, `INSUFFICIENT_USER_AUTHENTICATION`, `SECOND_FACTOR_NOT_ENROLLED` (passkey),
   * `TOTP_ALREADY_ENABLED`, `OTP_NOT_CONFIGURED`, `UNAUTHORIZED` when the session has ended
   * meanwhile
   * @example
   * const fresh = auth.sessions.requireFresh(caller);
   * const input = { method: "totp", replace: false, password } as const;
   * const started = await auth.secondFactor.enable(fresh, input, client);
   */
  enable(
    caller: FreshCaller,
    input: EnableInput,
    client: Client,
  ): Promise<StartedTotp | EnabledPasskey>;
  /**
   * Returns the `otpauth:` URI of the app that this session is setting up. One that is confirmed is
   * never shown.
   * @throws {AuthError} `INVALID_PASSWORD`, `TOO_MANY_REQUESTS`, `BUSY`, `TOTP_NOT_ENABLED`,
   * `TOTP_ALREADY_ENABLED`
   */
  getTotpUri(caller: FreshCaller, input: PasswordGiven, client: Client): Promise<Secret>;
  /**
   * Replaces all recovery codes, and ends every other session.
   * @throws {AuthError} `TWO_FACTOR_NOT_ENABLED`, `INVALID_PASSWORD`, `TOO_MANY_REQUESTS`, `BUSY`,
   * `INSUFFICIENT_USER_AUTHENTICATION`, `UNAUTHORIZED`
   */
  generateBackupCodes(
    caller: FreshCaller,
    input: PasswordGiven,
    client: Client,
  ): Promise<NewBackupCodes>;
  /**
   * Turns the second factor off, and ends every other session. Of a user who is only setting up an
   * app it cancels that, and changes nothing else.
   * @returns the caller's session under its new token; null when only a set-up was cancelled
   * @throws {AuthError} as `generateBackupCodes`
   */
  disable(
    caller: FreshCaller,
    input: PasswordGiven,
    client: Client,
  ): Promise<RenewedSession | null>;
}

/** Showing a second factor. */
export interface Proving {
  /**
   * Compares a code of an authenticator app: for the sign-in that waits, else for the app that the
   * caller's session is setting up, else to step the session up. Clear the cookie of the sign-in on
   * `INVALID_TWO_FACTOR_COOKIE` and `TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE`.
   * @throws {AuthError} `INVALID_TWO_FACTOR_COOKIE`, `INVALID_CODE`, `TOTP_NOT_ENABLED`,
   * `TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE`, `ACCOUNT_TEMPORARILY_LOCKED`, `ACCOUNT_SUSPENDED`,
   * `UNAUTHORIZED`, and what a gate behind this one withholds with
   * @example
   * const proof = await auth.secondFactor.verifyTotp({ code, pending, caller: null }, client);
   * if (proof.during === "sign-in") setSession(proof.signedIn);
   */
  verifyTotp(attempt: FactorAttempt, client: Client): Promise<FactorProof>;
  /**
   * The same by a recovery code, which is used up. It confirms no authenticator app.
   * @throws {AuthError} `INVALID_BACKUP_CODE` and `BACKUP_CODES_NOT_ENABLED` in the place of
   * `INVALID_CODE` and `TOTP_NOT_ENABLED`, else as `verifyTotp`
   */
  verifyBackupCode(attempt: FactorAttempt, client: Client): Promise<FactorProof>;
}

/** Sign-ins that wait for their second proof. */
export interface PendingSignIns {
  /**
   * Returns what the sign-in with that cookie waits for.
   * @throws {AuthError} `INVALID_TWO_FACTOR_COOKIE`, `ACCOUNT_SUSPENDED`
   */
  findPending(token: Secret | null): Promise<PendingSignInView>;
  /** Ends the sign-in with that cookie, if there is one: also at sign-out. */
  discardPending(token: Secret | null): Promise<void>;
}

/** What a user sees of their factors. */
export interface FactorViews {
  /** Returns what the caller has of second factors. */
  factors(caller: Caller): Promise<Factors>;
  /** Returns what any user has, for operators; null when there is no such user. */
  factorsOf(userId: UserId): Promise<FactorsOfUser | null>;
  /** Returns which of the users have enrolled a second factor. */
  whichEnrolled(userIds: readonly UserId[]): Promise<ReadonlySet<UserId>>;
}

/** The way back of a user who has lost every factor, and still has the mailbox. */
export interface Recovering {
  /** How long a way back waits before it may be completed, in milliseconds. */
  readonly recoveryWait: number;
  /**
   * Begins the way back, for a sign-in that waits after a proof of the mailbox. While one is under
   * way, returns that.
   * @throws {AuthError} `INVALID_TWO_FACTOR_COOKIE`, `MAILBOX_PROOF_REQUIRED`, `RECOVERY_VETOED`
   */
  startRecovery(token: Secret | null, client: Client): Promise<RecoveryTimes>;
  /**
   * Completes it, for a sign-in by a proof of the mailbox that began once it was due: removes every
   * credential and factor, and opens a session.
   * @throws {AuthError} `INVALID_TWO_FACTOR_COOKIE`, `MAILBOX_PROOF_REQUIRED`,
   * `RECOVERY_NOT_PENDING`, `RECOVERY_NOT_DUE`, `ACCOUNT_SUSPENDED`
   */
  completeRecovery(token: Secret | null, client: Client): Promise<CompletedSignIn>;
  /** Returns the caller's way back that is under way; null when there is none. */
  findRecovery(caller: Caller): Promise<PendingRecovery | null>;
  /**
   * Stops the caller's way back.
   * @throws {AuthError} `RECOVERY_NOT_PENDING`
   */
  vetoRecovery(caller: Caller, client: Client): Promise<void>;
  /**
   * Returns when the way back of a mailed link was begun, and stopped, for its page. Changes nothing.
   * @throws {AuthError} `INVALID_TOKEN`, `TOKEN_EXPIRED`
   */
  inspectVeto(token: Secret): Promise<InspectedRecovery>;
  /**
   * Stops the way back of a mailed link. Once it is stopped it resolves again.
   * @throws {AuthError} `INVALID_TOKEN`, `TOKEN_EXPIRED`
   */
  vetoByLink(token: Secret, client: Client): Promise<void>;
}

/** What an operator says of a removal of second factors. */
export interface FactorReset {
  /** Who does it, and why, in their own words: 1 to 500 characters, which only operators see. */
  readonly operator: string;
  /** Whether the passkeys are removed too. Default: they stay. */
  readonly passkeys?: boolean;
}

/** What an operator does for a user who has lost every factor, and the mailbox. */
export interface FactorResets {
  /**
   * Removes every factor of a user, and a way back that is under way, ends all sessions, and tells
   * the user by mail. Check before the call who may.
   * @returns false when there was nothing to remove: then nothing is changed, and nothing mailed
   * @throws {AuthError} `USER_NOT_FOUND`, `VALIDATION_ERROR`
   * @example
   * await auth.secondFactor.resetFactors(user.id, { operator: "jane@support: called back" });
   */
  resetFactors(userId: UserId, input: FactorReset): Promise<boolean>;
}

/** What one batch of sealing anew has done. */
export interface ResealedBatch {
  /** How many secrets are under the newest secret of the application now, and were not before. */
  readonly resealed: number;
  /** How many no configured secret of the application opens: they stayed as they are. */
  readonly unreadable: number;
  /** The user behind whom the next batch begins; null when all is done. */
  readonly next: UserId | null;
}

/** What follows a rotation of the application's secret. */
export interface FactorRotation {
  /**
   * Seals up to 1,000 secrets of authenticator apps anew, under the newest secret of the
   * application, so that an older one can be removed. Call it once every process has the newest. It
   * may be interrupted, and begun again from the start.
   * @param after the `next` of the batch before; null for the first
   * @example
   * let after: UserId | null = null;
   * do after = (await auth.secondFactor.resealSecrets(after)).next;
   * while (after !== null);
   */
  resealSecrets(after: UserId | null): Promise<ResealedBatch>;
}

/** What `auth.secondFactor` is. */
export interface SecondFactor
  extends
    Enrolling,
    Proving,
    PendingSignIns,
    FactorViews,
    Recovering,
    FactorResets,
    FactorRotation {}
