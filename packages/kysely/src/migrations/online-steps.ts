import type { DialectName } from "../engine.js";
import { namesChangedBy, skeletonOf } from "../own-tables.js";

export interface IndexStep {
  readonly kind: "index" | "unique index";
  readonly name: string;
  readonly table: string;
  readonly statement: string;
}

/**
 * What is done after the transaction of a migration, outside of any, while the table is read and
 * written. Each can be done again.
 */
export type OnlineStep =
  | IndexStep
  /** Compares the rows that were there before a constraint with it. */
  | { readonly kind: "validation"; readonly statement: string }
  /** Changes a bounded number of rows, and is repeated until it changes none. */
  | { readonly kind: "rewrite"; readonly statement: string };

/**
 * Plain indexes help the rewrites to find their rows; unique indexes and constraints may hold only
 * for rewritten rows.
 */
const TURNS: readonly OnlineStep["kind"][] = ["index", "rewrite", "unique index", "validation"];

/** The statements of a migration as they are run. */
export interface MigrationParts {
  readonly inTransaction: readonly string[];
  readonly online: readonly OnlineStep[];
  /** Which of its statements, counted from 0, are done online, in whole or in part. */
  readonly postponed: readonly number[];
}

/** The tables that the transaction of a migration creates. */
export interface MadeTables {
  readonly made: ReadonlySet<string>;
  /**
   * Those that earlier migrations create: they have no rows but the few that migrations insert,
   * which are rewritten at once.
   */
  readonly empty: ReadonlySet<string>;
}

/** What may stand between two words. */
const GAP = String.raw`(?:\s|--[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)`;
/** Begins with these words, of which each ends with a space; brackets hold what may be left out. */
const beginning = (words: string): RegExp =>
  new RegExp(`^${GAP}*${words.replaceAll(" ", `${GAP}+`)}`, "i");

const INDEX = beginning(
  String.raw`create (unique )?index (?:concurrently )?(?:if not exists )?([\w".]+) on (?:only )?([\w".]+)`,
);
const CONSTRAINT = beginning(
  String.raw`alter table (?:only )?([\w".]+) add constraint ([\w"]+) (?:check|foreign key)\b`,
);
const REWRITE = beginning(String.raw`(?:update|delete from) (?:only )?([\w".]+)`);
const LITERALS_COMMENTS_AND_END = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[^]*?\*\/|;/g;

/** On a line of its own: the statement may end with a comment. */
const notValid = (statement: string): string =>
  `${statement.replaceAll(LITERALS_COMMENTS_AND_END, (part) => (part === ";" ? "" : part))}\nnot valid`;

const plainName = (name: string): string =>
  name
    .slice(name.lastIndexOf(".") + 1)
    .replaceAll('"', "")
    .toLowerCase();

/** Whether a statement changes rows of one of the tables. */
const isRewriteOf = (statement: string, tables: ReadonlySet<string>): boolean => {
  const [, table = ""] = REWRITE.exec(statement) ?? [];
  return tables.has(plainName(table));
};

/** Returns the names of the tables that statements create. Nothing else uses these yet. */
export function tablesMadeBy(statements: readonly string[]): ReadonlySet<string> {
  const skeletons = statements.map(skeletonOf).filter((text) => /^create .*?\btable /i.test(text));
  return new Set(skeletons.flatMap((skeleton) => namesChangedBy(skeleton) ?? []));
}

function indexStep(statement: string): IndexStep | null {
  const match = INDEX.exec(statement);
  if (!match) return null;
  const [start, unique, name = "", table = ""] = match;
  const rest = statement.slice(start.length);
  const kind = unique === undefined ? "index" : "unique index";
  const concurrently = `create ${kind} concurrently ${name} on ${table}${rest}`;
  return { kind, name, table, statement: concurrently };
}

/**
 * A constraint holds for new rows at once; that it holds for the others is found out while the
 * table is in use.
 */
function validationOf(statement: string): readonly [added: string, OnlineStep] | null {
  const skeleton = skeletonOf(statement);
  const match = CONSTRAINT.exec(statement);
  if (!match || /not valid$|, (?:add|drop|alter) /i.test(skeleton)) return null;
  const [, table = "", name = ""] = match;
  const validate = `alter table ${table} validate constraint ${name}`;
  return [notValid(statement), { kind: "validation", statement: validate }];
}

/**
 * Divides a migration: on Postgres, an index on a table that is in use would stop its writes while
 * it is built, and a constraint while it is checked. SQLite has one writer anyway.
 */
export function partsOf(
  { statements, rewrites }: Readonly<Record<"statements" | "rewrites", readonly string[]>>,
  dialect: DialectName,
  { made, empty }: MadeTables,
): MigrationParts {
  const inTransaction: string[] = [];
  const postponed: number[] = [];
  const online: OnlineStep[] = rewrites
    .filter((statement) => !isRewriteOf(statement, empty))
    .map((statement) => ({ kind: "rewrite", statement }));
  for (const [at, statement] of statements.entries()) {
    const index = dialect === "postgres" ? indexStep(statement) : null;
    const validation = dialect === "postgres" ? validationOf(statement) : null;
    const behind = index && !made.has(plainName(index.table)) ? index : validation?.[1];
    if (behind) {
      online.push(behind);
      postponed.push(at);
    }
    if (behind !== index) inTransaction.push(validation?.[0] ?? statement);
  }
  inTransaction.push(...rewrites.filter((statement) => isRewriteOf(statement, empty)));
  online.sort((one, other) => TURNS.indexOf(one.kind) - TURNS.indexOf(other.kind));
  return { inTransaction, online, postponed };
}
