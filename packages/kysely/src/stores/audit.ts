import type { AuditEntry, AuditStore, EmailAddress } from "@acme/auth-core";
import type { Access, Wording } from "../engine.js";
import { changed, statement } from "../statement.js";

const COLUMNS = ["user_id", "id", "at", "event", "organization_id", "ip_address", "user_agent", "detail"] as const;

export function audit({ db, dialect }: Wording): (at: Access) => AuditStore {
  const append = statement((given: AuditEntry) =>
    db.insertInto("auth_audit_entry").values({
      id: given.id,
      at: given.at,
      event: given.event,
      user_id: given.userId,
      organization_id: given.organizationId,
      ip_address: given.ipAddress,
      user_agent: given.userAgent,
      detail: given.detail,
    }),
  );

  const appendForAddress = statement((given: Omit<AuditEntry, "userId"> & { email: EmailAddress }) =>
    db
      .insertInto("auth_audit_entry")
      .columns(COLUMNS)
      .expression((query) =>
        query
          .selectFrom("auth_user")
          .select((row) => [
            "auth_user.id as user_id",
            row.val(given.id).as("id"),
            row.val(given.at).as("at"),
            row.val(given.event).as("event"),
            row.val(given.organizationId).as("organization_id"),
            row.val(given.ipAddress).as("ip_address"),
            row.val(given.userAgent).as("user_agent"),
            row.val(given.detail).as("detail"),
          ])
          .where("auth_user.email", "=", given.email),
      ),
  );

  const deleteBefore = statement((given: { before: Date; limit: number }) =>
    db
      .with("old", (query) =>
        query
          .selectFrom("auth_audit_entry")
          .select("id")
          .where("at", "<", given.before)
          .orderBy("at")
          .limit(given.limit)
          .$if(dialect === "postgres", (rows) => rows.forUpdate().skipLocked()),
      )
      .deleteFrom("auth_audit_entry")
      .where("id", "in", (query) => query.selectFrom("old").select("old.id")),
  );

  return ({ writes }) => ({
    async append(entry) {
      await changed(writes, append, entry);
    },
    async appendForAddress(email, entry) {
      await changed(writes, appendForAddress, { ...entry, email });
    },
    deleteBefore: (before, limit) => changed(writes, deleteBefore, { before, limit }),
  });
}
