/** How long Postgres may take, in milliseconds. What takes longer is a `StoreUnavailable`. */
export interface PostgresTimeouts {
  /** Until a connection is there: one of the pool that is free, or a new one. */
  readonly connect: number;
  readonly statement: number;
  /** For each lock that a statement waits for. */
  readonly lock: number;
  /**
   * Between two statements of a transaction; then the server ends it, and what it had locked is
   * free.
   */
  readonly idleInTransaction: number;
}

interface Entry {
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

const entry = (min: number, value: number, max: number): Entry => ({ min, value, max });

const TIMEOUTS: Readonly<Record<keyof PostgresTimeouts, Entry>> = {
  connect: entry(10, 3_000, 60_000),
  statement: entry(10, 10_000, 600_000),
  lock: entry(10, 5_000, 600_000),
  idleInTransaction: entry(10, 30_000, 600_000),
};

/**
 * The server's own limit comes first: it leaves a connection that can go on. A server that says
 * nothing for this much longer has fallen silent.
 */
const SILENCE_MS = 1_000;

/**
 * For how long a rewrite of rows waits for the next row while others wait for those that it has
 * locked: much less than these wait.
 */
const REWRITE_LOCK_MS = 1_000;

export const rewriteLockOf = ({ lock }: PostgresTimeouts): number =>
  Math.min(lock, REWRITE_LOCK_MS);

export const deadlineOf = ({ statement }: PostgresTimeouts): number => statement + SILENCE_MS;

/**
 * The timeouts with an application's own in them. Throws a `RangeError` that names every one out of
 * bounds.
 */
export function defineTimeouts(chosen: Partial<PostgresTimeouts>): PostgresTimeouts {
  const faults: string[] = [];
  const timeout = (name: keyof PostgresTimeouts): number => {
    const { value, min, max } = TIMEOUTS[name];
    const given = chosen[name] ?? value;
    if (!Number.isInteger(given) || given < min || given > max)
      faults.push(`${name} must be a whole number of milliseconds from ${min} to ${max}`);
    return given;
  };
  const timeouts: PostgresTimeouts = {
    connect: timeout("connect"),
    statement: timeout("statement"),
    lock: timeout("lock"),
    idleInTransaction: timeout("idleInTransaction"),
  };
  for (const name of Object.keys(chosen))
    if (!Object.hasOwn(TIMEOUTS, name)) faults.push(`${name} is no timeout`);
  if (faults.length > 0) throw new RangeError(`timeouts: ${faults.join("; ")}`);
  return timeouts;
}
