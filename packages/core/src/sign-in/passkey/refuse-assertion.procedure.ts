import { noteEvent } from "../../background/audit-log/note-event.procedure.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { Env } from "../../store/env.js";
import type { Passkey } from "./passkey-store.js";

export interface RefusedAssertion {
  /** One word for the activity that the owner sees. */
  readonly reason: string;
  /** For the operator's log; the reason by default. */
  readonly detail?: string;
  readonly client: Client;
}

/**
 * Records a refused assertion in the activity of the passkey's owner and in the log, unless it
 * repeats one, and returns the refusal.
 */
export async function refuseAssertion(
  env: Env,
  { id, userId }: Passkey,
  { reason, detail = reason, client }: RefusedAssertion,
): Promise<AuthError> {
  const isFirst = await noteEvent(env.store, env, {
    event: "passkey.refused",
    userId,
    client,
    detail: { passkeyId: id, because: reason },
  });
  if (isFirst) env.logger.warn("authn_login_fail", { method: "passkey", reason: detail });
  return new AuthError("AUTHENTICATION_FAILED");
}
