import type { SessionWorld } from "../../account/session/admit.js";
import { openSession, type SignedIn } from "../../account/session/open-session.js";
import { isRefused, type SignUpWorld } from "../../account/user/check-may-sign-up.js";
import { insertUser } from "../../account/user/insert-user.js";
import type { CheckedUser } from "../../account/user/user-store.js";
import { forgetRefusedSignUp } from "../../background/audit-log/count-repeat.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { Withheld } from "../../store/authentication.js";
import type { Tx } from "../../store/store.js";
import {
  enqueueVerification,
  type VerificationMail,
} from "../email-verification/enqueue-verification.js";
import type { NewPasswordHash } from "./password-store.js";

export interface Registration {
  readonly user: CheckedUser;
  readonly hash: NewPasswordHash;
  readonly verification: VerificationMail;
  readonly client: Client;
}

/**
 * Stores a user who signs up, with their password, mails the verification link and opens a session.
 * Returns null, and nothing is changed, when the email address is taken.
 * @throws {AuthError} `SIGN_UP_NOT_ALLOWED`
 */
export async function registerUser(
  tx: Tx,
  world: SessionWorld & SignUpWorld,
  { user, hash, verification, client }: Registration,
): Promise<SignedIn | Withheld | null> {
  const inserted = await insertUser(tx, world, { user, method: "password", client });
  if (isRefused(inserted)) throw new AuthError("SIGN_UP_NOT_ALLOWED");
  if (!inserted) return null;
  await forgetRefusedSignUp(tx, world, user.email);
  await tx.passwords.replace({ userId: user.id, hash, updatedAt: user.createdAt });
  await enqueueVerification(tx, world, verification);
  return openSession(tx, world, { user: inserted, method: "password", client });
}
