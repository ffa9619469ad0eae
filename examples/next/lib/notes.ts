import { AuthError, type Store, type UserId } from "@acme/auth-core";
import { kyselyOf, runMigrations } from "@acme/auth-kysely";

/** The application's own table, in the same database. */
interface Tables {
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

export const listNotes = (store: Store, author: UserId) =>
  store.transaction((tx) =>
    kyselyOf(tx)
      .withTables<Tables>()
      .selectFrom("notes_note")
      .select("text")
      .where("author_id", "=", author)
      .execute(),
  );

/** @throws {AuthError} `VALIDATION_ERROR` */
export async function writeNote(store: Store, author: UserId, text: unknown): Promise<string> {
  if (typeof text !== "string" || text.trim() === "")
    throw new AuthError("VALIDATION_ERROR", { message: "A note has a text." });
  await store.transaction((tx) =>
    kyselyOf(tx)
      .withTables<Tables>()
      .insertInto("notes_note")
      .values({ author_id: author, text })
      .execute(),
  );
  return text;
}
