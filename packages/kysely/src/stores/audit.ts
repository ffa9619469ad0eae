import type {
  AuditEntry,
  AuditPosition,
  AuditRecord,
  AuditStore,
  EmailAddress,
  OrganizationId,
  UserId,
} from "@acme/auth-core";
import { instant, json, mapperOf } from "../columns.js";
import type { Access, Compiler } from "../engine.js";
import type { AuditEntryTable } from "../schema.js";
import { changed, list, statement } from "../statement.js";

const ENTRY_COLUMNS = {
  userId: "user_id",
  id: "id",
  at: instant("at"),
  event: "event",
  organizationId: "organization_id",
  ipAddress: "ip_address",
  userAgent: "user_agent",
  detail: json("detail"),
} as const;
const ENTRY = mapperOf<AuditEntry, AuditEntryTable>()(ENTRY_COLUMNS);
const RECORD = mapperOf<AuditRecord, AuditEntryTable>()({ ...ENTRY_COLUMNS, operator: "operator" });

interface OfUser {
  readonly userId: UserId;
  readonly limit: number;
}

interface OfOrganization {
  readonly organizationId: OrganizationId;
  readonly limit: number;
}

const reading = ({ db }: Compiler) => {
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
    newestOfOrganization: statement((given: OfOrganization) =>
      newestFirst.where("organization_id", "=", given.organizationId).limit(given.limit),
    ),
    ofOrganizationBehind: statement((given: OfOrganization & AuditPosition) =>
      behind(given).where("organization_id", "=", given.organizationId).limit(given.limit),
    ),
  };
};

export function audit(compiler: Compiler): (at: Access) => AuditStore {
  const { db, rows } = compiler;
  const { newestOfUser, ofUserBehind, newestRecords, recordsBehind, ...ofOrganization } =
    reading(compiler);
  const { newestOfOrganization, ofOrganizationBehind } = ofOrganization;

  const append = statement((given: AuditRecord) =>
    db.insertInto("auth_audit_entry").values(RECORD.toRow(given)),
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

  const blankUser = statement((given: OfUser) =>
    db
      .with("theirs", (query) =>
        query
          .selectFrom("auth_audit_entry")
          .select("id")
          // As a range, in the order of its index: of a user who has much of the log, Postgres would rather read the table from its start until it has enough.
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
  );

  return ({ reads, writes }) => ({
    async append(entry, operator = null) {
      await changed(writes, append, { ...entry, operator });
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
    async listByOrganization(organizationId, after, limit) {
      const rows = after
        ? await list(reads, ofOrganizationBehind, {
            at: after.at,
            id: after.id,
            organizationId,
            limit,
          })
        : await list(reads, newestOfOrganization, { organizationId, limit });
      return rows.map(ENTRY.toEntity);
    },
    blankUser: (userId, limit) => changed(writes, blankUser, { userId, limit }),
  });
}
