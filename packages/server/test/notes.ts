import type { Contributor, Store, Tx, UserId } from "@acme/auth-core";
import { toId } from "@acme/auth-core";
import { kyselyOf, runMigrations } from "@acme/auth-kysely";

type Database = { notes_note: { id: string; user_id: UserId; text: string } };
const inside = (tx: Tx) => kyselyOf(tx).withTables<Database>();

export interface Notes {
  readonly contributor: Contributor;
  migrate(): Promise<void>;
  write(userId: string, text: string): Promise<void>;
  /** All notes of all users. */
  texts(): Promise<readonly string[]>;
  /** How the next calls of each kind end, and whom calls of `eraseAfter` were about. */
  readonly failing: { export: number; eraseWithin: number; eraseAfter: number };
  readonly erasedAfter: readonly string[];
}

const CAUSE = "the note service of 10.1.2.3 fell over";

/**
 * A module of the application's own that keeps rows in the same database and something elsewhere,
 * and fails as often as it is told to.
 */
export function createNotes(storeOf: () => Store): Notes {
  const failing = { export: 0, eraseWithin: 0, eraseAfter: 0 };
  const erasedAfter: string[] = [];
  let written = 0;

  function failIfTold(what: keyof typeof failing): void {
    if (failing[what] === 0) return;
    failing[what]--;
    throw new Error(CAUSE);
  }

  const texts = (userId?: UserId): Promise<readonly string[]> =>
    storeOf().transaction(async (tx) => {
      const all = inside(tx).selectFrom("notes_note").select("text").orderBy("id");
      const rows = await (userId === undefined ? all : all.where("user_id", "=", userId)).execute();
      return rows.map(({ text }) => text);
    });

  return {
    failing,
    erasedAfter,
    texts: () => texts(),
    migrate: () =>
      runMigrations(storeOf(), {
        namespace: "notes",
        migrations: [
          {
            id: "0001-notes",
            statements: ({ id, text }) => [
              `create table notes_note (id ${id} not null primary key, user_id ${id} not null, text ${text} not null)`,
            ],
          },
        ],
      }),
    write: (userId, text) =>
      storeOf().transaction(async (tx) => {
        await inside(tx)
          .insertInto("notes_note")
          .values({ id: String(written++), user_id: toId<UserId>(userId), text })
          .execute();
      }),
    contributor: {
      section: "notes",
      async *export(userId) {
        for (const text of await texts(userId)) yield { text };
        failIfTold("export");
      },
      async eraseWithin(tx, userId) {
        await inside(tx).deleteFrom("notes_note").where("user_id", "=", userId).execute();
        failIfTold("eraseWithin");
      },
      async eraseAfter(userId) {
        failIfTold("eraseAfter");
        erasedAfter.push(userId);
      },
    },
  };
}
