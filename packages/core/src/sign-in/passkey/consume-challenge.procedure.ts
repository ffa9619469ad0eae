import { Secret } from "../../kernel/secret.js";
import type { Env } from "../../store/env.js";
import type { Ceremony, PasskeyChallenge } from "./challenge-store.js";

/**
 * Uses the challenge up, before anything else of the response is judged. Returns null when it is
 * unknown, used or expired. Of many racing calls exactly one gets it.
 */
export const consumeChallenge = (
  { store, clock, digest }: Env,
  ceremony: Ceremony,
  challenge: string,
): Promise<PasskeyChallenge | null> =>
  store.passkeyChallenges.consume(ceremony, digest.token(new Secret(challenge)), clock.now());
