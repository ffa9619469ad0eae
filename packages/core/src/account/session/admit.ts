import type { Authentication, Withheld } from "../../store/authentication.js";
import type { Choices, World } from "../../store/env.js";
import type { OpenedGate, SecondProof, Withholding } from "../../store/sign-in-gate.js";
import type { Tx } from "../../store/store.js";
import { isSuspended } from "../user/suspension.js";
import type { CallerSession } from "./caller-store.js";
import { methodsOf } from "./methods-of.js";
import type { ProvenBy } from "./session-store.js";

/** What opening a session depends on. */
export interface SessionWorld extends World {
  readonly choices: Pick<Choices, "requireEmailVerification">;
  /** Those of the features, in their order. */
  readonly gates: readonly OpenedGate[];
}

/** A sign-in that may become a session. */
export interface Admitted {
  /** By what the session is proven: without it no store takes one. */
  readonly proven: ProvenBy;
}

/**
 * Decides whether a completed authentication becomes a session, and by what that is proven. The
 * rules of the base come first, so that a gate learns of no user who may not sign in at all; then
 * the gates in their order, until one withholds. Last, of a user who has enrolled a second factor
 * nothing is admitted that no gate found proven: a feature that is missing opens nothing.
 * @param given the proof that completes a sign-in which a gate has withheld
 * @throws {RangeError} for a gate that answers what it does not declare. The transaction ends with
 * it, and no session is opened.
 */
export async function admit(
  tx: Tx,
  world: SessionWorld,
  authentication: Authentication,
  given: SecondProof | null = null,
): Promise<Withheld | Admitted> {
  const { user } = authentication;
  if (isSuspended(user, world.clock.now())) return { withheld: "suspended" };
  if (world.choices.requireEmailVerification && !user.emailVerified)
    return { withheld: "unverified" };
  let second = given;
  for (const opened of world.gates) {
    const answer = await opened.gate.ask(tx, authentication);
    if (answer === "open") continue;
    if (!("proven" in answer)) return withheldBy(opened, answer);
    second = answer.proven;
  }
  if (user.secondFactorSince && !second) return { withheld: "second-factor" };
  return { proven: provenBy(authentication, second) };
}

function withheldBy(
  { feature, refuses, cookie: name }: OpenedGate,
  { error, cookie, url, reply }: Withholding,
): Withheld {
  if (typeof error !== "string" && !refuses.some(({ code }) => code === error.code))
    throw new RangeError(
      `the gate of ${feature} withholds with ${error.code}, which it does not name`,
    );
  if (cookie && name === null) throw new RangeError(`the gate of ${feature} names no cookie`);
  const kept = cookie && name !== null ? { ...cookie, name } : null;
  return {
    withheld: "by-feature",
    feature,
    error,
    continuation: { cookie: kept, url: url ?? null, reply: reply ?? null },
  };
}

/** The only way to a session that has not been there before. */
const provenBy = ({ method }: Authentication, second: SecondProof | null): ProvenBy =>
  proven([method], second);

/** By what a session is proven that goes on as it is, under a new token. */
export const stillProvenBy = ({ methods, secondFactorAt }: CallerSession): ProvenBy =>
  mint({ methods, secondFactorAt });

/** By what a session is proven in which its user has shown a second proof. */
export const alsoProvenBy = (session: CallerSession, second: SecondProof): ProvenBy =>
  proven(methodsOf(session), second);

/** By what a session is proven whose user has no second factor any more. */
export const provenWithoutFactor = ({ methods }: CallerSession): ProvenBy =>
  mint({ methods, secondFactorAt: null });

const proven = (methods: readonly string[], second: SecondProof | null): ProvenBy =>
  mint({
    methods: [...new Set([...methods, ...(second?.method ? [second.method] : [])])].join(" "),
    secondFactorAt: second?.at ?? null,
  });

// The brand has no value.
const mint = (by: Pick<ProvenBy, "methods" | "secondFactorAt">): ProvenBy => by as ProvenBy;
