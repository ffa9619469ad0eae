import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import type { AuditEvent, OrganizationId, UserId } from "@acme/auth-core";

/** What the audit log says of one event. */
export interface LogEntry {
  readonly event: AuditEvent;
  readonly userId: UserId;
  readonly detail: Readonly<Record<string, string>>;
}

/** The audit log in the order of writing. For what is written under an organization's lock that is the order of commits, which times alone do not tell. */
export interface MembershipLog {
  entriesOf(organizationId: OrganizationId): Promise<readonly LogEntry[]>;
  close(): Promise<void>;
}

/** Opened before anything is written: Postgres numbers its rows only when told to. */
export const openMembershipLog = (location: string): Promise<MembershipLog> =>
  location.startsWith("postgres") ? openPostgresLog(location) : openSqliteLog(location);

async function openSqliteLog(file: string): Promise<MembershipLog> {
  const database = new SqliteDatabase(file, { readonly: true });
  const entries = database.prepare(
    'select event, user_id as "userId", detail from auth_audit_entry where organization_id = ? order by rowid',
  );
  return {
    entriesOf: async (organizationId) =>
      (
        entries.all(organizationId) as readonly (Omit<LogEntry, "detail"> & {
          readonly detail: string;
        })[]
      ).map((entry) => ({
        ...entry,
        detail: JSON.parse(entry.detail) as LogEntry["detail"],
      })),
    close: async () => void database.close(),
  };
}

async function openPostgresLog(url: string): Promise<MembershipLog> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    "alter table auth_audit_entry add column written bigint generated always as identity",
  );
  return {
    async entriesOf(organizationId) {
      const { rows } = await client.query<LogEntry>(
        'select event, user_id as "userId", detail from auth_audit_entry where organization_id = $1 order by written',
        [organizationId],
      );
      return rows;
    },
    close: () => client.end(),
  };
}
