import type { AuditEntryId, EmailAddress, OrganizationId, UserId } from "@acme/auth-core";
import type {
  AuditFilter,
  AuditQuery,
  AuditScope,
  NamedEntry,
  NamedUser,
} from "@acme/auth-core/store";
import { type Selectable, sql } from "kysely";
import type { BaseCompiler } from "../engine.js";
import type { AuditEntryTable } from "../schema.js";
import { count, list, type Runner, statement } from "../statement.js";
import { ENTRY } from "./audit-columns.js";
import { ofEachShape } from "./of-each-shape.js";

/** One list per shape of its conditions, for a parameter chooses no index. */
interface Shape {
  readonly of: "user" | "organization";
  readonly isBehind: boolean;
  readonly hasEvent: boolean;
  readonly hasActor: boolean;
  readonly hasFrom: boolean;
  readonly hasTo: boolean;
}

/** Null for what the shape leaves out. */
interface Page extends AuditFilter {
  readonly userId: UserId | null;
  readonly organizationId: OrganizationId | null;
  readonly at: Date | null;
  readonly id: AuditEntryId | null;
  readonly limit: number;
}

/** The newest entries that the shape means, in the order of their index. */
function newestOf({ db }: BaseCompiler, shape: Shape, given: Page) {
  const { event, actor, from, to, at, id } = given;
  const sorted = db
    .selectFrom("auth_audit_entry")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(given.limit)
    .$if(shape.hasEvent, (query) => query.where(sql.ref<string | null>("event"), "=", event))
    .$if(shape.hasActor, (query) => query.where(sql<boolean>`user_id = ${actor}`))
    .$if(shape.hasFrom, (query) => query.where(sql<boolean>`at >= ${from}`))
    .$if(shape.hasTo, (query) => query.where(sql<boolean>`at < ${to}`))
    .$if(shape.isBehind, (query) => query.where(sql<boolean>`(at, id) < (${at}, ${id})`));
  if (shape.of === "user") return sorted.where("user_id", "=", given.userId);
  // No column that an index begins with: the entries of the user are few, while the log of an
  // organization is walked to its end for a user who is not in it.
  return shape.hasActor
    ? sorted.where(sql<boolean>`organization_id || '' = ${given.organizationId}`)
    : sorted.where("organization_id", "=", given.organizationId);
}

/**
 * The page of entries, before anything is named: so few rows are joined, however long the log is.
 */
const pageOf = (compiler: BaseCompiler, shape: Shape, given: Page) =>
  newestOf(compiler, shape, given)
    .select(ENTRY.columns)
    .select((row) => ["done_to", row("operator", "is not", null).as("by_operator")]);

type Person = "u" | "t";

/** Whether the person is a member of the entry's organization now. */
const isMember = (person: Person) =>
  sql<boolean>`exists (select 1 from auth_membership as m where m.organization_id = e.organization_id and m.user_id = ${sql.ref(`${person}.id`)})`;

/** Whether the person's email address is the one that they had when the entry was made. */
const hasNotMoved = (person: Person) =>
  sql<boolean>`not exists (select 1 from auth_audit_entry as c where c.user_id = ${sql.ref(`${person}.id`)} and c.event = 'email.changed' and c.at > e.at)`;

const emailIf = (condition: ReturnType<typeof isMember>, person: Person) =>
  sql<EmailAddress | null>`case when ${condition} then ${sql.ref(`${person}.email`)} end`;

/** What a reader of the list may know of those who are named in it. */
const VISIBLE = {
  user: {
    userEmail: sql<EmailAddress | null>`u.email`,
    doneToEmail: emailIf(hasNotMoved("t"), "t"),
    organization: sql<string | null>`case when ${isMember("u")} then o.name end`,
  },
  organization: {
    userEmail: emailIf(sql`${isMember("u")} or ${hasNotMoved("u")}`, "u"),
    doneToEmail: emailIf(sql`${isMember("t")} or ${hasNotMoved("t")}`, "t"),
    organization: sql<string | null>`o.name`,
  },
} as const;

