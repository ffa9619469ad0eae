/**
 * The major version of the packages. Copies of another one may keep other values under the same
 * name, and have maps of their own.
 */
export const MAJOR_VERSION = 0;

/**
 * Returns the map of that name, one for all copies of the packages in a process: a bundler gives
 * each route its own, and what one copy has noted another must find. Other code of the process
 * reaches it too, so it holds nothing that proves anything: grants and the hash of a session stay
 * in private fields of core, which only the copy that minted them reads.
 * @param name what the map holds
 */
export function sharedMap<K extends WeakKey, V>(name: string): WeakMap<K, V> {
  const key = Symbol.for(`@acme/auth-http@${MAJOR_VERSION}/${name}`);
  const process: { readonly [key: symbol]: WeakMap<K, V> | undefined } = globalThis;
  const held = process[key];
  if (held) return held;
  const map = new WeakMap<K, V>();
  Object.defineProperty(globalThis, key, { value: map });
  return map;
}
