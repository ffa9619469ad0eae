import { createHash, randomBytes, randomUUID } from "node:crypto";

export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** One table with rows as long as real ones. */
export interface SampleTable {
  /** What a row is, as the table of figures says it. */
  readonly name: string;
  readonly table: string;
  readonly rowOf: (index: number) => Row;
}

const NOW = Date.UTC(2026, 0, 1);
const USER_AGENT =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";
/** A sealed mail with a link: 400 characters. One with a code has 275, a verification mail 591. */
const SEALED_BYTES = 300;

/** Each row comes a second after the one before. */
const at = (index: number): string => new Date(NOW + index * 1_000).toISOString();
const token = (bytes = 32): string => randomBytes(bytes).toString("base64url");

/** A UUIDv7: ids that are made later stand later in the index. */
function idOf(index: number, kind: string): string {
  const time = (NOW + index * 1_000).toString(16).padStart(12, "0");
  const rest = createHash("sha256").update(`${kind} ${index}`).digest("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}

const userOf = (index: number): string => idOf(index, "user");

/** Users come first: the others refer to them. */
export const SAMPLE_TABLES: readonly SampleTable[] = [
  {
    name: "user",
    table: "auth_user",
    rowOf: (index) => ({
      id: userOf(index),
      email: `firstname.lastname${index}@example.com`,
      email_verified: true,
      name: "Firstname Lastname",
      image: null,
      created_at: at(index),
      updated_at: at(index),
      reclaimed_at: null,
    }),
  },
  {
    name: "password",
    table: "auth_password",
    rowOf: (index) => ({
      user_id: userOf(index),
      hash: `$argon2id$v=19$m=19456,t=2,p=1$${token(16)}$${token()}`,
      updated_at: at(index),
    }),
  },
  {
    name: "session",
    table: "auth_session",
    rowOf: (index) => ({
      id: idOf(index, "session"),
      user_id: userOf(index),
      token_hash: token(),
      authenticated_at: at(index),
      authenticated_by: "password",
      remembered: true,
      created_at: at(index),
      last_seen_at: at(index),
      expires_at: at(index + 604_800),
      ip_address: "203.0.113.100",
      user_agent: USER_AGENT,
    }),
  },
  {
    name: "passkey",
    table: "auth_passkey",
    rowOf: (index) => ({
      id: idOf(index, "passkey"),
      user_id: userOf(index),
      name: "Laptop",
      credential_id: token(),
      user_handle: token(64),
      public_key: token(77),
      algorithm: -7,
      counter: 0,
      transports: '["internal","hybrid"]',
      device_type: "multiDevice",
      backed_up: true,
      aaguid: randomUUID(),
      created_at: at(index),
      last_used_at: at(index),
    }),
  },
  {
    name: "account at a provider",
    table: "auth_linked_account",
    rowOf: (index) => ({
      id: idOf(index, "account"),
      provider_id: "partner",
      subject: String(index).padStart(21, "0"),
      user_id: userOf(index),
      scopes: '["openid","email","profile"]',
      created_at: at(index),
      updated_at: at(index),
    }),
  },
  {
    name: "organization",
    table: "auth_organization",
    rowOf: (index) => ({
      id: idOf(index, "organization"),
      name: `Organization ${index}`,
      slug: `organization-${index}`,
      logo: null,
      metadata: "{}",
      created_at: at(index),
      updated_at: at(index),
    }),
  },
  {
    name: "membership",
    table: "auth_membership",
    rowOf: (index) => ({
      id: idOf(index, "membership"),
      organization_id: idOf(index, "organization"),
      user_id: userOf(index),
      role: "member",
      created_at: at(index),
    }),
  },
  {
    name: "audit entry",
    table: "auth_audit_entry",
    rowOf: (index) => ({
      id: idOf(index, "entry"),
      at: at(index),
      event: "session.opened",
      user_id: userOf(index),
      organization_id: null,
      ip_address: "203.0.113.100",
      user_agent: USER_AGENT,
      detail: `{"sessionId":"${idOf(index, "session")}","method":"password"}`,
    }),
  },
  {
    name: "waiting mail",
    table: "auth_outbox_mail",
    rowOf: (index) => ({
      id: idOf(index, "mail"),
      sealed: token(SEALED_BYTES),
      status: "queued",
      attempts: 0,
      next_attempt_at: at(index),
      expires_at: at(index + 600),
      created_at: at(index),
      lease: null,
      notice_group: null,
      over_budget: false,
    }),
  },
  {
    name: "counter",
    table: "auth_counter",
    rowOf: (index) => ({
      key: `mails-to/sign-in/${token(16)}`,
      count: 1,
      spent: true,
      resets_at: at(index + 900),
    }),
  },
];
