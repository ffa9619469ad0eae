import type { SessionStore } from "../account/session/session-store.js";
import { OWNERSHIP, type Ownership } from "./ownership.js";
import type { Stores } from "./store.js";

/** Every store has its row, and there is no row without a store. */
export function everyStoreHasItsRow(): void {
  OWNERSHIP satisfies Readonly<Record<keyof Stores, Ownership>>;
  ({}) as keyof typeof OWNERSHIP satisfies keyof Stores;
}

/**
 * A store that is added, with credentials for instance, says what becomes of its rows, or nothing
 * compiles.
 */
export function aStoreWithoutItsRowDoesNotCompile(): void {
  type Grown = Stores & { readonly recoveryCodes: SessionStore };
  // @ts-expect-error -- the new store has no row
  OWNERSHIP satisfies Readonly<Record<keyof Grown, Ownership>>;
  const row = { of: "user", plantable: false, endedByReset: false } as const;
  // @ts-expect-error -- the row does not say what becomes of the others
  row satisfies Ownership;
}

/**
 * A row is read within the transaction that has locked the user, and shows in no section of its
 * own.
 */
export function rowsAreExact(complete: Ownership): void {
  ({ ...complete, erased: "cascade", exported: null }) satisfies Ownership;
  // @ts-expect-error -- no section is added to the export
  ({ ...complete, exported: "recoveryCodes" }) satisfies Ownership;
  // @ts-expect-error -- whether rows could be planted is said with the function that removes them
  ({ ...complete, plantable: true }) satisfies Ownership;
}
