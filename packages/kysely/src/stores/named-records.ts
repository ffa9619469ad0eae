import type {
  AuditEntryId,
  AuditRecordQuery,
  NamedRecord,
  OrganizationId,
  UserId,
} from "@acme/auth-core";
import { sql } from "kysely";
import type { BaseCompiler } from "../engine.js";
import { list, type Runner, statement } from "../statement.js";
import { RECORD } from "./audit-columns.js";
import { ofEachShape } from "./of-each-shape.js";

/** One list per shape of its conditions, for a parameter chooses no index. */
interface Shape {
  readonly hasUser: boolean;
  readonly hasOrganization: boolean;
  readonly hasEvent: boolean;
  readonly hasFrom: boolean;
  readonly hasTo: boolean;
  readonly isBehind: boolean;
}

/** Before every entry. With it, the whole log is a range of the index of its times. */
const BEGINNING = new Date(0);

/** Null for what the shape leaves out. */
interface Page {
  readonly userId: UserId | null;
  readonly organizationId: OrganizationId | null;
  readonly event: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly at: Date | null;
  readonly id: AuditEntryId | null;
  readonly limit: number;
}

/** The newest entries that the shape means, before anything is named: so few rows are joined. */
function newestOf({ db }: BaseCompiler, shape: Shape, given: Page) {
  const { userId, organizationId, event, from, to, at, id } = given;
  // Where both are asked for, the entries of the user are walked: those are few.
  const ofOrganization = shape.hasUser
    ? sql<boolean>`organization_id || '' = ${organizationId}`
    : sql<boolean>`organization_id = ${organizationId}`;
  return db
    .selectFrom("auth_audit_entry")
    .select(RECORD.columns)
    .select("done_to")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(given.limit)
    .$if(shape.hasUser, (query) => query.where(sql<boolean>`user_id = ${userId}`))
    .$if(shape.hasOrganization, (query) => query.where(ofOrganization))
    .$if(shape.hasEvent, (query) => query.where(sql<boolean>`event = ${event}`))
    .$if(shape.hasFrom, (query) => query.where(sql<boolean>`at >= ${from}`))
    .$if(shape.hasTo, (query) => query.where(sql<boolean>`at < ${to}`))
    .$if(shape.isBehind, (query) => query.where(sql<boolean>`(at, id) < (${at}, ${id})`));
}

const listing = (compiler: BaseCompiler, shape: Shape) =>
  statement((given: Page) =>
    compiler.db
      .selectFrom(newestOf(compiler, shape, given).as("e"))
      .leftJoin("auth_user as u", "u.id", "e.user_id")
      .leftJoin("auth_user as t", "t.id", "e.done_to")
      .leftJoin("auth_organization as o", "o.id", "e.organization_id")
      .select(RECORD.columns.map((column) => `e.${column}` as const))
      .select(["e.done_to", "u.email", "t.email as done_to_email", "o.slug"])
      .orderBy("e.at", "desc")
      .orderBy("e.id", "desc"),
  );

/** Compiles the list of entries of the whole log, as operators see them. */
export function namedRecords(compiler: BaseCompiler) {
  const listingOf = ofEachShape((shape: Shape) => listing(compiler, shape));
  return async (
    at: Runner,
    { after, ...asked }: AuditRecordQuery,
    limit: number,
  ): Promise<readonly NamedRecord[]> => {
    const isOfAll = asked.userId === null && asked.organizationId === null;
    const filter = isOfAll ? { ...asked, from: asked.from ?? BEGINNING } : asked;
    const shape: Shape = {
      hasUser: filter.userId !== null,
      hasOrganization: filter.organizationId !== null,
      hasEvent: filter.event !== null,
      hasFrom: filter.from !== null,
      hasTo: filter.to !== null,
      isBehind: after !== null,
    };
    const given = { ...filter, at: after?.at ?? null, id: after?.id ?? null, limit };
    const rows = await list(at, listingOf(shape), given);
    return rows.map((row) => ({
      ...RECORD.toEntity(row),
      email: row.email,
      doneTo: row.done_to,
      doneToEmail: row.done_to_email,
      slug: row.slug,
    }));
  };
}
