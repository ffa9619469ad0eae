import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { stepsOf } from "../migration-steps.js";
import { createSqliteStore } from "../sqlite.js";
import { OWN_MIGRATIONS } from "./own-migrations.js";
import { declaredBy } from "./phase.js";

const phaseOf = (...statements: readonly string[]) =>
  declaredBy({ id: "0002-second", statements: () => statements }, statements);

describe("a migration that declares nothing", () => {
  it.each([
    ["create table t (id integer not null)"],
    ["create index i on t (a)"],
    ["create view v as select a from t"],
    ["alter table t add column a text"],
    ["alter table t add column type text, add column b integer not null default 0"],
    ["insert into t (a) values (1)"],
    ["create table n (id integer)", "create unique index i on n (id)", "update n set id = 1"],
    ["create table n (id integer)", "alter table n rename to m"],
  ])("expands by %s", (...statements) => {
    expect(phaseOf(...statements)).toEqual({ phase: "expand", oldestSchema: 0 });
  });

  it.each([
    ["create unique index i on t (a)"],
    ["create or replace view v as select a from t"],
    ["update t set a = null"],
    ["delete from t"],
    ["insert or replace into t (a) values (1)"],
    ["alter table t add constraint c check (a > 0)"],
    ["drop index i"],
  ])("contracts by %s, unless it declares that it expands", (...statements) => {
    expect(phaseOf(...statements)).toEqual({ phase: "contract", oldestSchema: 2 });
    const migration = { id: "0002-second", statements: () => statements };
    expect(declaredBy({ ...migration, phase: "expand" }, statements)).toEqual({
      phase: "expand",
      oldestSchema: 0,
    });
  });

  it.each([
    ["drop table t"],
    ["drop view v"],
    ["alter table t drop column a"],
    ["alter table t add column b text, drop a"],
    ["alter table t rename to u"],
    ["alter table t rename column a to b"],
    ["alter table only t alter column a set not null"],
    ["alter table t alter a type text"],
    ["alter table t add column a text not null -- default"],
    ["create table n (id integer)", "insert into n select id from t", "drop table t"],
  ])("contracts by %s, and cannot declare that it expands", (...statements) => {
    expect(phaseOf(...statements)).toEqual({ phase: "contract", oldestSchema: 2 });
    const migration = { id: "0002-second", statements: () => statements };
    expect(() => declaredBy({ ...migration, phase: "expand" }, statements)).toThrow(
      "0002-second is declared as expand",
    );
  });
});

describe("the library's own migrations", () => {
  const DIALECTS = ["postgres", "sqlite"] as const;

  it("keep the statements with which they were released", () => {
    const released = DIALECTS.map((dialect) =>
      stepsOf(OWN_MIGRATIONS, dialect)
        .slice(0, 12)
        .map(({ id, checksum }) => [id, checksum]),
    );
    expect(createHash("sha256").update(JSON.stringify(released)).digest("hex")).toBe(
      "1e1204bb0433edcf92f499321fcf359eb9179f415836d1edbb91bc1b97f17d2b",
    );
  });

  it("rewrite rows of existing tables some at a time only, since the twelve of the first releases", () => {
    for (const { id, statements } of stepsOf(OWN_MIGRATIONS, "postgres").slice(12))
      expect([id, statements.filter((text) => /^\s*(?:update|delete)\b/i.test(text))]).toEqual([
        id,
        [],
      ]);
  });

  it("each declare their phase, and until the next major release all of them expand", async () => {
    for (const migration of OWN_MIGRATIONS.migrations)
      if (!("movedTo" in migration))
        expect([migration.id, migration.phase]).toEqual([migration.id, "expand"]);
    for (const dialect of DIALECTS)
      for (const { id, declared } of stepsOf(OWN_MIGRATIONS, dialect))
        expect([id, declared()]).toEqual([id, { phase: "expand", oldestSchema: 0 }]);
    const store = createSqliteStore(":memory:");
    expect((await store.planMigrations()).map(({ phase }) => phase)).not.toContain("contract");
    await store.close();
  });
});
