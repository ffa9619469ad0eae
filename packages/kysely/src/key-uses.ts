import type { KeyUse, Store } from "@acme/auth-core";
import { sql } from "kysely";
import type { Access, Compiler } from "./engine.js";
import { toDate } from "./schema.js";
import { list, statement } from "./statement.js";

/** Where values are kept that name their key: its id is the first eight characters. */
const SEALED = {
  mail: ["auth_outbox_mail", "sealed"],
  "one-time-code": ["auth_one_time_code", "code_hash"],
  "oauth-state": ["auth_oauth_state", "sealed"],
  "webhook-secret": ["auth_webhook_endpoint", "sealed_secret"],
} as const satisfies Readonly<Record<KeyUse["kind"], readonly [table: string, column: string]>>;

interface Use {
  readonly key_id: string;
  readonly rows: number | string;
  readonly oldest_at: Date | string;
}

function usesIn({ db }: Compiler, kind: KeyUse["kind"]) {
  const [table, column] = SEALED[kind];
  const keyId = sql`substr(${sql.ref(column)}, 1, 8)`;
  const query = sql<Use>`
    select ${keyId} as key_id, count(*) as rows, min(created_at) as oldest_at
    from ${sql.table(table)} group by ${keyId} order by min(created_at)`;
  return statement<object, Use>(() => ({ compile: () => query.compile(db) }));
}

/** Compiles the counts; what it returns runs them somewhere. */
export function keyUses(compiler: Compiler): (at: Access) => Store["listKeyUses"] {
  const kinds = Object.keys(SEALED) as KeyUse["kind"][];
  const counts = kinds.map((kind) => ({ kind, uses: usesIn(compiler, kind) }));
  return ({ reads }) =>
    async () => {
      const found: KeyUse[] = [];
      for (const { kind, uses } of counts)
        for (const { key_id: keyId, rows, oldest_at: oldestAt } of await list(reads, uses, {}))
          found.push({ keyId, kind, rows: Number(rows), oldestAt: toDate(oldestAt) });
      return found;
    };
}
