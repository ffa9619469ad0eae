import type { EmailAddress, LockedUser, User, UserId, UserStore } from "@acme/auth-core";
import type { Selectable } from "kysely";
import { flag, instant, instantOrNull, mapperOf } from "../columns.js";
import type { Access, Compiler } from "../engine.js";
import type { UserTable } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const USER = mapperOf<User, UserTable>()({
  id: "id",
  email: "email",
  emailVerified: flag("email_verified"),
  name: "name",
  image: "image",
  createdAt: instant("created_at"),
  updatedAt: instant("updated_at"),
  reclaimedAt: instantOrNull("reclaimed_at"),
});

const toLockedUser = (row: Selectable<UserTable> | undefined): LockedUser | null =>
  USER.toEntityOrNull(row) as LockedUser | null;

const reading = ({ db, rows }: Compiler) => {
  const one = db.selectFrom("auth_user").select(USER.columns);
  // Others may go on referring to the row: their foreign-key checks need not wait.
  const locked = one.$call(rows.forNoKeyUpdate);
  return {
    byId: statement((given: { id: UserId }) => one.where("id", "=", given.id)),
    byEmail: statement((given: { email: EmailAddress }) => one.where("email", "=", given.email)),
    lockedById: statement((given: { id: UserId }) => locked.where("id", "=", given.id)),
    lockedByEmail: statement((given: { email: EmailAddress }) =>
      locked.where("email", "=", given.email),
    ),
  };
};

interface Moment {
  readonly id: UserId;
  readonly now: Date;
}

/** Null for what is not given; an image may be null, so whether it is kept is said apart. */
interface Profile extends Moment {
  readonly name: string | null;
  readonly image: string | null;
  readonly keepsImage: boolean;
}

const changing = ({ db }: Compiler) => ({
  remove: statement((given: { id: UserId }) =>
    db.deleteFrom("auth_user").where("id", "=", given.id),
  ),
  verify: statement((given: Moment) =>
    db
      .updateTable("auth_user")
      .set({ email_verified: true, updated_at: given.now })
      .where("id", "=", given.id),
  ),
  reclaim: statement((given: Moment) =>
    db
      .updateTable("auth_user")
      .set({ email_verified: true, reclaimed_at: given.now, updated_at: given.now })
      .where("id", "=", given.id),
  ),
  // Refused by its own conditions where the email address is taken: a unique violation would end a Postgres transaction. One that waited for the user's row
  // looks at that row again but not at the others, so only the first condition tells it that the user has just moved there.
  move: statement((given: Moment & { email: EmailAddress }) =>
    db
      .updateTable("auth_user")
      .set({ email: given.email, email_verified: true, updated_at: given.now })
      .where("id", "=", given.id)
      .where("email", "!=", given.email)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom("auth_user as owner")
              .select("owner.id")
              .where("owner.email", "=", given.email),
          ),
        ),
      ),
  ),
  change: statement((given: Profile) =>
    db
      .updateTable("auth_user")
      .set((row) => ({
        name: row.fn.coalesce(row.val(given.name), "name"),
        image: row
          .case()
          .when(row.val(given.keepsImage))
          .then(row.ref("image"))
          .else(row.val(given.image))
          .end(),
        updated_at: given.now,
      }))
      .where("id", "=", given.id),
  ),
});

export function users(compiler: Compiler): (at: Access) => UserStore {
  const { byId, byEmail, lockedById, lockedByEmail } = reading(compiler);
  const { remove, verify, reclaim, move, change } = changing(compiler);

  const insert = statement((given: User) =>
    compiler.db
      .insertInto("auth_user")
      .values(USER.toRow(given))
      .onConflict((conflict) => conflict.doNothing()),
  );

  return ({ reads, writes }) => ({
    findById: async (id) => USER.toEntityOrNull(await first(reads, byId, { id })),
    findByEmail: async (email) => USER.toEntityOrNull(await first(reads, byEmail, { email })),
    insertUnlessTaken: async (user) => (await changed(writes, insert, user)) === 1,
    lock: async (id) => toLockedUser(await first(writes, lockedById, { id })),
    lockByEmail: async (email) => toLockedUser(await first(writes, lockedByEmail, { email })),
    markVerified: async (id, now) => (await changed(writes, verify, { id, now })) === 1,
    markReclaimed: async (id, now) => (await changed(writes, reclaim, { id, now })) === 1,
    async changeEmail(id, email, now) {
      if ((await changed(writes, move, { id, email, now })) === 1) return "changed";
      return (await first(writes, byId, { id })) ? "taken" : "gone";
    },
    delete: async (id) => (await changed(writes, remove, { id })) === 1,
    updateProfile: async (id, { name = null, image }, now) =>
      (await changed(writes, change, {
        id,
        name,
        image: image ?? null,
        keepsImage: image === undefined,
        now,
      })) === 1,
  });
}
