import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import { provesFactors } from "../../store/sign-in-gate.js";
import {
  challengeOf,
  type Demand,
  type DemandOptions,
  meetsDemand,
  parseDemand,
  type Proofs,
  provedDemand,
  type SteppedUp,
} from "./demand.js";

/** Whose session has to meet a demand. */
export interface Proving extends Proofs {
  readonly user: { readonly id: UserId };
}

/**
 * Checks that a session meets a demand. Reads only when it does not.
 * @throws {AuthError} `INSUFFICIENT_USER_AUTHENTICATION` with the challenge, where the user can meet
 * it: enrolled, with a passkey that counts as two factors, or where only an age is asked for;
 * otherwise `SECOND_FACTOR_NOT_ENROLLED`
 */
export async function requireDemand(
  env: Pick<Env, "store" | "clock" | "gates">,
  proving: Proving,
  demand: Demand,
): Promise<void> {
  const unmet = meetsDemand(proving, demand, env.clock.now());
  if (unmet === null) return;
  if (unmet === "SECOND_FACTOR_NOT_ENROLLED" && !(await hasPasskeyOfTwo(env, proving.user.id)))
    throw new AuthError(unmet);
  throw new AuthError("INSUFFICIENT_USER_AUTHENTICATION", { challenge: challengeOf(demand) });
}

/**
 * Returns a caller, or a grant of one, with the mark that the session has met a demand.
 * @throws {AuthError} as `requireDemand`
 * @throws {RangeError} for options that are no demand
 */
export async function stepUp<T extends object>(
  env: Pick<Env, "store" | "clock" | "gates">,
  marked: T,
  { proving, demand: options }: { readonly proving: Proving; readonly demand: DemandOptions },
): Promise<T & SteppedUp> {
  const demand = parseDemand(options);
  if (demand) await requireDemand(env, proving, demand);
  return marked as T & SteppedUp;
}

/**
 * Checks that the second factor was shown recently, in the session of a user who has enrolled one.
 * Every use case begins with it that changes what protects the account, whatever route or page it is
 * called by. Of other users nothing is asked.
 * @throws {AuthError} `INSUFFICIENT_USER_AUTHENTICATION` with the challenge
 */
export async function requireProved(
  env: Pick<Env, "store" | "clock" | "gates" | "policy">,
  proving: Proving,
): Promise<void> {
  const demand = provedDemand(proving, env.policy);
  if (demand) await requireDemand(env, proving, demand);
}

/** Without a gate no passkey counts as two: nothing finds the sign-in proven. */
async function hasPasskeyOfTwo(
  { store, gates }: Pick<Env, "store" | "gates">,
  userId: UserId,
): Promise<boolean> {
  if (!provesFactors(gates)) return false;
  return (await store.passkeys.listByUser(userId)).some(({ uvInitialized }) => uvInitialized);
}
