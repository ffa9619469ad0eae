import { lockCaller } from "../../account/session/lock-caller.js";
import type { FreshCaller } from "../../account/session/session.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { PasskeyId } from "../../kernel/ids.js";
import type { NewCredential } from "../../ports/webauthn.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { PasskeyChallenge } from "./challenge-store.js";
import { noteConditionalCreation, requireConditionalCreation } from "./conditional-creation.js";
import type { CheckedPasskey, Passkey } from "./passkey-store.js";

export interface NewPasskey {
  /** The credential, verified by the registration ceremony. */
  readonly credential: NewCredential;
  /** `conditional` when the browser was allowed to make it without asking its user. */
  readonly mediation: PasskeyChallenge["mediation"];
  readonly name: CheckedPasskey["name"];
  readonly client: Client;
}

/**
 * Stores a new passkey of the caller, and tells them by mail and in their activity.
 *
 * @throws {AuthError} `UNAUTHORIZED` when the session has ended meanwhile, `LIMIT_REACHED`,
 *   `FAILED_TO_VERIFY_REGISTRATION` when any user has the credential already,
 *   `CONDITIONAL_CREATE_NOT_ALLOWED`.
 */
export async function addPasskey(
  tx: Tx,
  world: World,
  caller: FreshCaller,
  { credential: { userVerified, ...credential }, mediation, name, client }: NewPasskey,
): Promise<Passkey> {
  const { clock, random, policy } = world;
  const user = await lockCaller(tx, world, caller);
  if (mediation === "conditional") await requireConditionalCreation(tx, world, caller);
  if ((await tx.passkeys.countByUser(user.id)) >= policy.passkeysPerUser)
    throw new AuthError("LIMIT_REACHED");
  const newHandle = random.token(policy.userHandleBytes).reveal();
  const passkey: CheckedPasskey = {
    ...credential,
    id: random.id<PasskeyId>(),
    userId: user.id,
    name,
    userHandle: await tx.passkeys.ensureUserHandle(user.id, newHandle),
    createdAt: clock.now(),
    lastUsedAt: null,
    uvInitialized: userVerified,
  };
  if (!(await tx.passkeys.insertUnlessTaken(passkey)))
    throw new AuthError("FAILED_TO_VERIFY_REGISTRATION");
  if (mediation === "conditional") await noteConditionalCreation(tx, world, user.id);
  const { id, userId, deviceType, backedUp, aaguid, createdAt } = passkey;
  await recordEvent(tx, world, {
    event: "passkey.added",
    userId,
    client,
    detail: { passkeyId: id },
    created: { id, userId, name, deviceType, backedUp, aaguid, createdAt },
  });
  await enqueueNotice(tx, world, user, {
    template: "passkey-added",
    data: { passkey: { id, name } },
    client,
    by: "session",
  });
  return passkey;
}
