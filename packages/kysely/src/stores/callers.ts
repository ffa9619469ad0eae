import type {
  EmailAddress,
  OrganizationId,
  Role,
  SecretHash,
  Session,
  SessionId,
  StoredFields,
  UserId,
} from "@acme/auth-core";
import type { FoundCaller } from "@acme/auth-core/store";
import type { Compilable, Kysely } from "kysely";
import { type Database, type JsonText, parseJson } from "../schema.js";
import { statement } from "../statement.js";

/** One row of `callerQuery`, in the order of its columns. Instants are as the driver gives them. */
export type CallerRow<Instant> = readonly [
  userId: UserId,
  email: EmailAddress,
  emailVerified: boolean | number,
  name: string,
  image: string | null,
  userCreatedAt: Instant,
  userUpdatedAt: Instant,
  reclaimedAt: Instant | null,
  sessionId: SessionId,
  authenticatedAt: Instant,
  authenticatedBy: Session["authenticatedBy"],
  remembered: boolean | number,
  sessionCreatedAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
  ipAddress: string | null,
  userAgent: string | null,
  methods: string | null,
  secondFactorAt: Instant | null,
  secondFactorSince: Instant | null,
  recoveryDueAt: Instant | null,
  role: Role | null,
  organizationId: OrganizationId | null,
  organizationName: string | null,
  organizationSlug: string | null,
  requireSecondFactor: boolean | number | null,
  /** Postgres has it in the JSON of the row, SQLite as text. */
  ownFields: StoredFields | JsonText<StoredFields> | null,
];

const COLUMNS = [
  "u.id",
  "u.email",
  "u.email_verified",
  "u.name",
  "u.image",
  "u.created_at",
  "u.updated_at",
  "u.reclaimed_at",
  "s.id",
  "s.authenticated_at",
  "s.authenticated_by",
  "s.remembered",
  "s.created_at",
  "s.last_seen_at",
  "s.expires_at",
  "s.ip_address",
  "s.user_agent",
  "s.methods",
  "s.second_factor_at",
  "u.second_factor_since",
  "u.recovery_due_at",
  "m.role",
  "o.id",
  "o.name",
  "o.slug",
  "o.require_second_factor",
  "u.own_fields",
] as const;

interface CallerInput {
  readonly organization: OrganizationId;
  readonly tokenHash: SecretHash;
  readonly now: Date;
}

const liveCallers = (db: Kysely<Database>, { organization, tokenHash, now }: CallerInput) =>
  db
    .selectFrom("auth_session as s")
    .innerJoin("auth_user as u", "u.id", "s.user_id")
    .leftJoin("auth_membership as m", (join) =>
      join.onRef("m.user_id", "=", "u.id").on("m.organization_id", "=", organization),
    )
    .leftJoin("auth_organization as o", "o.id", "m.organization_id")
    .where("s.token_hash", "=", tokenHash)
    .where("s.expires_at", ">", now)
    // The invariant of second factors, held once more: a session that a forgotten path, an earlier
    // release or a planted row opened for an enrolled user by one factor is none.
    .where((row) =>
      row.or([row("u.second_factor_since", "is", null), row("s.second_factor_at", "is not", null)]),
    );

/** Nothing but the text is used: the drivers bind by position. */
const textOf = (build: (given: CallerInput) => Compilable): string =>
  statement(build).bind({
    organization: "" as OrganizationId,
    tokenHash: "" as SecretHash,
    now: new Date(0),
  }).sql;

/**
 * The text of the hot path's only statement. Its parameters, in order: the hinted organization or
 * null, the hash of the token, now. The user's id is not read twice, and the token's hash not at
 * all.
 */
export const callerQuery = (db: Kysely<Database>): string =>
  textOf((given) => liveCallers(db, given).select(COLUMNS));

/**
 * The same with the whole row as one column, a JSON array: pg reads the description of every column
 * anew with every answer, which for all of them costs more than the row.
 */
export const callerJsonQuery = (db: Kysely<Database>): string =>
  textOf((given) =>
    liveCallers(db, given).select(({ fn }) => fn("json_build_array", [...COLUMNS]).as("caller")),
  );

const storedFields = (stored: StoredFields | JsonText<StoredFields>): StoredFields =>
  typeof stored === "string" ? parseJson(stored) : stored;

/**
 * Positions instead of names, and nothing read twice: a row becomes a caller in about a
 * microsecond.
 */
export function toCaller<Instant>(
  row: CallerRow<Instant>,
  date: (instant: Instant) => Date,
): FoundCaller {
  const userId = row[0];
  return {
    user: {
      id: userId,
      email: row[1],
      emailVerified: Boolean(row[2]),
      name: row[3],
      image: row[4],
      createdAt: date(row[5]),
      updatedAt: date(row[6]),
      reclaimedAt: row[7] === null ? null : date(row[7]),
      fields: row[26] === null ? undefined : storedFields(row[26]),
    },
    session: {
      id: row[8],
      userId,
      authenticatedAt: date(row[9]),
      authenticatedBy: row[10],
      remembered: Boolean(row[11]),
      createdAt: date(row[12]),
      lastSeenAt: date(row[13]),
      expiresAt: date(row[14]),
      ipAddress: row[15],
      userAgent: row[16],
      methods: row[17],
      secondFactorAt: row[18] === null ? null : date(row[18]),
    },
    secondFactor: {
      since: row[19] === null ? null : date(row[19]),
      recoveryDueAt: row[20] === null ? null : date(row[20]),
    },
    membership:
      row[21] === null
        ? null
        : {
            organization: {
              id: row[22]!,
              name: row[23]!,
              slug: row[24]!,
              requireSecondFactor: Boolean(row[25]),
            },
            role: row[21],
          },
  };
}
