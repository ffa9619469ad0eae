import type { Caller } from "../../account/session/caller-store.js";
import { endOtherSessions } from "../../account/session/end-other-sessions.js";
import { lockCaller } from "../../account/session/lock-caller.js";
import type { RenewedSession } from "../../account/session/renew-token.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { NewPasswordHash, Password } from "./password-store.js";

export interface PasswordReplacement {
  /** The password that was compared; null when the caller had none. */
  readonly stored: Password | null;
  readonly hash: NewPasswordHash;
  readonly client: Client;
}

/**
 * Replaces the caller's password, or sets their first one, ends their other sessions and what was
 * mailed before, and tells them by mail.
 * @throws {AuthError} `UNAUTHORIZED`; `INVALID_PASSWORD` when the password was set anew since it
 * was compared; `PASSWORD_ALREADY_SET` when there is one by now
 */
export async function replacePassword(
  tx: Tx,
  world: World,
  caller: Caller,
  { stored, hash, client }: PasswordReplacement,
): Promise<RenewedSession> {
  const user = await lockCaller(tx, world, caller);
  const userId = user.id;
  // A mere rehash keeps the time.
  const current = await tx.passwords.find(userId);
  if (current?.updatedAt.getTime() !== stored?.updatedAt.getTime())
    throw new AuthError(stored ? "INVALID_PASSWORD" : "PASSWORD_ALREADY_SET");
  await tx.passwords.replace({ userId, hash, updatedAt: world.clock.now() });
  const { session, token } = await endOtherSessions(tx, world, { user, session: caller.session });
  await tx.mailedLinks.deleteUnboundFor({ userId, email: user.email });
  await recordEvent(tx, world, { event: "password.changed", userId, client, detail: {} });
  const notice = { template: "password-changed", client, by: "session" } as const;
  await enqueueNotice(tx, world, user, notice);
  return { session, token };
}
