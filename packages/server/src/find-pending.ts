import type { KyselyStore } from "@acme/auth-kysely";
import type { Config } from "./config.js";
import { isSchemaTooNew } from "./start-failures.js";

/**
 * Returns the ids of the migrations that `AUTO_MIGRATE=false` leaves to the operator; none when the database is out of reach, which is reported by what needs it.
 * @throws {SchemaTooNew} when a newer release has changed the database so that this one does not work with it
 */
export async function findPending(
  { autoMigrate }: Config,
  store: KyselyStore,
): Promise<readonly string[]> {
  if (autoMigrate) return [];
  const { idsOf, pendingOf } = await import("./commands/migrate.js");
  try {
    return idsOf(await pendingOf(store));
  } catch (thrown) {
    if (isSchemaTooNew(thrown)) throw thrown;
    return [];
  }
}
