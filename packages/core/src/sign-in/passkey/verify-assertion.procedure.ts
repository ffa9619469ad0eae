import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { Assertion, AuthenticationResponse, ClientData } from "../../ports/webauthn.js";
import type { Env } from "../../store/env.js";
import { isSameBrowser } from "../browser/bind-browser.js";
import { checkOrigin, isCounterAhead, isOwnedBy, type PresentedHandle } from "./ceremony-rules.js";
import { consumeChallenge } from "./consume-challenge.procedure.js";
import type { Passkey } from "./passkey-store.js";
import { refuseAssertion } from "./refuse-assertion.procedure.js";

/** A passkey, and the assertion that was made with it. */
export interface ProvenUse {
  readonly passkey: Passkey;
  readonly assertion: Assertion;
}

/**
 * Carries out the authentication ceremony (WebAuthn Level 3 §7.2) and returns the passkey that was
 * used. The challenge is used up, whatever comes of it.
 *
 * @throws {AuthError} `CHALLENGE_NOT_FOUND`, `PASSKEY_NOT_FOUND`, `AUTHENTICATION_FAILED`
 */
export async function verifyAssertion(
  env: Env,
  response: AuthenticationResponse,
  client: Client,
): Promise<ProvenUse> {
  const { store, webauthn, relyingParty, logger } = env;
  const { clientData, listedFor } = await redeemChallenge(env, response, client);
  const passkey = await store.passkeys.findByCredentialId(response.rawId);
  if (!passkey) {
    logger.warn("authn_login_fail", { method: "passkey", reason: "unknown passkey" });
    throw new AuthError("PASSKEY_NOT_FOUND");
  }

  const refuse = (reason: string, detail = reason): Promise<AuthError> =>
    refuseAssertion(env, passkey, { reason, detail, client });
  const originFault = checkOrigin(clientData, relyingParty);
  if (originFault === "origin") reportOrigin(env, clientData);
  if (originFault) throw await refuse(originFault);
  // An imported passkey comes from a service that may not have asked for verification. Once it has
  // a handle it is like any other.
  const userVerification = passkey.userHandle === null ? "preferred" : "required";
  const answer = { response, passkey, userVerification } as const;
  const { challenge } = clientData;
  const verdict = await webauthn.verifyAuthentication(relyingParty, challenge, answer);
  if (!verdict.verified) throw await refuse("signature", verdict.reason);
  const { userHandle } = response.response;
  const fault = judgeUse(passkey, verdict.proven, { userHandle, listedFor });
  if (fault) throw await refuse(fault);
  return { passkey, assertion: verdict.proven };
}

/** Uses up the challenge that the response signs. Returns for whom it was. */
async function redeemChallenge(env: Env, { response }: AuthenticationResponse, client: Client) {
  const clientData = env.webauthn.readClientData(response.clientDataJSON);
  if (!clientData) {
    env.logger.warn("authn_login_fail", { method: "passkey", reason: "unreadable client data" });
    throw new AuthError("AUTHENTICATION_FAILED");
  }
  const challenge = await consumeChallenge(env, "authentication", clientData.challenge);
  if (!challenge || !isSameBrowser(env, client, challenge.browserHash))
    throw new AuthError("CHALLENGE_NOT_FOUND");
  return { clientData, listedFor: challenge.userId };
}

/** Tells the operator that passkeys are used on a page whose origin is not configured. */
const reportOrigin = ({ logger, relyingParty }: Env, { origin }: ClientData): void =>
  logger.error("passkey_origin_mismatch", {
    expected: relyingParty.origins.join(" "),
    signed: origin,
  });

/**
 * Judges what the signature cannot tell: whose the passkey is, and whether there is a copy of it.
 */
function judgeUse(
  passkey: Passkey,
  { counter, deviceType }: Assertion,
  presented: PresentedHandle,
): string | null {
  if (!isOwnedBy(passkey, presented)) return "user handle";
  if (deviceType !== passkey.deviceType) return "backup eligibility";
  return isCounterAhead(passkey.counter, counter) ? null : "counter";
}
