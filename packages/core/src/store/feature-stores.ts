import type { Store, Tx } from "./store.js";

/** The stores inside one open transaction, and those `S` that features bring. */
export type TxWith<S extends object> = Tx & S;

/**
 * A store of the base, and the stores `S` that features bring, at the top and in each transaction.
 */
export type StoreWith<S extends object> = Omit<Store, "transaction"> &
  S & {
    /** `Store.transaction`, with the stores of the features in it. */
    transaction<T>(work: (tx: TxWith<S>) => Promise<T>): Promise<T>;
  };
