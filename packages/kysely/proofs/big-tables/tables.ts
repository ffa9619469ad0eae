import type { WebhookTables } from "@acme/auth-webhooks/kysely";
import type { Database } from "../../src/schema.js";

/** How SQL says the same things in the two dialects. Arguments are SQL. */
export interface Sql {
  /** An id, a hash or a key that belongs to a number; all have the same length. */
  readonly id: (number: string) => string;
  /** So many seconds after the start of the year 2026. */
  readonly instant: (seconds: string) => string;
  readonly yes: string;
  readonly no: string;
  readonly bytes: string;
}

/** How a table is filled: so many rows, each made of the number `i`. */
interface Filling {
  readonly rows: number;
  readonly columns: Readonly<Record<string, string>>;
}

export interface Sizes {
  readonly users: number;
  readonly sessions: number;
  readonly auditEntries: number;
  /** Of every other table; queues have a tenth of it. */
  readonly others: number;
}

export const sizesAt = (scale: number): Sizes => ({
  users: Math.ceil(1_000_000 * scale),
  sessions: Math.ceil(5_000_000 * scale),
  auditEntries: Math.ceil(10_000_000 * scale),
  others: Math.ceil(200_000 * scale),
});

export const YEAR_SECONDS = 31_536_000;
/** The instant at which the proof takes place, in seconds after the start of the year 2026. */
export const NOW_SECONDS = YEAR_SECONDS;
/**
 * User 0 and organization 0 have this part of the audit log and of the memberships: plans must hold
 * for them, too.
 */
const HEAVY = 100;

const email = (number: string): string => `'person' || (${number}) || '@example.com'`;
const text = (value: string): string => `'${value}'`;

/** A tenth of everything that expires has expired. */
function people(sql: Sql, { users, sessions }: Sizes) {
  const [earlier, later] = [sql.instant("i % 1000"), sql.instant(`${NOW_SECONDS} + i`)];
  const expiry = `case when i % 10 = 0 then ${sql.instant(`${NOW_SECONDS} - i - 1`)} else ${later} end`;
  return {
    auth_user: {
      rows: users,
      columns: {
        id: sql.id("i"),
        email: email("i"),
        email_verified: sql.yes,
        name: "'Person ' || i",
        created_at: earlier,
        updated_at: earlier,
      },
    },
    auth_session: {
      rows: sessions,
      columns: {
        id: sql.id("i"),
        user_id: sql.id(`i % ${users}`),
        token_hash: sql.id("i"),
        authenticated_at: earlier,
        authenticated_by: text("email-otp"),
        remembered: sql.yes,
        created_at: earlier,
        last_seen_at: earlier,
        expires_at: expiry,
        ip_address: text("192.0.2.1"),
        user_agent: text("proof"),
      },
    },
  };
}

function teams(sql: Sql, { users, auditEntries }: Sizes) {
  const organizations = Math.ceil(users / 10);
  const earlier = sql.instant("i");
  return {
    auth_organization: {
      rows: organizations,
      columns: {
        id: sql.id("i"),
        name: "'Organization ' || i",
        slug: "'organization-' || i",
        metadata: text("{}"),
        created_at: earlier,
        updated_at: earlier,
      },
    },
    auth_membership: {
      rows: users,
      columns: {
        id: sql.id("i"),
        organization_id: `case when i % ${HEAVY} = 0 then ${sql.id("0")} else ${sql.id(`i % ${organizations}`)} end`,
        user_id: sql.id("i"),
        role: "case when i % 10 = 1 then 'owner' else 'member' end",
        created_at: earlier,
      },
    },
    auth_audit_entry: {
      rows: auditEntries,
      columns: {
        id: sql.id("i"),
        at: sql.instant(`i * ${YEAR_SECONDS} / ${auditEntries}`),
        event: text("session.opened"),
        user_id: `case when i % ${HEAVY} = 0 then ${sql.id("0")} else ${sql.id(`i % ${users}`)} end`,
        organization_id: `case when i % ${HEAVY} = 1 then ${sql.id("0")} when i % 3 = 0 then ${sql.id(`i % ${organizations}`)} end`,
        ip_address: text("192.0.2.1"),
        user_agent: text("proof"),
        detail: text("{}"),
      },
    },
  };
}

