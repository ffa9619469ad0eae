import type { Store, UserId } from "@acme/auth-core";
import { runMigrations } from "@acme/auth-kysely";

/** The application's own table, in the same database. */
export interface Tables {
  readonly notes_note: { readonly author_id: UserId; readonly text: string };
}

export const migrateNotes = (store: Store): Promise<void> =>
  runMigrations(store, {
    namespace: "notes",
    migrations: [
      {
        id: "0001-notes",
        statements: ({ id, text, tableEnd }) => [
          `create table notes_note (
            author_id ${id} not null references auth_user (id) on delete cascade,
            text ${text} not null
          )${tableEnd}`,
          "create index notes_note_author on notes_note (author_id)",
        ],
      },
    ],
  });
