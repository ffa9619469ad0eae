import type { QueueRow } from "@acme/auth-core";
import type { LeasedQueue, LeaseToken } from "@acme/auth-core/store";
import {
  type Access,
  changed,
  type Compiler,
  type FeatureTables,
  first,
  instant,
  leasedQueue,
  list,
  mapperOf,
  statement,
  tablesOf,
  type Timestamp,
} from "@acme/auth-kysely/tables";

/** A feature of an application, as its author would write its tables. */
interface EntryTable {
  id: string;
  email: string;
  sealed: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

interface CallTable {
  id: string;
  status: "queued" | "dead";
  attempts: number;
  next_attempt_at: Timestamp;
  created_at: Timestamp;
  lease: LeaseToken | null;
}

export interface WaitingTables {
  waiting_entry: EntryTable;
  waiting_call: CallTable;
}

export interface Entry {
  readonly id: string;
  readonly email: string;
  readonly sealed: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface WaitingStores {
  readonly waitingEntries: {
    insert(entry: Entry): Promise<void>;
    find(id: string): Promise<Entry | null>;
    list(): Promise<readonly Entry[]>;
  };
  readonly waitingCalls: LeasedQueue<QueueRow>;
}

const ENTRY = mapperOf<Entry, EntryTable>()({
  id: "id",
  email: "email",
  sealed: "sealed",
  createdAt: instant("created_at"),
  expiresAt: instant("expires_at"),
});

const CALL = mapperOf<QueueRow, CallTable>()({
  id: "id",
  attempts: "attempts",
  nextAttemptAt: instant("next_attempt_at"),
  createdAt: instant("created_at"),
});

const entries = (compiler: Compiler) => {
  const db = tablesOf<WaitingTables>(compiler);
  const insert = statement((given: Entry) =>
    db.insertInto("waiting_entry").values(ENTRY.toRow(given)),
  );
  const all = db.selectFrom("waiting_entry").select(ENTRY.columns).orderBy("id");
  const find = statement((given: { id: string }) => all.where("id", "=", given.id));
  const every = statement((_given: object) => all);
  return ({ reads, writes }: Access): WaitingStores["waitingEntries"] => ({
    async insert(entry) {
      await changed(writes, insert, entry);
    },
    find: async (id) => ENTRY.toEntityOrNull(await first(reads, find, { id })),
    list: async () => (await list(reads, every, {})).map(ENTRY.toEntity),
  });
};

const calls = (compiler: Compiler) => {
  const db = tablesOf<WaitingTables>(compiler);
  const queueAt = leasedQueue(compiler, {
    table: "waiting_call",
    columns: CALL.columns,
    toRow: CALL.toEntity,
  });
  const enqueue = statement((given: QueueRow) =>
    db.insertInto("waiting_call").values({ ...CALL.toRow(given), status: "queued", lease: null }),
  );
  return (at: Access): WaitingStores["waitingCalls"] => ({
    ...queueAt(at),
    async enqueue(row) {
      await changed(at.writes, enqueue, row);
    },
  });
};

export const waitingTables: FeatureTables<WaitingStores, WaitingTables> = {
  name: "waiting",
  migrations: {
    namespace: "waiting",
    migrations: [
      {
        id: "0001-entries",
        statements: ({ id, text, timestamp, integer, tableEnd }) => [
          `create table waiting_entry (
            id ${id} not null primary key,
            email ${text} not null,
            sealed ${text} not null,
            created_at ${timestamp} not null,
            expires_at ${timestamp} not null
          )${tableEnd}`,
          `create table waiting_call (
            id ${id} not null primary key,
            status ${text} not null,
            attempts ${integer} not null,
            next_attempt_at ${timestamp} not null,
            created_at ${timestamp} not null,
            lease ${text}
          )${tableEnd}`,
        ],
      },
    ],
  },
  stores: { waitingEntries: entries, waitingCalls: calls },
  lifetimes: { waiting_entry: { key: "id", ends: "expires_at" }, waiting_call: null },
  sealed: { "waiting/entry": ["waiting_entry", "sealed"] },
};
