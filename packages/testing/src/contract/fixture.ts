import type { Store, StoreWith, Tx, TxWith } from "@acme/auth-core";
import type { Retention, Stores } from "@acme/auth-core/store";
import { expect } from "vitest";

/**
 * What another connection or process on the same database offers: everything but transactions,
 * whose work cannot leave its process. `S` are the stores of a feature.
 */
export type Rival<S extends object = object> = Stores &
  S & {
    readonly callers: Store["callers"];
    /** Removes what has expired, as `Store.sweep` does. */
    readonly sweep: Store["sweep"];
  };

/** One database, empty and migrated. `S` are the stores of a feature. */
export interface StoreFixture<S extends object = object> {
  readonly store: StoreWith<S>;
  /**
   * Other connections or processes on the same database. Races alternate between `store` and these.
   */
  readonly rivals: readonly Rival<S>[];
  /** Empties every table. */
  readonly wipe: () => Promise<void>;
  /** Ends every connection and process. The fixture is of no use afterwards. */
  readonly close: () => Promise<void>;
}

/** The fixture of the suite that is running. */
export type Opened<S extends object = object> = () => StoreFixture<S>;

/** How many callers race. */
export const MANY = 50;

/** Invitations go when they expire, and audit entries stay for thirty years. */
export const RETENTION: Retention = {
  invitations: 0,
  auditEntries: 1_000_000_000_000,
  subscriberCalls: 0,
};

/**
 * `times` calls at once, taking turns between the store and its rivals; what each came to, in
 * order.
 */
export function race<T, S extends object>(
  { store, rivals }: StoreFixture<S>,
  times: number,
  run: (stores: Rival<S>, turn: number) => Promise<T>,
): Promise<readonly T[]> {
  const contenders: readonly Rival<S>[] = [store, ...rivals];
  return Promise.all(
    Array.from({ length: times }, (_, turn) => run(contenders[turn % contenders.length]!, turn)),
  );
}

/** Returns how many of the answers are the one that only the winner gets. */
export const howMany = (verdicts: readonly boolean[]): number => verdicts.filter(Boolean).length;

export const sum = (counts: readonly number[]): number =>
  counts.reduce((total, count) => total + count, 0);

/** `times` transactions at once; what each came to, in order. */
export const atOnce = <T>(
  store: Pick<Store, "transaction">,
  times: number,
  work: (tx: Tx, turn: number) => Promise<T>,
): Promise<readonly T[]> =>
  Promise.all(
    Array.from({ length: times }, (_, turn) => store.transaction((tx) => work(tx, turn))),
  );

/** Does `work` in a transaction that fails then. */
export async function rollBack<S extends object>(
  store: StoreWith<S>,
  work: (tx: TxWith<S>) => Promise<unknown>,
): Promise<void> {
  const failing = store.transaction(async (tx) => {
    await work(tx);
    throw new Error("refused");
  });
  await expect(failing).rejects.toThrow("refused");
}
