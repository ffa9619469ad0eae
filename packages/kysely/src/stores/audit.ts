import type { AuditEntry, AuditPosition, AuditRecord, EmailAddress, UserId } from "@acme/auth-core";
import type { AuditStore } from "@acme/auth-core/store";
import type { Access, BaseCompiler } from "../engine.js";
import { changed, list, statement } from "../statement.js";
import { ENTRY, RECORD } from "./audit-columns.js";
import { namedEntries } from "./named-entries.js";
import { namedRecords } from "./named-records.js";

interface OfUser {
  readonly userId: UserId;
  readonly limit: number;
}

const reading = ({ db }: BaseCompiler) => {
  const sorted = db.selectFrom("auth_audit_entry").orderBy("at", "desc").orderBy("id", "desc");
  const sortedBehind = ({ at, id }: AuditPosition) =>
    sorted.where((row) => row(row.refTuple("at", "id"), "<", row.tuple(at, id)));
  const newestFirst = sorted.select(ENTRY.columns);
  const behind = (position: AuditPosition) => sortedBehind(position).select(ENTRY.columns);
  return {
    newestOfUser: statement((given: OfUser) =>
      newestFirst.where("user_id", "=", given.userId).limit(given.limit),
    ),
    ofUserBehind: statement((given: OfUser & AuditPosition) =>
      behind(given).where("user_id", "=", given.userId).limit(given.limit),
    ),
    newestRecords: statement((given: OfUser) =>
      sorted.select(RECORD.columns).where("user_id", "=", given.userId).limit(given.limit),
    ),
    recordsBehind: statement((given: OfUser & AuditPosition) =>
      sortedBehind(given)
        .select(RECORD.columns)
        .where("user_id", "=", given.userId)
        .limit(given.limit),
    ),
  };
};

const blanking = ({ db, rows }: BaseCompiler) => ({
  blankUser: statement((given: OfUser) =>
    db
      .with("theirs", (query) =>
        query
          .selectFrom("auth_audit_entry")
          .select("id")
          // As a range, in the order of its index: of a user who has much of the log, Postgres
          // would rather read the table from its start until it has enough.
          .where("user_id", ">=", given.userId)
          .where("user_id", "<=", given.userId)
          .orderBy("user_id")
          .orderBy("at")
          .orderBy("id")
          .limit(given.limit)
          .$call(rows.skipLocked),
      )
      .updateTable("auth_audit_entry")
      .set({ user_id: null, ip_address: null, user_agent: null, operator: null })
      .where("id", "in", (query) => query.selectFrom("theirs").select("theirs.id")),
  ),
  forgetDoneTo: statement((given: OfUser) =>
    db
      .with("about", (query) =>
        query
          .selectFrom("auth_audit_entry")
          .select("id")
          .where("done_to", "=", given.userId)
          .limit(given.limit)
          .$call(rows.skipLocked),
      )
      .updateTable("auth_audit_entry")
      .set({ done_to: null })
      .where("id", "in", (query) => query.selectFrom("about").select("about.id")),
  ),
});

export function audit(compiler: BaseCompiler): (at: Access) => AuditStore {
  const { db, rows } = compiler;
  const { newestOfUser, ofUserBehind, newestRecords, recordsBehind } = reading(compiler);
  const { blankUser, forgetDoneTo } = blanking(compiler);
  const named = namedEntries(compiler);
  const listRecordsOf = namedRecords(compiler);

  const append = statement((given: AuditRecord & { doneTo: UserId | null }) =>
    db.insertInto("auth_audit_entry").values({ ...RECORD.toRow(given), done_to: given.doneTo }),
  );

  const appendRefusal = statement((given: Omit<AuditEntry, "userId"> & { email: EmailAddress }) =>
    db
      .insertInto("auth_audit_entry")
      .columns(ENTRY.columns)
      .expression((query) =>
        query
          .selectFrom("auth_user")
          .select((row) => {
            const ifVerified = (value: string | null) =>
              row
                .case()
                .when("auth_user.email_verified", "=", row.lit(true))
                .then(value)
                .else(null)
                .end();
            return [
              "auth_user.id as user_id",
              row.val(given.id).as("id"),
              row.val(given.at).as("at"),
              row.val(given.event).as("event"),
              row.val(given.organizationId).as("organization_id"),
              ifVerified(given.ipAddress).as("ip_address"),
              ifVerified(given.userAgent).as("user_agent"),
              row.val(given.detail).as("detail"),
            ];
          })
          .where("auth_user.email", "=", given.email)
          // Nothing is written about a user who is being deleted: no job would blank it.
          .$call(rows.forKeyShare),
      ),
  );

  return ({ reads, writes }) => ({
    async append(entry, operator = null, doneTo = null) {
      await changed(writes, append, { ...entry, operator, doneTo });
    },
    async appendRefusal(email, entry) {
      await changed(writes, appendRefusal, { ...entry, email });
    },
    async listByUser(userId, after, limit) {
      const rows = after
        ? await list(reads, ofUserBehind, { at: after.at, id: after.id, userId, limit })
        : await list(reads, newestOfUser, { userId, limit });
      return rows.map(ENTRY.toEntity);
    },
    async listRecords(userId, after, limit) {
      const rows = after
        ? await list(reads, recordsBehind, { at: after.at, id: after.id, userId, limit })
        : await list(reads, newestRecords, { userId, limit });
      return rows.map(RECORD.toEntity);
    },
    listNamed: (scope, query, limit) => named.list(reads, scope, { ...query, limit }),
    countMatching: (scope, filter, most) => named.count(reads, scope, { ...filter, most }),
    listNamedRecords: (query, limit) => listRecordsOf(reads, query, limit),
    async blankUser(userId, limit) {
      const own = await changed(writes, blankUser, { userId, limit });
      if (own === limit) return own;
      return own + (await changed(writes, forgetDoneTo, { userId, limit: limit - own }));
    },
  });
}
