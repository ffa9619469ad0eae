/**
 * Returns a stand-in for what a hook starts later. Each member is read from what `running` then
 * returns.
 *
 * @throws {Error} when a member is read while nothing runs
 */
export const lateBound = <T extends object>(running: () => T | null): T =>
  new Proxy<T>(Object.create(null) as T, {
    get(_target, name): unknown {
      const current = running();
      if (!current) throw new Error("Nothing has been started yet.");
      return Reflect.get(current, name);
    },
  });
