import type { SqliteChanges, SqliteDatabaseLike, SqliteStatementLike } from "./sqlite-database.js";

/** What is used of `node:sqlite`: the types of Node 20 know nothing of it. */
interface NodeStatement {
  all(...values: readonly unknown[]): readonly unknown[];
  get(...values: readonly unknown[]): unknown;
  run(...values: readonly unknown[]): SqliteChanges;
  columns(): readonly unknown[];
  setReturnArrays(enabled: boolean): void;
}
interface NodeDatabase {
  readonly isTransaction: boolean;
  prepare(sql: string): NodeStatement;
  close(): void;
}
interface NodeSqlite {
  readonly DatabaseSync: new (
    file: string,
    options: { readonly readOnly: boolean; readonly timeout: number },
  ) => NodeDatabase;
}

const MISSING = "this Node has no node:sqlite that a store can use: 22.16 and later have";

function load(): NodeSqlite {
  const found: unknown = process.getBuiltinModule("node:sqlite");
  if (!isNodeSqlite(found)) throw new Error(MISSING);
  return found;
}

const isNodeSqlite = (found: unknown): found is NodeSqlite =>
  typeof found === "object" && found !== null && "DatabaseSync" in found;

/** The names of SQLite's result codes that a store tells apart. */
const CODES: Readonly<Record<number, string>> = {
  5: "SQLITE_BUSY",
  10: "SQLITE_IOERR",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  15: "SQLITE_PROTOCOL",
  19: "SQLITE_CONSTRAINT",
  26: "SQLITE_NOTADB",
  787: "SQLITE_CONSTRAINT_FOREIGNKEY",
  1555: "SQLITE_CONSTRAINT_PRIMARYKEY",
  2067: "SQLITE_CONSTRAINT_UNIQUE",
};
/** What an extended code is a kind of stands in its lowest byte. */
const PRIMARY = 0xff;

/** Gives what Node throws the `code` that better-sqlite3 gives it. */
function named(thrown: unknown): unknown {
  if (!(thrown instanceof Error && "errcode" in thrown && typeof thrown.errcode === "number"))
    return thrown;
  const { errcode } = thrown;
  return Object.assign(thrown, {
    code: CODES[errcode] ?? CODES[errcode & PRIMARY] ?? "SQLITE_ERROR",
  });
}

function naming<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw named(thrown);
  }
}

function statementOf(statement: NodeStatement): SqliteStatementLike {
  const made: SqliteStatementLike = {
    reader: statement.columns().length > 0,
    all: (...values) => naming(() => statement.all(...values)),
    get: (...values) => naming(() => statement.get(...values)),
    run: (...values) => naming(() => statement.run(...values)),
    raw() {
      statement.setReturnArrays(true);
      return made;
    },
  };
  return made;
}

/** Opens a database with the SQLite of Node, to be used like one of better-sqlite3. */
export function openNodeSqlite(
  file: string,
  { readonly }: { readonly readonly: boolean },
): SqliteDatabaseLike {
  const { DatabaseSync } = load();
  const database = naming(() => new DatabaseSync(file, { readOnly: readonly, timeout: 0 }));
  return {
    get inTransaction() {
      return database.isTransaction;
    },
    prepare: (sql) => statementOf(naming(() => database.prepare(sql))),
    close: () => database.close(),
  };
}
