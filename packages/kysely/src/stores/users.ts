import type { EmailAddress, LockedUser, User, UserId, UserStore } from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Wording } from "../engine.js";
import { toDate, type UserTable } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const COLUMNS = ["id", "email", "email_verified", "name", "image", "created_at", "updated_at", "reclaimed_at"] as const;

const toUser = (row: Selectable<UserTable>): User => ({
  id: row.id,
  email: row.email,
  emailVerified: Boolean(row.email_verified),
  name: row.name,
  image: row.image,
  createdAt: toDate(row.created_at),
  updatedAt: toDate(row.updated_at),
  reclaimedAt: row.reclaimed_at === null ? null : toDate(row.reclaimed_at),
});

const toUserOrNull = (row: Selectable<UserTable> | undefined): User | null => (row ? toUser(row) : null);

const reading = ({ db, dialect }: Wording) => {
  const one = db.selectFrom("auth_user").select(COLUMNS);
  // On SQLite the open transaction holds the only write lock already.
  const locked = one.$if(dialect === "postgres", (query) => query.forUpdate());
  return {
    byEmail: statement((given: { email: EmailAddress }) => one.where("email", "=", given.email)),
    lockedById: statement((given: { id: UserId }) => locked.where("id", "=", given.id)),
    lockedByEmail: statement((given: { email: EmailAddress }) => locked.where("email", "=", given.email)),
  };
};

export function users(wording: Wording): (at: Access) => UserStore {
  const { byEmail, lockedById, lockedByEmail } = reading(wording);

  const insert = statement((given: User) =>
    wording.db
      .insertInto("auth_user")
      .values({
        id: given.id,
        email: given.email,
        email_verified: given.emailVerified,
        name: given.name,
        image: given.image,
        created_at: given.createdAt,
        updated_at: given.updatedAt,
        reclaimed_at: given.reclaimedAt,
      })
      .onConflict((conflict) => conflict.doNothing()),
  );

  return ({ reads, writes }) => ({
    findByEmail: async (email) => toUserOrNull(await first(reads, byEmail, { email })),
    insertUnlessTaken: async (user) => (await changed(writes, insert, user)) === 1,
    lock: async (id) => toUserOrNull(await first(writes, lockedById, { id })) as LockedUser | null,
    lockByEmail: async (email) => toUserOrNull(await first(writes, lockedByEmail, { email })) as LockedUser | null,
  });
}
