import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contributor, Store, Tx, UserId } from "@acme/auth-core";
import { kyselyOf, type MigrationSet, runMigrations } from "@acme/auth-kysely";
import { sql } from "kysely";

type Database = {
  readonly notebook_note: { readonly user_id: UserId; readonly text: string };
  readonly notebook_departure: { readonly request_id: string; readonly reason: string };
};

const MIGRATIONS: MigrationSet = {
  namespace: "notebook",
  migrations: [
    {
      id: "0001-notes",
      statements: ({ id, text, tableEnd }) => [
        `create table notebook_note (user_id ${id} not null, text ${text} not null)${tableEnd}`,
        `create table notebook_departure (request_id ${id} not null, reason ${text} not null)${tableEnd}`,
      ],
    },
  ],
};

/**
 * An application's own module: it keeps a note of everybody in the same database, and a drawing in
 * a file outside.
 */
export function createSampleModule(store: Store, folder: string) {
  const inside = (tx: Tx) => kyselyOf(tx).withTables<Database>();
  const drawingOf = (userId: UserId): string => join(folder, `drawing-${userId}`);

  const contributor: Contributor = {
    section: "notes",
    async *export(userId) {
      yield* await store.transaction((tx) =>
        inside(tx)
          .selectFrom("notebook_note")
          .select("text")
          .where("user_id", "=", userId)
          .execute(),
      );
    },
    async eraseWithin(tx, userId) {
      await inside(tx).deleteFrom("notebook_note").where("user_id", "=", userId).execute();
      // The tombstone says neither whose it was nor why: the tests know it by this.
      await sql`insert into notebook_departure select id, reason from auth_deletion_request where user_id = ${userId}`.execute(
        kyselyOf(tx),
      );
    },
    eraseAfter: async (userId) => rmSync(drawingOf(userId), { force: true }),
  };

  return {
    contributor,
    migrate: () => runMigrations(store, MIGRATIONS),
    async add(tx: Tx, userId: UserId): Promise<void> {
      await inside(tx)
        .insertInto("notebook_note")
        .values({ user_id: userId, text: "a note" })
        .execute();
    },
    draw: (userId: UserId): void => writeFileSync(drawingOf(userId), "a drawing"),
    hasDrawing: (userId: UserId): boolean => existsSync(drawingOf(userId)),
  };
}
