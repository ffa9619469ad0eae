import { createHash } from "node:crypto";
import type { Compilable, CompiledQuery, QueryResult } from "kysely";

/** A compiled query with a name of its own, under which a driver may keep it prepared. */
export interface NamedQuery<Row> extends CompiledQuery<Row> {
  readonly name: string;
}

/** One SQL text, compiled on first use and never again, bound to other values on each use. */
export interface Statement<Given, Row> {
  /** Returns the compiled query with its values. */
  bind(given: Given): NamedQuery<Row>;
}

/** Where a statement runs: on the pool, on a handle, or in a transaction. */
export interface Runner {
  /** Runs a compiled query. */
  run<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

/** Stands for a value that is given on each use. */
export class Placeholder {
  constructor(readonly field: string) {}
}

/**
 * The instant that was written last: what happens at once is written at once, and the text is made
 * once.
 */
const written = { time: 0, text: new Date(0).toISOString() };

/**
 * SQLite compares instants as text, where years beyond four digits would sort wrongly; Postgres
 * knows no year 0.
 */
function isoText(instant: Date): string {
  const time = instant.getTime();
  if (time === written.time) return written.text;
  const text = instant.toISOString();
  if (text.length !== 24 || text.startsWith("0000"))
    throw new RangeError(`${text} is outside the years 1 to 9999`);
  written.time = time;
  written.text = text;
  return text;
}

/**
 * A value as a statement is given it: instants as ISO text, plain objects as JSON, everything else,
 * bytes among it, as it is.
 */
export function encode(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return value instanceof Date ? isoText(value) : JSON.stringify(value);
}

/**
 * `build` is called once, with stand-ins for the fields of `Given`; it may place them as values but
 * not look at them. Columns are named one by one, never `*`: a prepared `select *` breaks under
 * Postgres when a later version adds a column while this one still runs.
 */
export function statement<Given extends object, Row>(
  build: (given: Given) => Compilable<Row>,
): Statement<Given, Row> {
  let compiled: CompiledStatement<Row> | undefined;
  const compile = (): CompiledStatement<Row> => {
    const query = build(
      new Proxy({}, { get: (_, field) => new Placeholder(String(field)) }) as Given,
    ).compile();
    const name = `acme_auth_${createHash("sha256").update(query.sql).digest("hex").slice(0, 24)}`;
    return { query: { ...query, name }, slots: slotsOf(query.parameters) };
  };
  return {
    bind(given) {
      const { query: text, slots } = (compiled ??= compile());
      const { query, sql, queryId, name } = text;
      const parameters: unknown[] = [];
      for (const { field, constant, first } of slots)
        parameters.push(
          first < parameters.length
            ? parameters[first]
            : encode(field === null ? constant : given[field as keyof Given]),
        );
      return { query, sql, queryId, name, parameters };
    },
  };
}

interface CompiledStatement<Row> {
  readonly query: NamedQuery<Row>;
  readonly slots: readonly Slot[];
}

/** Where a parameter has its value from. */
interface Slot {
  /** Null for a constant. */
  readonly field: string | null;
  readonly constant: unknown;
  /** The first slot with the same field: what is given once is encoded once. */
  readonly first: number;
}

function slotsOf(parameters: readonly unknown[]): readonly Slot[] {
  const fields = parameters.map((slot) => (slot instanceof Placeholder ? slot.field : null));
  return parameters.map((constant, index) => {
    const field = fields[index] ?? null;
    return { field, constant, first: field === null ? index : fields.indexOf(field) };
  });
}

/** Runs a statement. Returns its rows. */
export const list = async <Given, Row>(
  at: Runner,
  what: Statement<Given, Row>,
  given: Given,
): Promise<readonly Row[]> => (await at.run<Row>(what.bind(given))).rows;

/** Runs a statement. Returns its first row; undefined when there is none. */
export const first = async <Given, Row>(
  at: Runner,
  what: Statement<Given, Row>,
  given: Given,
): Promise<Row | undefined> => (await at.run<Row>(what.bind(given))).rows[0];

/** Returns the row of a statement that returns one whatever it finds, as a count does. */
export async function only<Given, Row>(
  at: Runner,
  what: Statement<Given, Row>,
  given: Given,
): Promise<Row> {
  const row = await first(at, what, given);
  if (row === undefined) throw new Error("a statement that returns one row returned none");
  return row;
}

/** Returns what a statement counted as `total`. */
export const count = async <Given>(
  at: Runner,
  what: Statement<Given, { readonly total: number | string | bigint }>,
  given: Given,
): Promise<number> => Number((await only(at, what, given)).total);

/** How many rows the statement inserted, updated or deleted. */
export const changed = async <Given, Row>(
  at: Runner,
  what: Statement<Given, Row>,
  given: Given,
): Promise<number> => Number((await at.run<Row>(what.bind(given))).numAffectedRows ?? 0n);
