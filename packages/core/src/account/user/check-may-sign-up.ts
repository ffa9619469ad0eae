import { recordRefusedSignUp } from "../../background/audit-log/record-refused-sign-up.js";
import { AuthError } from "../../kernel/errors.js";
import { refusalOf, SIGN_UP_REFUSALS, type SignUpRefusal } from "../../kernel/sign-up-rule.js";
import type { Logger } from "../../ports/logger.js";
import type { Choices, World } from "../../store/env.js";
import type { SignInMethod } from "../../store/sign-in-methods.js";
import type { Tx } from "../../store/store.js";
import type { User } from "./user-store.js";

/** What it depends on who may get a new account. */
export interface SignUpWorld extends World {
  readonly choices: Pick<Choices, "signUp">;
}

/** A user who may not come into being. */
export interface RefusedUser {
  readonly refused: SignUpRefusal;
  /** Whether no equal refusal was entered a short while ago. */
  readonly isFirst: boolean;
}

/** Returns whether the user may not come into being. */
export const isRefused = (outcome: object | null): outcome is RefusedUser =>
  outcome !== null && "refused" in outcome;

/**
 * Returns null when a user with that email address may come into being. Otherwise enters the
 * refusal in the audit log and returns it: what the caller's credential has used up stays used up,
 * so refuse after the transaction, with `signUpNotAllowed`. An invitation counts only when the email
 * address is verified.
 */
export async function checkMaySignUp(
  tx: Tx,
  world: SignUpWorld,
  { email, emailVerified }: Pick<User, "email" | "emailVerified">,
): Promise<RefusedUser | null> {
  const refused = refusalOf(world.choices.signUp, email);
  if (refused === null) return null;
  if (refused !== "closed" && emailVerified) {
    const invitations = await tx.invitations.listPendingFor(email, world.clock.now());
    if (invitations.length > 0) return null;
  }
  return { refused, isFirst: await recordRefusedSignUp(tx, world, refused) };
}

/** Logs the first of equal refusals, and returns the error to throw after the transaction. */
export function signUpNotAllowed(
  logger: Logger,
  { refused, isFirst }: RefusedUser,
  method: SignInMethod,
): AuthError {
  if (isFirst) logger.warn("sign_up_refused", { method, reason: refused });
  return new AuthError("SIGN_UP_NOT_ALLOWED", { message: SIGN_UP_REFUSALS[refused] });
}
