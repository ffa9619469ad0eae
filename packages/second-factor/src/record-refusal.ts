import type { Client, UserId } from "@acme/auth-core";
import { secondFactorEvents } from "./events.js";
import { guessed } from "./factor-mails.js";
import { DAILY, TOLD_WRONG_PROOF } from "./limits.js";
import type { FactorTx, FactorWorld } from "./second-factor-env.js";

/** A second proof that was wrong. */
export interface RefusedFactor {
  readonly userId: UserId;
  readonly during: "sign-in" | "step-up" | "enrolment";
  readonly method: string;
  /** The first proof, which was right. */
  readonly first: string;
  readonly client: Client;
}

/**
 * Records a wrong second proof, equal ones once in `policy.auditRepeatsEvery`. The fifth of a day is
 * told by mail: whoever tries has passed the first proof.
 */
export async function recordRefusal(
  tx: FactorTx,
  { clock, digest, policy, recordEvent, enqueueMail }: FactorWorld,
  { userId, during, method, first, client }: RefusedFactor,
): Promise<void> {
  const now = clock.now();
  const key = (what: string, ...parts: readonly string[]) =>
    `second-factor/${what}/${digest.pseudonym([userId, ...parts].join(" "))}`;
  const equal = key("refused", during, method);
  if ((await tx.counters.spend(equal, 1, policy.auditRepeatsEvery, now)).spent)
    await recordEvent(tx, {
      event: secondFactorEvents["second_factor.refused"],
      userId,
      organizationId: null,
      client,
      detail: { during, method },
    });
  if (during === "enrolment") return;
  const told = await tx.counters.spend(key("told"), TOLD_WRONG_PROOF, DAILY, now);
  if (!told.spent || told.count !== TOLD_WRONG_PROOF) return;
  await enqueueMail(tx, { mail: guessed, to: userId, data: { first }, client, by: null });
}
