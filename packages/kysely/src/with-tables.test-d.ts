import type { Tx } from "@acme/auth-core";
import { kyselyOf } from "./kysely-of.js";

interface NoteTable {
  id: string;
  text: string;
}
/** An interface has no index signature, so Kysely's own `withTables` takes none. */
interface Database {
  note: NoteTable;
}

declare const tx: Tx;
const inside = kyselyOf(tx).withTables<Database>();
const rows: Promise<{ text: string }[]> = inside
  .selectFrom("note")
  .select("text")
  .where("id", "=", "1")
  .execute();
void rows;
// @ts-expect-error -- the table has no such column
inside.selectFrom("note").select("colour");
// @ts-expect-error -- there is no such table
inside.selectFrom("notes");
