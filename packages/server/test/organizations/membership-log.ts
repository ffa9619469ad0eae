import {
  AUDIT_EVENTS,
  type AuditEvent,
  type OrganizationId,
  toId,
  type UserId,
} from "@acme/auth-core";
import { keysOf } from "@acme/auth-testing/keys-of";
import { oneOf, parseJson, readJson } from "@acme/auth-testing/read-json";
import pg from "pg";
import { openReader } from "../sqlite-driver.js";

/** What the audit log says of one event. */
export interface LogEntry {
  readonly event: AuditEvent;
  readonly userId: UserId;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * The audit log in the order of writing. For what is written under an organization's lock that is
 * the order of commits, which times alone do not tell.
 */
export interface MembershipLog {
  entriesOf(organizationId: OrganizationId): Promise<readonly LogEntry[]>;
  close(): Promise<void>;
}

/** Opened before anything is written: Postgres numbers its rows only when told to. */
export const openMembershipLog = (location: string): Promise<MembershipLog> =>
  location.startsWith("postgres") ? openPostgresLog(location) : openSqliteLog(location);

async function openSqliteLog(file: string): Promise<MembershipLog> {
  const database = openReader(file);
  const entries = database.prepare(
    'select event, user_id as "userId", detail from auth_audit_entry where organization_id = ? order by rowid',
  );
  return {
    entriesOf: async (organizationId) => {
      const rows = readJson(entries.all(organizationId), [{ detail: "string" }]);
      return rows.map(({ detail, ...entry }) =>
        entryFrom({ ...entry, detail: parseJson(detail, "object") }),
      );
    },
    close: async () => database.close(),
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
      const { rows } = await client.query<object>(
        'select event, user_id as "userId", detail from auth_audit_entry where organization_id = $1 order by written',
        [organizationId],
      );
      return rows.map(entryFrom);
    },
    close: () => client.end(),
  };
}

function entryFrom(row: object): LogEntry {
  const { event, userId, detail } = readJson(row, {
    event: oneOf(keysOf(AUDIT_EVENTS)),
    userId: "string",
    detail: "object",
  });
  return { event, userId: toId(userId), detail };
}
