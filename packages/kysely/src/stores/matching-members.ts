import type { Member, MembershipId, OrganizationId } from "@acme/auth-core";
import type { MemberQuery } from "@acme/auth-core/store";
import { type Expression, sql } from "kysely";
import type { BaseCompiler } from "../engine.js";
import { count, list, type Runner, statement } from "../statement.js";
import { MEMBER_COLUMNS, toMember } from "./membership-columns.js";

/**
 * Users whom the indexes of names and email addresses find, of all organizations: up to so many are
 * looked up among the members. Where there are more, a part of the members matches too, and they
 * are read in the order of the page until it is full.
 */
const MOST_FOUND = 1_000;
/** Behind every character: no text has it. */
const LAST = "\u{10ffff}";

interface Page {
  readonly organizationId: OrganizationId;
  readonly limit: number;
}

/** The beginnings and ends of the ranges in which names and the email address lie. */
interface Given extends Page {
  readonly email: string;
  readonly emailEnd: string;
  readonly [start: `name${number}`]: string;
  readonly [end: `nameEnd${number}`]: string;
  /** Null on the first page. */
  readonly createdAt: Date | null;
  readonly id: MembershipId | null;
}

interface Range {
  readonly of: Expression<string>;
  readonly start: string;
  readonly end: string;
}

/** One set of statements for each number of spellings and kind of page. */
interface Shape {
  readonly names: number;
  readonly isBehind: boolean;
}

/** @param table what the columns are prefixed with */
function rangesOf(
  { foldedAscii }: BaseCompiler,
  given: Given,
  { names, table }: { readonly names: number; readonly table: "" | "u." },
): readonly [Range, ...Range[]] {
  const name = foldedAscii(sql.ref<string>(`${table}name`));
  const ofNames = Array.from({ length: names }, (_, index) => ({
    of: name,
    start: given[`name${index}`] ?? "",
    end: given[`nameEnd${index}`] ?? "",
  }));
  return [
    { of: sql.ref<string>(`${table}email`), start: given.email, end: given.emailEnd },
    ...ofNames,
  ];
}

/** The ids of users in any of the ranges, up to `most` of each, read in the order of its index. */
function usersIn(
  { db }: BaseCompiler,
  [first, ...others]: readonly [Range, ...Range[]],
  most: number,
) {
  const usersOf = ({ of, start, end }: Range) =>
    db
      .selectFrom(
        db
          .selectFrom("auth_user")
          .select("id")
          .where(of, ">=", start)
          .where(of, "<", end)
          .orderBy(of)
          .limit((row) => row.lit(most))
          .as("ranged"),
      )
      .select("ranged.id");
  return others.reduce((found, range) => found.union(usersOf(range)), usersOf(first));
}

const isInAny = (ranges: readonly Range[]) =>
  sql<boolean>`(${sql.join(
    ranges.map(({ of, start, end }) => sql`(${of} >= ${start} and ${of} < ${end})`),
    sql` or `,
  )})`;

const listing = (compiler: BaseCompiler, { names, isBehind }: Shape) => {
  const { db } = compiler;
  const found = (given: Given, most: number) =>
    usersIn(compiler, rangesOf(compiler, given, { names, table: "" }), most);
  const isBehindThat = ({ createdAt, id }: Given) =>
    sql<boolean>`(m.created_at, m.id) > (${createdAt}, ${id})`;
  return {
    found: statement((given: Given) =>
      db
        .selectFrom(found(given, MOST_FOUND + 1).as("found"))
        .select((row) => row.fn.countAll().as("total")),
    ),
    // `cross join` is the order in which SQLite reads the tables.
    amongFound: statement((given: Given) =>
      db
        // Some may have come since they were counted.
        .with(
          (cte) => cte("found").materialized(),
          () => found(given, 2 * MOST_FOUND),
        )
        .selectFrom("found")
        .crossJoin("auth_membership as m")
        .crossJoin("auth_user as u")
        .whereRef("m.user_id", "=", "found.id")
        .whereRef("u.id", "=", "found.id")
        .where("m.organization_id", "=", given.organizationId)
        .$if(isBehind, (query) => query.where(isBehindThat(given)))
        .select(MEMBER_COLUMNS)
        .orderBy("m.created_at")
        .orderBy("m.id")
        .limit(given.limit),
    ),
    amongMembers: statement((given: Given) =>
      db
        .selectFrom("auth_membership as m")
        .crossJoin("auth_user as u")
        .whereRef("u.id", "=", "m.user_id")
        .where("m.organization_id", "=", given.organizationId)
        .where(isInAny(rangesOf(compiler, given, { names, table: "u." })))
        .$if(isBehind, (query) => query.where(isBehindThat(given)))
        .select(MEMBER_COLUMNS)
        .orderBy("m.created_at")
        .orderBy("m.id")
        .limit(given.limit),
    ),
  };
};

/** Compiles the search for members. */
export function matchingMembers(compiler: BaseCompiler) {
  const compiled = new Map<string, ReturnType<typeof listing>>();
  const listingOf = (shape: Shape) => {
    const key = JSON.stringify(shape);
    const known = compiled.get(key) ?? listing(compiler, shape);
    compiled.set(key, known);
    return known;
  };

  return async (
    at: Runner,
    page: Page,
    { email, names, after }: MemberQuery,
  ): Promise<readonly Member[]> => {
    const { found, amongFound, amongMembers } = listingOf({
      names: names.length,
      isBehind: after !== null,
    });
    const ranges = names.flatMap((name, index) => [
      [`name${index}`, name] as const,
      [`nameEnd${index}`, `${name}${LAST}`] as const,
    ]);
    const given: Given = {
      ...page,
      ...Object.fromEntries(ranges),
      email,
      emailEnd: `${email}${LAST}`,
      createdAt: after?.createdAt ?? null,
      id: after?.id ?? null,
    };
    const few = (await count(at, found, given)) <= MOST_FOUND;
    return (await list(at, few ? amongFound : amongMembers, given)).map(toMember);
  };
}
