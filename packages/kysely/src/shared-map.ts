/**
 * The major version of this package. Copies of another one may keep other values under the same
 * name, and have maps of their own.
 */
export const MAJOR_VERSION = 0;

/**
 * Returns the map of that name, one for all copies of this package in a process: a bundler gives
 * each route its own, and a store or transaction of one copy must be known to the others. Other
 * code of the process reaches it too: it holds only what a store was made from, and nothing that
 * proves anything.
 */
export function sharedMap<K extends WeakKey, V>(name: string): WeakMap<K, V> {
  const key = Symbol.for(`@acme/auth-kysely@${MAJOR_VERSION}/${name}`);
  const process: { readonly [key: symbol]: WeakMap<K, V> | undefined } = globalThis;
  const held = process[key];
  if (held) return held;
  const map = new WeakMap<K, V>();
  Object.defineProperty(globalThis, key, { value: map });
  return map;
}
