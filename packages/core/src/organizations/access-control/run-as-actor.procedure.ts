import type { Client } from "../../kernel/client.js";
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { type ActorAtWork, lockAsActor } from "../organization/lock-as-actor.js";
import { type Granted, requireGrant } from "./granted.js";
import { notingDenials } from "./note-denial.procedure.js";
import type { CorePermission } from "./permissions.js";

/** What an actor is about to do: with which grant, by which permission, from where. */
export interface ActorRequest<P extends CorePermission> {
  readonly granted: Granted<P>;
  readonly permission: P;
  readonly client: Client;
}

/**
 * Runs `work` in one transaction, under the organization's lock, when the actor's role has the
 * permission under that lock too. A denial that only shows there is noted like any other.
 * @throws {AuthError} `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`
 */
export async function runAsActor<P extends CorePermission, T>(
  env: Env,
  { granted, permission, client }: ActorRequest<P>,
  work: (tx: Tx, at: ActorAtWork) => Promise<T>,
): Promise<T> {
  // A forged grant is not a denial of the user that it names.
  const { userId, organizationId } = requireGrant(granted, permission);
  return notingDenials(env, { userId, organizationId, permission, client }, () =>
    env.store.transaction(async (tx) => work(tx, await lockAsActor(tx, granted, permission))),
  );
}
