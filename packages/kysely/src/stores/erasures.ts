import type { ErasureEntry } from "@acme/auth-core";
import type { ErasureStore } from "@acme/auth-core/store";
import { sql } from "kysely";
import type { Access, BaseCompiler } from "../engine.js";
import { changed, list, statement } from "../statement.js";

/** Entries that one statement inserts. */
const BATCH = 100;
type Slot = `entry${number}`;
/** The entries in slots of their own: a statement has a fixed number of values. */
type Batch = Readonly<Record<Slot, ErasureEntry | undefined>> & { readonly now: Date };
const SLOTS = Array.from({ length: BATCH }, (_, index): Slot => `entry${index}`);

/** Before every entry. */
const NO_ENTRY = "";

export function erasures({ db }: BaseCompiler): (at: Access) => ErasureStore {
  const insert = statement((given: { entry: ErasureEntry; now: Date }) =>
    db
      .insertInto("auth_erasure")
      .values({ entry: given.entry, known_since: given.now })
      .onConflict((conflict) => conflict.column("entry").doNothing()),
  );
  const insertBatch = statement((given: Batch) =>
    db
      .insertInto("auth_erasure")
      .values(
        SLOTS.map((slot) => ({
          entry: sql<ErasureEntry>`${given[slot]}`,
          known_since: given.now,
        })),
      )
      .onConflict((conflict) => conflict.column("entry").doNothing()),
  );
  const behind = statement((given: { after: string; limit: number }) =>
    db
      .selectFrom("auth_erasure")
      .select("entry")
      .where(sql.ref<string>("entry"), ">", given.after)
      .orderBy("entry")
      .limit(given.limit),
  );

  return ({ reads, writes }) => ({
    insertUnlessKnown: async (entry, now) => (await changed(writes, insert, { entry, now })) === 1,
    async insertAllUnlessKnown(entries, now) {
      let inserted = 0;
      for (let start = 0; start < entries.length; start += BATCH) {
        const batch = entries.slice(start, start + BATCH);
        // One statement for every length: the last entry fills a short batch, and is inserted once.
        const filled = SLOTS.map((slot, index) => [slot, batch[index] ?? batch.at(-1)] as const);
        inserted += await changed(writes, insertBatch, { ...Object.fromEntries(filled), now });
      }
      return inserted;
    },
    list: async (after, limit) =>
      (await list(reads, behind, { after: after ?? NO_ENTRY, limit })).map(({ entry }) => entry),
  });
}
