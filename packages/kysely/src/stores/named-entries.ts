import type { AuditEntryId, EmailAddress, OrganizationId, UserId } from "@acme/auth-core";
import type { AuditQuery, AuditScope, NamedEntry, NamedUser } from "@acme/auth-core/store";
import { type Selectable, sql } from "kysely";
import type { BaseCompiler } from "../engine.js";
import type { AuditEntryTable } from "../schema.js";
import { list, type Runner, statement } from "../statement.js";
import { ENTRY } from "./audit-columns.js";

/** One list per shape of its conditions, for a parameter chooses no index. */
interface Shape {
  readonly of: "user" | "organization";
  readonly isBehind: boolean;
  readonly hasEvent: boolean;
}

/** Null for what the shape leaves out. */
interface Page {
  readonly userId: UserId | null;
  readonly organizationId: OrganizationId | null;
  readonly event: string | null;
  readonly at: Date | null;
  readonly id: AuditEntryId | null;
  readonly limit: number;
}

/**
 * The page of entries, before anything is named: so few rows are joined, however long the log is.
 */
function pageOf({ db }: BaseCompiler, { of, isBehind, hasEvent }: Shape, given: Page) {
  const sorted = db
    .selectFrom("auth_audit_entry")
    .select(ENTRY.columns)
    .select((row) => ["done_to", row("operator", "is not", null).as("by_operator")])
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(given.limit)
    .$if(hasEvent, (query) => query.where(sql.ref<string | null>("event"), "=", given.event))
    .$if(isBehind, (query) => query.where(sql<boolean>`(at, id) < (${given.at}, ${given.id})`));
  return of === "user"
    ? sorted.where("user_id", "=", given.userId)
    : sorted.where("organization_id", "=", given.organizationId);
}

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

/** Compiles the lists of entries with the names of the users and things in them. */
export function namedEntries(compiler: BaseCompiler) {
  const compiled = new Map<string, ReturnType<typeof listing>>();
  const listingOf = (shape: Shape) => {
    const key = JSON.stringify(shape);
    const known = compiled.get(key) ?? listing(compiler, shape);
    compiled.set(key, known);
    return known;
  };

  return async (
    at: Runner,
    scope: AuditScope,
    { after, event, limit }: AuditQuery & { readonly limit: number },
  ): Promise<readonly NamedEntry[]> => {
    const userId = "userId" in scope ? scope.userId : null;
    const organizationId = "organizationId" in scope ? scope.organizationId : null;
    const of = userId === null ? "organization" : "user";
    const shaped = listingOf({ of, isBehind: after !== null, hasEvent: event !== null });
    const position = { at: after?.at ?? null, id: after?.id ?? null };
    const given: Page = { userId, organizationId, event, ...position, limit };
    return (await list(at, shaped, given)).map(toNamedEntry);
  };
}
