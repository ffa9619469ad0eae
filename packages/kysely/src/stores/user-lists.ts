import type { UserFilter, UserQuery } from "@acme/auth-core";
import { sql } from "kysely";
import type { BaseCompiler } from "../engine.js";
import { list, type Runner, statement } from "../statement.js";
import { RECORD } from "./user-columns.js";

interface Page {
  readonly now: Date;
  readonly limit: number;
  /** The first email address that has the prefix, or the one before the page. */
  readonly start: string;
  /** The first text behind every email address that has the prefix. */
  readonly end: string;
}

/** Compared with a beginning of email addresses, which is none itself. */
const EMAIL = sql.ref<string>("email");
/** Behind every character of an email address, all of which are printable ASCII. */
const LAST = "\u007f";

/** One list per filter: each has a partial index of its own, which no parameter could choose. */
const listing = ({ db }: BaseCompiler, filter: UserFilter) => {
  const inOrder = ({ now, limit, end }: Page) => {
    const users = db
      .selectFrom("auth_user")
      .select(RECORD.columns)
      .where(EMAIL, "<", end)
      .orderBy("email")
      .limit(limit);
    if (filter === "unverified")
      return users.where((row) => row("email_verified", "=", row.lit(false)));
    if (filter === "all") return users;
    return users
      .where("suspended_at", "is not", null)
      .where((row) =>
        row.or([row("suspended_until", "is", null), row("suspended_until", ">", now)]),
      );
  };
  return {
    first: statement((given: Page) => inOrder(given).where(EMAIL, ">=", given.start)),
    behind: statement((given: Page) => inOrder(given).where(EMAIL, ">", given.start)),
  };
};

/** Returns what reads a page of the list of users. */
export function createUserPages(compiler: BaseCompiler) {
  const lists = {
    all: listing(compiler, "all"),
    suspended: listing(compiler, "suspended"),
    unverified: listing(compiler, "unverified"),
  };
  return (reads: Runner, { filter, prefix, after }: UserQuery, at: Pick<Page, "now" | "limit">) => {
    const page = { ...at, start: after ?? prefix, end: `${prefix}${LAST}` };
    const { first, behind } = lists[filter];
    return list(reads, after === null ? first : behind, page);
  };
}
