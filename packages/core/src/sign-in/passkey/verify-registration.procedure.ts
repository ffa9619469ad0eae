import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import type { NewCredential, RegistrationResponse } from "../../ports/webauthn.js";
import { checkOrigin } from "./ceremony-rules.js";
import { consumeChallenge } from "./exchange-challenge.js";

/**
 * The registration ceremony (WebAuthn Level 3 §7.1): the new credential, or a refusal. The challenge is used up whatever comes of it.
 * Throws `CHALLENGE_NOT_FOUND` and `FAILED_TO_VERIFY_REGISTRATION`.
 */
export async function verifyRegistration(
  env: Env,
  userId: UserId,
  response: RegistrationResponse,
): Promise<NewCredential> {
  const { webauthn, relyingParty, logger } = env;
  const refuse = (reason: string): AuthError => {
    logger.warn("passkey_registration_failed", { userId, reason });
    return new AuthError("FAILED_TO_VERIFY_REGISTRATION");
  };
  const said = webauthn.readClientData(response.response.clientDataJSON);
  if (!said) throw refuse("unreadable client data");
  const challenge = await consumeChallenge(env, "registration", said.challenge);
  if (challenge?.userId !== userId) throw new AuthError("CHALLENGE_NOT_FOUND");

  const misplaced = checkOrigin(said, relyingParty);
  if (misplaced === "origin") {
    // The usual cause is a wrong APP_URL: the operator needs to see both.
    logger.error("passkey_origin_mismatch", {
      expected: relyingParty.origins.join(" "),
      signed: said.origin,
    });
  }
  if (misplaced) throw refuse(misplaced);
  const verdict = await webauthn.verifyRegistration(relyingParty, said.challenge, response);
  if (!verdict.verified) throw refuse(verdict.reason);
  return verdict.proven;
}
