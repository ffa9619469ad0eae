import { after } from "../../kernel/duration.js";
import type { PasskeyChallengeId, UserId } from "../../kernel/ids.js";
import type { SecretHash } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import type { Ceremony, PasskeyChallenge } from "./challenge-store.js";

export interface ChallengeInput {
  readonly ceremony: Ceremony;
  readonly userId: UserId | null;
  readonly browserHash: SecretHash | null;
  /** Default: null. */
  readonly mediation?: PasskeyChallenge["mediation"];
}

/** A challenge for the browser, base64url, and the row that stores its hash. */
export interface ComposedChallenge {
  readonly challenge: string;
  readonly row: PasskeyChallenge;
}

/** Makes a challenge that is good for one answer. Only its hash is stored. */
export function composeChallenge(
  { clock, random, digest, policy }: World,
  input: ChallengeInput,
): ComposedChallenge {
  const challenge = random.token(policy.passkeyChallengeBytes);
  const createdAt = clock.now();
  return {
    challenge: challenge.reveal(),
    row: {
      ...input,
      mediation: input.mediation ?? null,
      id: random.id<PasskeyChallengeId>(),
      challengeHash: digest.token(challenge),
      createdAt,
      expiresAt: after(createdAt, policy.passkeyChallengeLifetime),
    },
  };
}
