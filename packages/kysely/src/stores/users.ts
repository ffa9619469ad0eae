import type { EmailAddress, StoredFields, Suspension, User, UserId } from "@acme/auth-core";
import type { LockedUser, UserStore } from "@acme/auth-core/store";
import { type Selectable, sql } from "kysely";
import type { Access, BaseCompiler } from "../engine.js";
import type { UserTable } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";
import { NEW_USER, RECORD } from "./user-columns.js";
import { createUserPages } from "./user-lists.js";

const toLockedUser = (
  row: Omit<Selectable<UserTable>, "has_signed_in"> | undefined,
): LockedUser | null => RECORD.toEntityOrNull(row) as LockedUser | null;

const reading = ({ db, rows }: BaseCompiler) => {
  const one = db.selectFrom("auth_user").select(RECORD.columns);
  // Others may go on referring to the row: their foreign-key checks need not wait.
  const locked = one.$call(rows.forNoKeyUpdate);
  return {
    byId: statement((given: { id: UserId }) => one.where("id", "=", given.id)),
    byEmail: statement((given: { email: EmailAddress }) => one.where("email", "=", given.email)),
    lockedById: statement((given: { id: UserId }) => locked.where("id", "=", given.id)),
    lockedByEmail: statement((given: { email: EmailAddress }) =>
      locked.where("email", "=", given.email),
    ),
    enrolled: statement(() =>
      db
        .selectFrom("auth_user")
        .select(({ fn }) => fn.countAll<number | string>().as("users"))
        .where("second_factor_since", "is not", null),
    ),
  };
};

/** Before every id. */
const NO_ID = "";

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

const oneOf =
  ({ db }: BaseCompiler) =>
  ({ id }: { readonly id: UserId }) =>
    db.updateTable("auth_user").where("id", "=", id);

const changing = ({ db }: BaseCompiler, one: ReturnType<typeof oneOf>) => ({
  remove: statement((given: { id: UserId }) =>
    db.deleteFrom("auth_user").where("id", "=", given.id),
  ),
  verify: statement((given: Moment) =>
    one(given).set({ email_verified: true, updated_at: given.now }),
  ),
  signIn: statement((given: { id: UserId }) =>
    one(given)
      .set({ has_signed_in: true })
      .where((row) => row("has_signed_in", "=", row.lit(false))),
  ),
  suspend: statement((given: Suspension & { id: UserId }) =>
    one(given).set({ suspended_at: given.suspendedAt, suspended_until: given.suspendedUntil }),
  ),
  enroll: statement((given: { id: UserId; since: Date | null }) =>
    one(given).set({ second_factor_since: given.since }),
  ),
  recover: statement((given: { id: UserId; dueAt: Date | null }) =>
    one(given).set({ recovery_due_at: given.dueAt }),
  ),
  updateLocale: statement((given: Moment & { locale: string | null }) =>
    one(given).set({ locale: given.locale, updated_at: given.now }),
  ),
  updateSignInLanguage: statement((given: { id: UserId; language: string }) =>
    one(given).set({ sign_in_language: given.language }),
  ),
  own: statement((given: Moment & { fields: StoredFields | null }) =>
    one(given).set({ own_fields: given.fields, updated_at: given.now }),
  ),
  reclaim: statement((given: Moment) =>
    one(given).set({
      email_verified: true,
      reclaimed_at: given.now,
      locale: null,
      sign_in_language: null,
      updated_at: given.now,
    }),
  ),
  // Refused by its own conditions where the email address is taken: a unique violation would end a
  // Postgres transaction. One that waited for the user's row looks at that row again but not at the
  // others, so only the first condition tells it that the user has just moved there.
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
    one(given).set((row) => ({
      name: row.fn.coalesce(row.val(given.name), "name"),
      image: row
        .case()
        .when(row.val(given.keepsImage))
        .then(row.ref("image"))
        .else(row.val(given.image))
        .end(),
      updated_at: given.now,
    })),
  ),
});

export function users(compiler: BaseCompiler): (at: Access) => UserStore {
  const { byId, byEmail, lockedById, lockedByEmail, enrolled } = reading(compiler);
  const {
    remove,
    verify,
    signIn,
    suspend,
    enroll,
    recover,
    updateLocale,
    updateSignInLanguage,
    own,
    reclaim,
    move,
    change,
  } = changing(compiler, oneOf(compiler));
  const page = createUserPages(compiler);

  const ids = statement((given: { after: string; limit: number }) =>
    compiler.db
      .selectFrom("auth_user")
      .select("id")
      .where(sql.ref<string>("id"), ">", given.after)
      .orderBy("id")
      .limit(given.limit),
  );
  const insert = statement((given: Omit<User, "fields"> & { fields: StoredFields | null }) =>
    compiler.db
      .insertInto("auth_user")
      .values({ ...NEW_USER.toRow(given), own_fields: given.fields, has_signed_in: false })
      .onConflict((conflict) => conflict.doNothing()),
  );

  return ({ reads, writes }) => ({
    findById: async (id) => RECORD.toEntityOrNull(await first(reads, byId, { id })),
    findByEmail: async (email) => RECORD.toEntityOrNull(await first(reads, byEmail, { email })),
    list: async (wanted, now, limit) =>
      (await page(reads, wanted, { now, limit })).map(RECORD.toEntity),
    listIds: async (after, limit) =>
      (await list(reads, ids, { after: after ?? NO_ID, limit })).map(({ id }) => id),
    insertUnlessTaken: async (user) =>
      (await changed(writes, insert, { ...user, fields: user.fields ?? null })) === 1,
    lock: async (id) => toLockedUser(await first(writes, lockedById, { id })),
    lockByEmail: async (email) => toLockedUser(await first(writes, lockedByEmail, { email })),
    markVerified: async (id, now) => (await changed(writes, verify, { id, now })) === 1,
    markSignedIn: async (id) => (await changed(writes, signIn, { id })) === 1,
    markSuspended: async (id, suspension) =>
      (await changed(writes, suspend, { ...suspension, id })) === 1,
    markEnrolled: async (id, since) => (await changed(writes, enroll, { id, since })) === 1,
    countEnrolled: async () => Number((await first(reads, enrolled, {}))?.users ?? 0),
    markRecoveryDue: async (id, dueAt) => (await changed(writes, recover, { id, dueAt })) === 1,
    updateLocale: async (id, locale, now) =>
      (await changed(writes, updateLocale, { id, locale, now })) === 1,
    updateSignInLanguage: async (id, language) =>
      (await changed(writes, updateSignInLanguage, { id, language })) === 1,
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
    updateFields: async (id, fields, now) =>
      (await changed(writes, own, { id, fields, now })) === 1,
  });
}
