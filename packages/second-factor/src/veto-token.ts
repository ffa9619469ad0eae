import { Secret, toId } from "@acme/auth-core";
import type { FactorWorld } from "./second-factor-env.js";
import type { RecoveryId } from "./second-factor-ids.js";

const PURPOSE = "secondFactor/veto";
const CONTEXT = "veto";

type World = Pick<FactorWorld, "sealer">;

/**
 * Returns the token of the link by which a way back is stopped. It is stored nowhere: a reset of the
 * password kills stored links, and the thief of a mailbox can ask for one.
 */
export const vetoToken = ({ sealer }: World, id: RecoveryId): Secret =>
  new Secret(sealer.seal(PURPOSE, id, CONTEXT));

/** Returns which way back a token stops; null when it is no token of ours. */
export function openVetoToken({ sealer }: World, token: Secret): RecoveryId | null {
  const id = sealer.open(PURPOSE, token.reveal(), CONTEXT);
  return id === null ? null : toId<RecoveryId>(id);
}
