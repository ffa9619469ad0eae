import type { CallOptions, Routes, User } from "@acme/auth-client";
import type { SecondFactorMethod } from "./second-factor-api.js";

/** The password of a user who has one; ignored of any other. */
export interface PasswordBody {
  readonly password?: string | undefined;
}

/** What is turned on. Default: an authenticator app. */
export interface EnableBody extends PasswordBody {
  readonly method?: "totp" | "passkey" | undefined;
  /** Whether the app takes the place of one that is set up already. */
  readonly replace?: boolean | undefined;
}

/** What was turned on, or begun. */
export interface EnableReply {
  readonly method: "totp" | "passkey";
  /** The `otpauth:` URI of an authenticator app, for a QR code. */
  readonly totpURI?: string;
  readonly backupCodes: readonly string[];
}

/** A code, as it was typed. */
export interface CodeBody {
  readonly code: string;
}

/** What a right proof did. */
export interface ProofReply {
  /** Whether `url` is given. */
  readonly redirect: boolean;
  /** Where the first proof would have led, absolute. */
  readonly url?: string;
  /** Always null. The session token is in the cookie only. */
  readonly token: null;
  readonly user: User & { readonly twoFactorEnabled: boolean };
}

/** When a way back may be completed. Instants are in ISO 8601. */
export interface RecoveryTimesReply {
  readonly dueAt: string;
  readonly expiresAt: string;
}

/** What a sign-in waits for. */
export interface PendingSignInReply {
  readonly methods: readonly SecondFactorMethod[];
  readonly expiresAt: string;
  readonly recovery: RecoveryTimesReply | null;
}

/** What the caller has of second factors. */
export interface FactorsReply {
  readonly enabled: boolean;
  readonly since: string | null;
  readonly totp: { readonly confirmedAt: string } | null;
  readonly passkeys: {
    readonly count: number;
    readonly countingAsTwo: number;
    readonly backedUp: number;
  };
  readonly recoveryCodes: { readonly left: number; readonly createdAt: string } | null;
  readonly enrolment: { readonly expiresAt: string } | null;
  readonly recovery: (RecoveryTimesReply & { readonly startedAt: string }) | null;
  readonly session: {
    readonly methods: readonly string[];
    readonly factors: 1 | 2;
    readonly secondFactorAt: string | null;
  };
  readonly requiredBy: readonly { readonly id: string; readonly name: string }[];
}

/** A way back that is under way, as its user sees it in a session. */
export interface RecoveryReply {
  readonly pending:
    | (RecoveryTimesReply & {
        readonly startedAt: string;
        readonly ipAddress: string | null;
        readonly userAgent: string | null;
      })
    | null;
}

/** A call that takes `Input`. */
export type Calling<Input, Reply> = (input: Input, options?: CallOptions) => Promise<Reply>;
/** A call that takes nothing. */
export type Reading<Reply> = (options?: CallOptions) => Promise<Reply>;

/** The calls of `twoFactor`. */
export interface TwoFactorCalls {
  readonly enable: Calling<EnableBody, EnableReply>;
  readonly verifyTotp: Calling<CodeBody, ProofReply>;
  readonly verifyBackupCode: Calling<CodeBody, ProofReply>;
  readonly getTotpUri: Calling<PasswordBody, { readonly totpURI: string }>;
  readonly generateBackupCodes: Calling<
    PasswordBody,
    { readonly status: true; readonly backupCodes: readonly string[] }
  >;
  readonly disable: Calling<PasswordBody, { readonly status: true }>;
}

/** The calls of `secondFactor`. */
export interface SecondFactorCalls {
  readonly readPendingSignIn: Reading<PendingSignInReply>;
  readonly discardPendingSignIn: Reading<void>;
  readonly readFactors: Reading<FactorsReply>;
}

/** The calls of `recovery`. */
export interface RecoveryCalls {
  readonly startRecovery: Reading<RecoveryTimesReply>;
  readonly completeRecovery: Reading<ProofReply>;
  readonly readRecovery: Reading<RecoveryReply>;
  readonly vetoRecovery: Reading<void>;
}

/**
 * Turning a second factor on and off, and showing it: routes for `createAuthCall`.
 * @example
 * const call = createAuthCall({ baseUrl: "https://auth.example.com" });
 * const { user } = await call(twoFactor.verifyTotp, { code });
 */
export const twoFactor: Routes<TwoFactorCalls> = {
  enable: "POST /api/auth/two-factor/enable json",
  verifyTotp: "POST /api/auth/two-factor/verify-totp json",
  verifyBackupCode: "POST /api/auth/two-factor/verify-backup-code json",
  getTotpUri: "POST /api/auth/two-factor/get-totp-uri json",
  generateBackupCodes: "POST /api/auth/two-factor/generate-backup-codes json",
  disable: "POST /api/auth/two-factor/disable json",
};

/** The sign-in that waits, and what the caller has of second factors. */
export const secondFactor: Routes<SecondFactorCalls> = {
  readPendingSignIn: "GET /api/v1/auth/second-factor",
  discardPendingSignIn: "DELETE /api/v1/auth/second-factor",
  readFactors: "GET /api/v1/me/factors",
};

/** The way back of a user who has lost every factor. */
export const recovery: Routes<RecoveryCalls> = {
  startRecovery: "POST /api/v1/auth/recovery",
  completeRecovery: "POST /api/v1/auth/recovery/complete",
  readRecovery: "GET /api/v1/me/recovery",
  vetoRecovery: "DELETE /api/v1/me/recovery",
};
