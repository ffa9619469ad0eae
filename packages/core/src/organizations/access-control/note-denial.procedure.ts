import { noteEvent } from "../../background/audit-log/note-event.procedure.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { OrganizationId, UserId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";

/** Which permission was denied, to whom and where. */
export interface Denial {
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  readonly permission: string;
  readonly client: Client;
}

/**
 * Audits and logs a denial, once in ten minutes for each user, organization and permission, so that
 * a retrying client cannot flood either log.
 */
export async function noteDenial(
  env: Env,
  { userId, organizationId, permission, client }: Denial,
): Promise<void> {
  const { store, logger } = env;
  const isFirst = await noteEvent(store, env, {
    event: "permission.denied",
    userId,
    organizationId,
    client,
    detail: { permission },
  });
  if (isFirst) logger.warn("authz_fail", { userId, organizationId, permission });
}

/**
 * Returns what `work` returns. Notes a denial that only shows under a lock, once its transaction
 * was rolled back, like any other.
 */
export async function notingDenials<T>(
  env: Env,
  denial: Denial,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (AuthError.is(thrown) && thrown.code === "PERMISSION_DENIED") await noteDenial(env, denial);
    throw thrown;
  }
}
