import type * as Kysely from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { StoreConflict } from "../src/index.js";
import type * as Ours from "../src/kysely-of.js";
import { engineOf } from "../src/kysely-store.js";
import { type Database, openMemory, openPostgres } from "./databases.js";

interface Tables {
  notes_note: { id: string; text: string; size: number };
}

/**
 * Both ends of the range. The store is opened with the version of the workspace, as it is by the
 * copy that is built into the package, and an application brings another.
 */
const VERSIONS = ["kysely-oldest", "kysely-newest"];
const DATABASES = { "SQLite in memory": openMemory, Postgres: () => openPostgres() };
const CASES = VERSIONS.flatMap((name) =>
  Object.entries(DATABASES).map(([engine, open]) => ({ name, engine, open })),
);

describe.each(CASES)("$name of an application, on $engine", ({ name, open }) => {
  let database: Database;
  let theirs: typeof Kysely;
  let kyselyOf: typeof Ours.kyselyOf;

  beforeAll(async () => {
    database = await open();
    theirs = await vi.importActual<typeof Kysely>(name);
    vi.resetModules();
    vi.doMock("kysely", () => theirs);
    ({ kyselyOf } = await import("../src/kysely-of.js"));
    vi.doUnmock("kysely");
  });
  afterAll(() => {
    // The files of a worker share their modules: what stands on this version is for no other.
    vi.resetModules();
    return database.close();
  });
  beforeEach(() =>
    inside(async (tx) => {
      await tx.schema
        .createTable("notes_note")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("text", "text", (column) => column.notNull())
        .addColumn("size", "integer", (column) => column.notNull())
        .execute();
      await tx.insertInto("notes_note").values({ id: "a", text: "first", size: 5 }).execute();
    }),
  );
  afterEach(() => inside((tx) => tx.schema.dropTable("notes_note").execute()));

  const inside = <T>(work: (tx: Kysely.Transaction<Tables>) => Promise<T>): Promise<T> =>
    database.store.transaction((tx) => work(kyselyOf(tx).withTables<Tables>()));
  const ids = () =>
    inside(async (tx) =>
      (await tx.selectFrom("notes_note").select("id").orderBy("id").execute()).map(({ id }) => id),
    );

  it("is the one that its transactions are of", async () => {
    await inside(async (tx) => {
      expect(tx).toBeInstanceOf(theirs.Transaction);
      expect(tx.isTransaction).toBe(true);
    });
  });

  it("builds queries with its own expressions, `sql` and plugins", async () => {
    const { CamelCasePlugin, expressionBuilder, sql } = theirs;
    const doubled = expressionBuilder<Tables, "notes_note">()("size", "*", 2);
    await inside(async (tx) => {
      const { changed } = await tx
        .updateTable("notes_note")
        .set({ size: doubled, text: sql`upper(${sql.ref("text")})` })
        .where(sql<boolean>`${sql.ref("id")} = ${"a"}`)
        .returning(({ fn }) => [fn<string>("lower", ["text"]).as("changed")])
        .executeTakeFirstOrThrow();
      expect(changed).toBe("first");
      const raw = sql<{ size: number }>`select size from ${sql.table("notes_note")}`;
      expect((await raw.execute(tx)).rows).toEqual([{ size: 10 }]);
      const camel = sql`select size as long_name from notes_note`;
      expect((await camel.execute(tx.withPlugin(new CamelCasePlugin()))).rows).toEqual([
        { longName: 10 },
      ]);
      const compiled = tx.selectFrom("notes_note").select("text").compile();
      expect((await tx.executeQuery(compiled)).rows).toEqual([{ text: "FIRST" }]);
      expect((await tx.introspection.getTables()).map((table) => table.name)).toContain(
        "notes_note",
      );
    });
  });

  it("has expressions and a `sql` that stand in statements of the store's own Kysely", async () => {
    const { expressionBuilder, sql } = theirs;
    const engine = engineOf(database.store);
    const row = expressionBuilder<Tables, "notes_note">();
    const query = (engine.compiler.db as unknown as Kysely.Kysely<Tables>)
      .selectFrom("notes_note")
      .select([sql<string>`upper(${sql.ref("text")})`.as("loud"), row("size", "+", 1).as("more")])
      .where(row.or([row("size", ">", 4), row("id", "in", ["b", "c"])]))
      .where(sql<boolean>`${sql.ref("id")} = 'a'`);
    expect((await engine.reads.run(query.compile())).rows).toEqual([{ loud: "FIRST", more: 6 }]);
  });

  it("counts rows, streams them, and throws its own errors", async () => {
    await inside(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("notes_note")
        .set({ size: 1 })
        .executeTakeFirstOrThrow();
      expect(numUpdatedRows).toBe(1n);
      const streamed = [];
      for await (const row of tx.selectFrom("notes_note").select("id").stream()) streamed.push(row);
      expect(streamed).toEqual([{ id: "a" }]);
      await expect(
        tx.selectFrom("notes_note").select("id").where("id", "=", "b").executeTakeFirstOrThrow(),
      ).rejects.toBeInstanceOf(theirs.NoResultError);
    });
  });

  it("commits and rolls back with the store, and begins nothing of its own", async () => {
    const add = (tx: Kysely.Transaction<Tables>, id: string) =>
      tx.insertInto("notes_note").values({ id, text: "", size: 0 }).execute();
    await inside((tx) => add(tx, "b"));
    const failing = inside(async (tx) => {
      await add(tx, "c");
      throw new Error("refused");
    });
    await expect(failing).rejects.toThrow("refused");
    await expect(inside((tx) => add(tx, "a"))).rejects.toBeInstanceOf(StoreConflict);
    const nested = inside(async (tx) => {
      await add(tx, "d");
      await tx.startTransaction().execute();
    });
    await expect(nested).rejects.toThrow(/cannot begin within a transaction|not supported/);
    expect(await ids()).toEqual(["a", "b"]);
  });
});
