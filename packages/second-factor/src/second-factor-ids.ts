import type { Brand } from "@acme/auth-core";

/** Names a sign-in that waits for its second proof. */
export type PendingSignInId = Brand<string, "PendingSignInId">;
/** Names a way back. */
export type RecoveryId = Brand<string, "RecoveryId">;
