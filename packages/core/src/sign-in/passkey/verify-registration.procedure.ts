import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { RegistrationResponse } from "../../ports/webauthn.js";
import type { Env } from "../../store/env.js";
import type { NewPasskey } from "./add-passkey.js";
import { checkOrigin } from "./ceremony-rules.js";
import { consumeChallenge } from "./consume-challenge.procedure.js";

/**
 * Carries out the registration ceremony (WebAuthn Level 3 §7.1) and returns the new credential, and
 * whether the browser was allowed to make it without asking its user. The challenge is used up,
 * whatever comes of it.
 *
 * @throws {AuthError} `CHALLENGE_NOT_FOUND`, `FAILED_TO_VERIFY_REGISTRATION`
 */
export async function verifyRegistration(
  env: Env,
  userId: UserId,
  response: RegistrationResponse,
): Promise<Pick<NewPasskey, "credential" | "mediation">> {
  const { webauthn, relyingParty, logger } = env;
  const refuse = (reason: string): AuthError => {
    logger.warn("passkey_registration_failed", { userId, reason });
    return new AuthError("FAILED_TO_VERIFY_REGISTRATION");
  };
  const clientData = webauthn.readClientData(response.response.clientDataJSON);
  if (!clientData) throw refuse("unreadable client data");
  const challenge = await consumeChallenge(env, "registration", clientData.challenge);
  if (challenge?.userId !== userId) throw new AuthError("CHALLENGE_NOT_FOUND");

  const originFault = checkOrigin(clientData, relyingParty);
  if (originFault === "origin") {
    // The usual cause is a wrong APP_URL: the operator needs to see both origins.
    logger.error("passkey_origin_mismatch", {
      expected: relyingParty.origins.join(" "),
      signed: clientData.origin,
    });
  }
  if (originFault) throw refuse(originFault);
  const { mediation } = challenge;
  const asked = clientData.challenge;
  const verdict = await webauthn.verifyRegistration(relyingParty, asked, response, mediation);
  if (!verdict.verified) throw refuse(verdict.reason);
  return { credential: verdict.proven, mediation };
}
