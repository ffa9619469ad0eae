import { AuthError, type Caller, type CallerSession, type Policy } from "@acme/auth-core";
import { after, isPast, SECOND } from "@acme/auth-core/surface";

/** What the age of a proof is compared with. */
interface Ages {
  readonly policy: Pick<Policy, "factorFreshness">;
  readonly now: Date;
}

/** Returns whether a second factor was shown in the session recently. */
export const isRecentlyProved = (
  { secondFactorAt }: Pick<CallerSession, "secondFactorAt">,
  { policy, now }: Ages,
): boolean =>
  secondFactorAt !== null && !isPast(after(secondFactorAt, policy.factorFreshness), now);

/**
 * Demands a recent second proof of a user who has a second factor; of others it asks nothing.
 * @throws {AuthError} `INSUFFICIENT_USER_AUTHENTICATION`
 */
export function requireProved({ secondFactor, session }: Caller, ages: Ages): void {
  if (!secondFactor.since || isRecentlyProved(session, ages)) return;
  throw insufficient(ages);
}

/** The refusal that asks for a step-up, with the challenge of RFC 9470. */
export function insufficient({ policy }: Pick<Ages, "policy">): AuthError {
  const maxAge = policy.factorFreshness / SECOND;
  const parameters = [
    `error="insufficient_user_authentication"`,
    `error_description="A recent second factor is needed."`,
    `acr_values="factors-2"`,
    `max_age="${maxAge}"`,
  ];
  const challenge = `Bearer ${parameters.join(", ")}`;
  return new AuthError("INSUFFICIENT_USER_AUTHENTICATION", { challenge });
}
