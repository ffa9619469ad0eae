import { after, HOUR, isPast, MINUTE, SECOND } from "../../kernel/duration.js";
import type { Policy } from "../../kernel/policy.js";
import type { Caller } from "./caller-store.js";

/** A time in whole seconds, minutes or hours, from `60s` to `24h`: `10m`. */
export type Within = `${number}${"s" | "m" | "h"}`;

/** What a route or a guard asks of a session besides that it is alive. */
export interface DemandOptions {
  /** Two: a second factor was shown in the session, or its passkey counts as two. */
  readonly factors?: 2;
  /**
   * How long ago the user may have authenticated; where two factors are asked for, how long ago the
   * second was shown. At exactly that age it is too long ago. Default: at any time in the session.
   */
  readonly within?: Within;
}

/** What is asked of a session, read from `DemandOptions`. */
export interface Demand {
  /** Null: one factor is enough. */
  readonly factors: 2 | null;
  /** In milliseconds; null: at any time in the session. */
  readonly within: number | null;
}

declare const steppedUp: unique symbol;
/**
 * The mark of a caller or a grant whose session has met a demand: `Granted<"payouts:write"> &
 * SteppedUp`. Only `requireSteppedUp` mints it.
 */
export interface SteppedUp {
  /** For the compiler alone. */
  readonly [steppedUp]: true;
}

/** What of a caller decides whether a demand is met. */
export interface Proofs {
  readonly session: Pick<Caller["session"], "authenticatedAt" | "secondFactorAt">;
  readonly secondFactor: Pick<Caller["secondFactor"], "since">;
}

/** Why a demand is not met: a refusal of `ERRORS`. */
export type UnmetDemand = "INSUFFICIENT_USER_AUTHENTICATION" | "SECOND_FACTOR_NOT_ENROLLED";

const WITHIN = /^([1-9]\d{0,4})([smh])$/;
const UNITS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR };
/** The shortest and the longest `within`, in milliseconds. */
const SHORTEST = MINUTE;
const LONGEST = 24 * HOUR;

/**
 * Reads what is asked of a session; null when nothing is.
 * @throws {RangeError} for other `factors` than two, and a `within` that is no such time
 */
export function parseDemand({ factors, within }: DemandOptions): Demand | null {
  // JavaScript does not check types.
  const given: unknown = factors;
  if (given !== undefined && given !== 2)
    throw new RangeError("factors: 2 is the only number that can be asked for");
  if (factors === undefined && within === undefined) return null;
  return { factors: factors ?? null, within: within === undefined ? null : milliseconds(within) };
}

function milliseconds(within: string): number {
  const [, count, unit = ""] = WITHIN.exec(within) ?? [];
  const duration = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (duration >= SHORTEST && duration <= LONGEST) return duration;
  throw new RangeError(`within: ${within} is not a whole time from 60s to 24h, such as 10m`);
}

/**
 * Returns why a session does not meet a demand, null when it does. Of users who have not enrolled it
 * says so: the caller does not tell whether they have a passkey that counts as two factors.
 */
export function meetsDemand(
  { session, secondFactor }: Proofs,
  { factors, within }: Demand,
  now: Date,
): UnmetDemand | null {
  const provenAt = factors === null ? session.authenticatedAt : session.secondFactorAt;
  const isMet = provenAt !== null && (within === null || !isPast(after(provenAt, within), now));
  if (isMet) return null;
  return factors === null || secondFactor.since !== null
    ? "INSUFFICIENT_USER_AUTHENTICATION"
    : "SECOND_FACTOR_NOT_ENROLLED";
}

/** What is asked of every session that works in an organization which requires a second factor. */
export const TWO_FACTORS: Demand = { factors: 2, within: null };

/**
 * Returns what is asked of a session before a change of what protects the account: of a user who has
 * enrolled, a recent proof of the second factor; of others nothing.
 */
export const provedDemand = (
  { secondFactor }: Pick<Proofs, "secondFactor">,
  { factorFreshness }: Pick<Policy, "factorFreshness">,
): Demand | null => (secondFactor.since === null ? null : { factors: 2, within: factorFreshness });

/**
 * Returns the header `WWW-Authenticate` by which a demand is refused that its user can meet
 * (RFC 9470 §3).
 */
export function challengeOf({ factors, within }: Demand): string {
  const description =
    factors === null ? "More recent authentication is required" : "Two factors are required";
  return [
    `Bearer error="insufficient_user_authentication"`,
    `error_description="${description}"`,
    ...(factors === null ? [] : [`acr_values="factors-${factors}"`]),
    ...(within === null ? [] : [`max_age="${within / SECOND}"`]),
  ].join(", ");
}
