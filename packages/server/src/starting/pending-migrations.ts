import type { KyselyStore, PlannedMigration } from "@acme/auth-kysely";
import type { Config } from "../config/config.js";
import { planSubscriptions } from "../sample/billing/subscription.js";
import { isSchemaTooNew } from "./start-failures.js";

export interface Planned extends PlannedMigration {
  /** Whose tables it changes. */
  readonly namespace: "auth" | "billing";
}

/** What `auth-server migrate` would apply. */
export const pendingOf = async (store: KyselyStore): Promise<readonly Planned[]> => [
  ...(await store.planMigrations()).map((one) => ({ namespace: "auth" as const, ...one })),
  ...(await planSubscriptions(store)).map((one) => ({ namespace: "billing" as const, ...one })),
];

export const idsOf = (planned: readonly Planned[]): readonly string[] =>
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
