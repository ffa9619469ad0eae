import type { ErasureEntry, ErasureStore } from "@acme/auth-core";
import { sql } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { changed, list, statement } from "../statement.js";

/** Before every entry. */
const NO_ENTRY = "";

export function erasures({ db }: Compiler): (at: Access) => ErasureStore {
  const insert = statement((given: { entry: ErasureEntry; now: Date }) =>
    db
      .insertInto("auth_erasure")
      .values({ entry: given.entry, known_since: given.now })
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
    list: async (after, limit) =>
      (await list(reads, behind, { after: after ?? NO_ENTRY, limit })).map(({ entry }) => entry),
  });
}
