import type { Access, Compiler, StoreMaker } from "./engine.js";

const ACCESS = Symbol("access");
const BUILT = Symbol("built");

/**
 * Compiles the statements of all stores. What it returns gives the stores of one transaction, each
 * built when it is read first: a transaction reads a few of more than twenty. They are getters of a
 * prototype, which a copy by spreading leaves out.
 */
export function compileStores(
  compiler: Compiler,
  makers: Readonly<Record<string, StoreMaker<unknown>>>,
): (at: Access) => object {
  class StoresAt {
    readonly [ACCESS]: Access;
    readonly [BUILT]: unknown[] = [];
    constructor(at: Access) {
      this[ACCESS] = at;
    }
  }
  for (const [index, [name, make]] of Object.entries(makers).entries()) {
    const buildAt = make(compiler);
    Object.defineProperty(StoresAt.prototype, name, {
      enumerable: true,
      get(this: StoresAt) {
        return (this[BUILT][index] ??= buildAt(this[ACCESS]));
      },
    });
  }
  return (at) => new StoresAt(at);
}

/** Returns the same stores, all built, which a copy by spreading takes over. */
export function allBuilt<S extends object>(stores: S): S {
  const built: Partial<S> = {};
  for (const name in stores) built[name] = stores[name];
  return built as S;
}
