import type { SecretHash } from "../../kernel/secret.js";
import { after } from "../../kernel/duration.js";
import type { PasskeyChallengeId, UserId } from "../../kernel/ids.js";
import { Secret } from "../../kernel/secret.js";
import type { Env, World } from "../../store/env.js";
import type { Ceremony, PasskeyChallenge, PasskeyChallengeStore } from "./challenge-store.js";

export interface ChallengeRequest {
  readonly ceremony: Ceremony;
  readonly userId: UserId | null;
  readonly browserHash: SecretHash | null;
}

/** A fresh challenge, base64url, good for one answer. Only its hash is kept. */
export async function issueChallenge(
  { passkeyChallenges }: { readonly passkeyChallenges: PasskeyChallengeStore },
  { clock, random, digest, policy }: World,
  request: ChallengeRequest,
): Promise<string> {
  const challenge = random.token(policy.passkeyChallengeBytes);
  const createdAt = clock.now();
  await passkeyChallenges.insert({
    ...request,
    id: random.id<PasskeyChallengeId>(),
    challengeHash: digest.token(challenge),
    createdAt,
    expiresAt: after(createdAt, policy.passkeyChallengeLifetime),
  });
  return challenge.reveal();
}

/** Uses the challenge up, before anything else of the answer is looked at; null when it is not one of ours, or no more. */
export const consumeChallenge = (
  { store, clock, digest }: Env,
  ceremony: Ceremony,
  challenge: string,
): Promise<PasskeyChallenge | null> =>
  store.passkeyChallenges.consume(ceremony, digest.token(new Secret(challenge)), clock.now());
