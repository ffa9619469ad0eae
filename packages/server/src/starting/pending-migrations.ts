import type { KyselyStore, PlannedMigration } from "@acme/auth-kysely";
import type { Config } from "../config/config.js";
import { isSchemaTooNew } from "./start-failures.js";

export const idsOf = (planned: readonly PlannedMigration[]): readonly string[] =>
  planned.map(({ namespace, id }) => `${namespace}/${id}`);

/**
 * Returns the ids of the migrations that `AUTO_MIGRATE=false` leaves to the operator; none when the
 * database is out of reach, which is reported by what needs it.
 * @throws {SchemaTooNew} when a newer release has changed the database so that this one does not
 * work with it
 */
export async function findPending(
  { autoMigrate }: Config,
  store: Pick<KyselyStore, "planMigrations">,
): Promise<readonly string[]> {
  if (autoMigrate) return [];
  try {
    return idsOf(await store.planMigrations());
  } catch (thrown) {
    if (isSchemaTooNew(thrown)) throw thrown;
    return [];
  }
}