const listing = (compiler: BaseCompiler, shape: Shape) =>
  statement((given: Page) => {
    const { userEmail, doneToEmail, organization } = VISIBLE[shape.of];
    return compiler.db
      .selectFrom(pageOf(compiler, shape, given).as("e"))
      .leftJoin("auth_user as u", "u.id", "e.user_id")
      .leftJoin("auth_user as t", "t.id", "e.done_to")
      .leftJoin("auth_organization as o", "o.id", "e.organization_id")
      .leftJoin("auth_invitation as i", (join) =>
        join.on("i.id", "=", sql<never>`e.detail ->> 'invitationId'`),
      )
      .leftJoin("auth_passkey as p", (join) =>
        join
          .onRef("p.user_id", "=", "e.user_id")
          .on("p.id", "=", sql<never>`e.detail ->> 'passkeyId'`),
      )
      .select(ENTRY.columns.map((column) => `e.${column}` as const))
      .select([
        "e.done_to",
        "e.by_operator",
        "u.name as user_name",
        userEmail.as("user_email"),
        "t.name as done_to_name",
        doneToEmail.as("done_to_email"),
        "i.email as invited_email",
        "p.name as passkey_name",
        organization.as("organization_name"),
      ])
      .orderBy("e.at", "desc")
      .orderBy("e.id", "desc");
  });

const counting = (compiler: BaseCompiler, shape: Shape) =>
  statement((given: Page) =>
    compiler.db
      .selectFrom(newestOf(compiler, shape, given).select("id").as("e"))
      .select((row) => row.fn.countAll().as("total")),
  );

interface NamedRow extends Pick<
  Selectable<AuditEntryTable>,
  (typeof ENTRY.columns)[number] | "done_to"
> {
  readonly by_operator: unknown;
  readonly user_name: string | null;
  readonly user_email: EmailAddress | null;
  readonly done_to_name: string | null;
  readonly done_to_email: EmailAddress | null;
  readonly invited_email: EmailAddress | null;
  readonly passkey_name: string | null;
  readonly organization_name: string | null;
}

const toNamedEntry = (row: NamedRow): NamedEntry => ({
  entry: ENTRY.toEntity(row),
  doneTo: row.done_to,
  byOperator: Boolean(row.by_operator),
  names: {
    user: toNamedUser(row.user_name, row.user_email),
    doneTo: toNamedUser(row.done_to_name, row.done_to_email),
    invitation: row.invited_email,
    passkey: row.passkey_name,
    organization: row.organization_name,
  },
});

/** Without a name there is no such user any more. */
const toNamedUser = (name: string | null, email: EmailAddress | null): NamedUser | null =>
  name === null ? null : { name, email };

const shapeOf = (scope: AuditScope, query: AuditQuery): Shape => ({
  of: "userId" in scope ? "user" : "organization",
  isBehind: query.after !== null,
  hasEvent: query.event !== null,
  hasActor: query.actor !== null,
  hasFrom: query.from !== null,
  hasTo: query.to !== null,
});

const givenOf = (
  scope: AuditScope,
  { after, event, actor, from, to }: AuditQuery,
  limit: number,
): Page => ({
  userId: "userId" in scope ? scope.userId : null,
  organizationId: "organizationId" in scope ? scope.organizationId : null,
  event,
  actor,
  from,
  to,
  at: after?.at ?? null,
  id: after?.id ?? null,
  limit,
});

/** Compiles the lists of entries with the names of the users and things in them, and their count. */
export function namedEntries(compiler: BaseCompiler) {
  const listingOf = ofEachShape((shape: Shape) => listing(compiler, shape));
  const countingOf = ofEachShape((shape: Shape) => counting(compiler, shape));
  return {
    async list(at: Runner, scope: AuditScope, query: AuditQuery & { readonly limit: number }) {
      const given = givenOf(scope, query, query.limit);
      return (await list(at, listingOf(shapeOf(scope, query)), given)).map(toNamedEntry);
    },
    count(at: Runner, scope: AuditScope, filter: AuditFilter & { readonly most: number }) {
      const query = { ...filter, after: null };
      return count(at, countingOf(shapeOf(scope, query)), givenOf(scope, query, filter.most));
    },
  };
}
