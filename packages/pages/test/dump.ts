import type { Store } from "@acme/auth-core";
import { kyselyOf } from "@acme/auth-kysely";

/** Tables that any request may write to: limits, and when a session was used last. */
const COUNTED: readonly string[] = ["auth_counter"];

/** Every row of every table but the counters, as text. */
export const dump = (store: Pick<Store, "transaction">): Promise<readonly string[]> =>
  store.transaction(async (tx) => {
    const database = kyselyOf(tx).withTables<Readonly<Record<string, object>>>();
    const tables = await database.introspection.getTables();
    const rows: string[] = [];
    for (const { name } of tables) {
      if (COUNTED.includes(name)) continue;
      for (const row of await database.selectFrom(name).selectAll().execute())
        rows.push(`${name} ${JSON.stringify(row)}`);
    }
    return rows;
  });
