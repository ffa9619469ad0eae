import type { KyselyStore, PlannedMigration } from "@acme/auth-kysely";
import type { Config } from "../config/config.js";
import { planSubscriptions } from "../sample/billing/subscription.js";
import { isSchemaTooNew } from "./start-failures.js";

/** What `auth-server migrate` would apply. */
export const pendingOf = async (store: KyselyStore): Promise<readonly PlannedMigration[]> => [
  ...(await store.planMigrations()),
  ...(await planSubscriptions(store)),
];

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
  store: KyselyStore,
): Promise<readonly string[]> {
  if (autoMigrate) return [];
  try {
    return idsOf(await pendingOf(store));
  } catch (thrown) {
    if (isSchemaTooNew(thrown)) throw thrown;
    return [];
  }
}
