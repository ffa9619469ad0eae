import type { SessionWorld } from "./account/session/admit.js";
import { isWithheld, openSession, type SignedIn } from "./account/session/open-session.js";
import type { LockedUser } from "./account/user/user-store.js";
import { AuthError } from "./kernel/errors.js";
import { linkAccount, tellLinked } from "./sign-in/oauth/link-account.js";
import type { Authentication, AwaitedLink, Withheld } from "./store/authentication.js";
import type { SecondProof } from "./store/sign-in-gate.js";
import type { Tx } from "./store/store.js";

/**
 * Opens the session of a sign-in that the gate of a feature has withheld, as its first proof would
 * have: the rules of the base and the gates behind that one are asked, and the account of a provider
 * that the sign-in was to link is linked.
 * @param feature the name of the feature
 * @throws {AuthError} `UNAUTHORIZED` when that account is linked to another user by now
 * @throws {RangeError} for a feature without a gate
 */
export async function completeSignIn(
  tx: Tx,
  world: SessionWorld,
  feature: string,
  { authentication, proof = null }: CompletedSignIn,
): Promise<SignedIn | Withheld> {
  const own = world.gates.findIndex((opened) => opened.feature === feature);
  if (own < 0) throw new RangeError(`${feature} has no gate`);
  const behind = { ...world, gates: world.gates.slice(own + 1) };
  const opened = await openSession(tx, behind, authentication, proof);
  const { link, user, client } = authentication;
  if (!link || isWithheld(opened)) return opened;
  if (await linkAccount(tx, world, { ...link, user, client }))
    await tellLinked(tx, world, { ...link, user, client, by: "provider" });
  else await requireLinked(tx, user, link);
  return opened;
}

/** A sign-in in another tab may have been completed first, and have linked it. */
async function requireLinked(
  tx: Tx,
  user: LockedUser,
  { providerId, subject }: AwaitedLink,
): Promise<void> {
  const account = await tx.linkedAccounts.find(providerId, subject);
  if (account?.userId !== user.id) throw new AuthError("UNAUTHORIZED");
}

/** A sign-in whose user has shown what the gate asked for. */
export interface CompletedSignIn {
  readonly authentication: Authentication;
  /** The second proof; null where the gate asked for something else. */
  readonly proof?: SecondProof | null;
}
