import type { PartText } from "@acme/auth-core/texts";

/** Where a way back stands. */
export type RecoveryStage = "started" | "waits" | "due" | "expires";

/** What the mails of a way back may say. The instants are in words. */
export interface RecoveryValues {
  readonly stage: RecoveryStage;
  readonly startedAt: string;
  readonly dueAt: string;
  readonly expiresAt: string;
  /** From where it was begun: browser, system, IP address; empty when unknown. */
  readonly place: string;
}

/** The texts of every mail of the second factor, in one language. */
export interface FactorTexts {
  readonly enabled: PartText<{ readonly byPasskey: boolean }>;
  readonly replaced: PartText<object>;
  /** `byUser`: false when an operator or the way back did it. */
  readonly disabled: PartText<{ readonly byUser: boolean }>;
  /** `byPassword`: whether the first proof was the password. */
  readonly guessed: PartText<{ readonly byPassword: boolean }>;
  readonly codesReplaced: PartText<object>;
  readonly codeUsed: PartText<{ readonly left: number }>;
  readonly recovery: PartText<RecoveryValues>;
  readonly recoveryVetoed: PartText<{ readonly startedAt: string }>;
  readonly recoveryCompleted: PartText<object>;
}