function credentials(sql: Sql, { others }: Sizes) {
  const own = { id: sql.id("i"), user_id: sql.id("i") };
  const earlier = sql.instant("i");
  const expiring = { created_at: earlier, expires_at: sql.instant(`${NOW_SECONDS} + i`) };
  const table = (columns: Filling["columns"]): Filling => ({ rows: others, columns });
  return {
    auth_password: table({ user_id: own.user_id, hash: text("hash"), updated_at: earlier }),
    auth_failure_streak: table({
      key: sql.id("i"),
      failures: "1",
      blocked_until: earlier,
      expires_at: expiring.expires_at,
    }),
    auth_mailed_link: table({
      ...own,
      ...expiring,
      purpose: text("password-reset"),
      subject: sql.id("i"),
      token_hash: sql.id("i"),
      email: email("i"),
    }),
    auth_user_handle: table({ user_id: own.user_id, handle: sql.id("i") }),
    auth_passkey: table({
      ...own,
      name: text("Key"),
      credential_id: sql.id("i"),
      public_key: text("key"),
      algorithm: "-7",
      counter: "0",
      transports: text("[]"),
      device_type: text("singleDevice"),
      backed_up: sql.no,
      aaguid: text("aaguid"),
      created_at: earlier,
    }),
    auth_passkey_challenge: table({
      ...own,
      ...expiring,
      ceremony: text("registration"),
      challenge_hash: sql.id("i"),
    }),
    auth_linked_account: table({
      ...own,
      provider_id: text("idp"),
      subject: sql.id("i"),
      scopes: text("[]"),
      created_at: earlier,
      updated_at: earlier,
    }),
    auth_oauth_state: table({
      ...own,
      ...expiring,
      state_hash: sql.id("i"),
      provider_id: text("idp"),
      browser_hash: text("browser"),
      sealed: text("sealed"),
    }),
    auth_known_browser: table({
      ...own,
      browser_hash: sql.id("i"),
      session_id: sql.id("i"),
      seen_at: earlier,
      expires_at: expiring.expires_at,
    }),
    auth_one_time_code: table({
      ...expiring,
      id: sql.id("i"),
      email: email("i"),
      type: text("sign-in"),
      code_hash: text("hash"),
      attempts_left: "3",
    }),
    auth_counter: table({
      key: sql.id("i"),
      count: "1",
      spent: sql.no,
      resets_at: expiring.expires_at,
    }),
  };
}

function requests(sql: Sql, { others, users }: Sizes) {
  const earlier = sql.instant("i");
  const later = sql.instant(`${NOW_SECONDS} + i`);
  const due = `case when i % 100 = 0 then ${sql.instant(`${NOW_SECONDS} - i`)} else ${later} end`;
  const queued = {
    id: sql.id("i"),
    status: "case when i % 50 = 1 then 'dead' else 'queued' end",
    attempts: "0",
    next_attempt_at: due,
    created_at: earlier,
  };
  return {
    auth_invitation: {
      rows: others,
      columns: {
        id: sql.id("i"),
        organization_id: sql.id(`i % ${Math.ceil(users / 10)}`),
        email: email("i"),
        role: text("member"),
        status: "case when i % 2 = 0 then 'pending' else 'accepted' end",
        token_hash: sql.id("i"),
        expires_at: later,
        inviter_id: sql.id("i"),
        created_at: earlier,
      },
    },
    auth_deletion_request: {
      rows: others,
      columns: {
        id: sql.id("i"),
        user_id: sql.id("i"),
        status: text("pending"),
        requested_at: earlier,
        scheduled_for: later,
        reason: text(""),
      },
    },
    auth_erasure: {
      rows: others,
      columns: {
        entry: "'keyidkey.' || i",
        known_since: earlier,
      },
    },
    auth_export_request: {
      rows: others,
      columns: {
        id: sql.id("i"),
        user_id: sql.id("i"),
        status: "case when i % 4 = 0 then 'pending' else 'ready' end",
        created_at: earlier,
        ready_at: earlier,
        expires_at: later,
        file_key: sql.id("i"),
      },
    },
    auth_file_chunk: {
      rows: others,
      columns: { file: sql.id("i / 10"), position: "i % 10", bytes: sql.bytes },
    },
    auth_outbox_mail: {
      rows: Math.ceil(others / 10),
      columns: {
        ...queued,
        sealed: text("sealed"),
        expires_at: later,
        notice_group: sql.id("i / 2"),
        over_budget: `case when i % 2 = 0 then ${sql.yes} else ${sql.no} end`,
      },
    },
    auth_job: {
      rows: Math.ceil(others / 10),
      columns: { ...queued, kind: text("blank-audit"), subject: sql.id("i") },
    },
    auth_webhook_endpoint: {
      rows: 20,
      columns: {
        id: sql.id("i"),
        url: text("https://example.com/"),
        sealed_secret: text("sealed"),
        created_at: earlier,
      },
    },
    auth_webhook_delivery: {
      rows: others,
      columns: {
        ...queued,
        status:
          "case when i % 500 = 1 then 'dead' when i % 10 = 0 then 'queued' else 'delivered' end",
        endpoint_id: sql.id("i % 20"),
        event_id: sql.id("i"),
        event: text("session.opened"),
        payload: text("{}"),
        expires_at: later,
      },
    },
  };
}

/** Every table, each behind those it refers to: a table that is not filled does not compile. */
export const fillings = (
  sql: Sql,
  sizes: Sizes,
): Readonly<Record<keyof (Database & WebhookTables), Filling>> => ({
  ...people(sql, sizes),
  ...teams(sql, sizes),
  ...credentials(sql, sizes),
  ...requests(sql, sizes),
});

/** Below this number of rows a database may as well read the whole table. */
const BIG = 100_000;

/** The tables that are big in these sizes. */
export const bigTables = (sql: Sql, sizes: Sizes): ReadonlySet<string> =>
  new Set(
    Object.entries(fillings(sql, sizes)).flatMap(([table, { rows }]) =>
      rows >= BIG ? [table] : [],
    ),
  );
