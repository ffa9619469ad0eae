import type { KeyUse, Store } from "@acme/auth-core";
import { sql } from "kysely";
import type { Access, BaseCompiler } from "./engine.js";
import { toDate } from "./schema.js";
import { list, statement } from "./statement.js";

/** A table, and its column of values that name their key: its id is the first eight characters. */
export type SealedColumn = readonly [table: string, column: string];

/** Where the base keeps such values. */
export const SEALED = {
  mail: ["auth_outbox_mail", "sealed"],
  "one-time-code": ["auth_one_time_code", "code_hash"],
  "oauth-state": ["auth_oauth_state", "sealed"],
} as const satisfies Partial<Record<KeyUse["kind"], SealedColumn>>;

interface Use {
  readonly key_id: string;
  readonly rows: number | string;
  readonly oldest_at: Date | string;
}

function usesIn({ db }: BaseCompiler, [table, column]: SealedColumn) {
  const keyId = sql`substr(${sql.ref(column)}, 1, 8)`;
  const query = sql<Use>`
    select ${keyId} as key_id, count(*) as rows, min(created_at) as oldest_at
    from ${sql.table(table)} group by ${keyId} order by min(created_at)`;
  return statement<object, Use>(() => ({ compile: () => query.compile(db) }));
}

/** What is sealed, by kind. */
export type SealedColumns = Readonly<Partial<Record<KeyUse["kind"], SealedColumn>>>;

/** Returns each kind with its column. */
export const sealedIn = (
  sealed: SealedColumns,
): readonly (readonly [kind: KeyUse["kind"], column: SealedColumn])[] =>
  Object.entries(sealed) as [KeyUse["kind"], SealedColumn][];

/** Compiles the counts of all that is sealed; what it returns runs them somewhere. */
export function keyUses(
  compiler: BaseCompiler,
  sealed: readonly SealedColumns[],
): (at: Access) => Store["listKeyUses"] {
  const counts = sealed
    .flatMap(sealedIn)
    .map(([kind, column]) => ({ kind, uses: usesIn(compiler, column) }));
  return ({ reads }) =>
    async () => {
      const found: KeyUse[] = [];
      for (const { kind, uses } of counts)
        for (const { key_id: keyId, rows, oldest_at: oldestAt } of await list(reads, uses, {}))
          found.push({ keyId, kind, rows: Number(rows), oldestAt: toDate(oldestAt) });
      return found;
    };
}
