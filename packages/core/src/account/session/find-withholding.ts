import type { Authentication, Withheld } from "../../store/authentication.js";
import type { Choices, World } from "../../store/env.js";
import type { OpenedGate, Withholding } from "../../store/sign-in-gate.js";
import type { Tx } from "../../store/store.js";
import { isSuspended } from "../user/suspension.js";

/** What opening a session depends on. */
export interface SessionWorld extends World {
  readonly choices: Pick<Choices, "requireEmailVerification">;
  /** Those of the features, in their order. */
  readonly gates: readonly OpenedGate[];
}

/**
 * Returns what withholds the session of a completed authentication; null when nothing does. The
 * rules of the base come first, so that a gate learns of no user who may not sign in at all; then
 * the gates in their order, until one withholds.
 * @throws {RangeError} for a gate that answers what it does not declare. The transaction ends with
 * it, and no session is opened.
 */
export async function findWithholding(
  tx: Tx,
  world: SessionWorld,
  authentication: Authentication,
): Promise<Withheld | null> {
  const { user } = authentication;
  if (isSuspended(user, world.clock.now())) return { withheld: "suspended" };
  if (world.choices.requireEmailVerification && !user.emailVerified)
    return { withheld: "unverified" };
  for (const opened of world.gates) {
    const answer = await opened.gate.ask(tx, authentication);
    if (answer !== "open") return withheldBy(opened, answer);
  }
  return null;
}

function withheldBy(
  { feature, refuses, cookie: name }: OpenedGate,
  { error, cookie, url }: Withholding,
): Withheld {
  if (!refuses.some(({ code }) => code === error.code))
    throw new RangeError(
      `the gate of ${feature} withholds with ${error.code}, which it does not name`,
    );
  if (cookie && name === null) throw new RangeError(`the gate of ${feature} names no cookie`);
  const kept = cookie && name !== null ? { ...cookie, name } : null;
  return {
    withheld: "by-feature",
    feature,
    error,
    continuation: { cookie: kept, url: url ?? null },
  };
}
