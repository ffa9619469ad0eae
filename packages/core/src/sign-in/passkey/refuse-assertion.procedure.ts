import { noteRefusedAttempt } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { Env } from "../../store/env.js";
import type { Passkey } from "./passkey-store.js";

export interface RefusedAssertion {
  /** One word for the owner's activity. */
  readonly reason: string;
  /** More of it, for the operator's log. */
  readonly detail?: string;
  readonly client: Client;
}

/** The refusal of an assertion, written down: whoever owns the passkey can read in their activity that it was refused. */
export async function refuseAssertion(
  env: Env,
  { id, userId }: Passkey,
  { reason, detail = reason, client }: RefusedAssertion,
): Promise<AuthError> {
  await noteRefusedAttempt(env.store, env, {
    event: "passkey.refused",
    userId,
    client,
    detail: { passkeyId: id, because: reason },
  });
  env.logger.warn("authn_login_fail", { method: "passkey", reason: detail });
  return new AuthError("AUTHENTICATION_FAILED");
}
