import { AsyncLocalStorage } from "node:async_hooks";
import type { Store, Tx } from "@acme/auth-core";
import { engineOf, standFor } from "./kysely-store.js";
import { sharedMap } from "./shared-map.js";

/**
 * A lock outside a transaction is released before anything can rely on it. The verb tells which
 * methods lock.
 */
const LOCKS = /\.lock[^.]*$/;

interface Open {
  readonly store: Store;
  fault: Error | null;
  ended: boolean;
}

/** How a store watches over its transactions. */
export interface GuardOptions {
  /**
   * Whether calls that do not go through the `tx` of an open transaction throw at once, a second
   * `store.transaction` among them, and what a SQLite transaction awaits besides its `tx` is an
   * error. It makes every await dearer. Default: unless `NODE_ENV` is `production`.
   */
  readonly guarded?: boolean;
}

const guardedStores = sharedMap<Store, true>("guarded-stores");

/**
 * The open transactions that work is inside of. All stores share it: Node 20 looks at each storage
 * that was ever used, at every promise, so that one for each of many stores would make awaits dear.
 */
const inside = new AsyncLocalStorage<readonly Open[]>();
const openOnes = (): readonly Open[] => (inside.getStore() ?? []).filter(({ ended }) => !ended);

/**
 * The same store, watching over the two rules of `transaction` that types cannot: inside it nothing
 * but `tx` is used (the outer store would hang on SQLite and escape the rollback on Postgres), and
 * on SQLite nothing else is awaited (all writes wait meanwhile). Breaking one is an error of the
 * transaction, even when the call that broke it was caught. It makes every await dearer: see
 * `guarded`. Returns a store that is guarded already as it is.
 */
export function guardedStore<S extends Store>(store: S): S {
  if (guardedStores.has(store)) return store;
  const isSqlite = engineOf(store).dialect === "sqlite";

  function refuse(open: Open, message: string): Promise<never> {
    open.fault ??= new Error(message);
    return Promise.reject(open.fault);
  }

  function guard<O extends object>(target: O, path: string): O {
    return new Proxy(target, {
      get(object, key) {
        const member: unknown = Reflect.get(object, key);
        const name = `${path}.${String(key)}`;
        if (typeof member === "object" && member !== null) return guard(member, name);
        if (typeof member !== "function") return member;
        return (...given: unknown[]) => {
          const open = openOnes().find((one) => one.store === store);
          if (open) return refuse(open, `${name} was called inside a transaction; use its tx`);
          if (LOCKS.test(name))
            return Promise.reject(new Error(`${name} was called outside a transaction`));
          if (name === "store.transaction")
            return transaction(given[0] as (tx: Tx) => Promise<unknown>);
          const result: unknown = Reflect.apply(member, object, given);
          return result;
        };
      },
    });
  }

  const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    store.transaction(async (tx) => {
      const open: Open = { store, fault: null, ended: false };
      const otherWork = setImmediate(() => {
        if (isSqlite)
          open.fault ??= new Error("a SQLite transaction awaited something other than its tx");
      });
      try {
        const result = await inside.run([...openOnes(), open], () => work(tx));
        if (open.fault) throw open.fault;
        return result;
      } finally {
        open.ended = true;
        clearImmediate(otherWork);
      }
    });

  const guarded = guard(store, "store");
  standFor(guarded, store);
  guardedStores.set(guarded, true);
  return guarded;
}
