import type { Caller } from "../../account/session/caller-store.js";
import { endOtherSessions } from "../../account/session/end-other-sessions.js";
import { lockCaller } from "../../account/session/lock-caller.js";
import type { RenewedSession } from "../../account/session/renew-token.js";
import { countSignInMethods } from "../../account/sign-in-method/count-sign-in-methods.js";
import type { OfferedMethods } from "../../account/sign-in-method/offered-methods.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { PasskeyId } from "../../kernel/ids.js";
import type { RelyingParty } from "../../ports/webauthn.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { type PasskeySignals, readSignals } from "./passkey-signals.js";

export interface PasskeyRemoval {
  readonly id: PasskeyId;
  /** The sign-in methods that the application offers: one of them must remain to the user. */
  readonly offered: OfferedMethods;
  readonly relyingParty: RelyingParty;
  readonly client: Client;
}

/** The caller's session under a new token, and what authenticators are to be told. */
export interface RemovedPasskey extends RenewedSession {
  /** Without the passkey that is gone. */
  readonly signals: readonly PasskeySignals[];
}

/**
 * Removes one of the caller's passkeys, ends their other sessions, and tells them by mail and in
 * their activity. Returns the caller's session under its new token, and what authenticators are to be
 * told.
 *
 * @throws {AuthError} `PASSKEY_NOT_FOUND`, also for another user's passkey, `LAST_SIGN_IN_METHOD`,
 * `UNAUTHORIZED` when the session has ended meanwhile
 */
export async function removePasskey(
  tx: Tx,
  world: World,
  caller: Caller,
  { id, offered, relyingParty, client }: PasskeyRemoval,
): Promise<RemovedPasskey> {
  const user = await lockCaller(tx, world, caller);
  const userId = user.id;
  const removed = (await tx.passkeys.listByUser(userId)).find((each) => each.id === id);
  if (!removed || !(await tx.passkeys.delete(userId, id))) throw new AuthError("PASSKEY_NOT_FOUND");
  if ((await countSignInMethods(tx, world, { offered, userId })) === 0)
    throw new AuthError("LAST_SIGN_IN_METHOD");
  const { session, token } = await endOtherSessions(tx, world, { user, session: caller.session });
  const detail = { passkeyId: id };
  await recordEvent(tx, world, { event: "passkey.removed", userId, client, detail });
  await enqueueNotice(tx, world, user, {
    template: "passkey-removed",
    data: { passkey: { id, name: removed.name } },
    client,
    by: "session",
  });
  return { session, token, signals: await readSignals(tx, relyingParty, user) };
}
