import type { Access, BaseCompiler, StoreMaker } from "./engine.js";

const ACCESS = Symbol("access");
const BUILT = Symbol("built");

/**
 * What this returns gives the stores of one transaction, each built when it is read first: a
 * transaction reads a few of more than twenty. Its statements are compiled with the first of its
 * kind, so that nothing of it costs the start. They are getters of a prototype, which a copy by
 * spreading leaves out.
 */
export function compileStores(
  compiler: BaseCompiler,
  makers: Readonly<Record<string, StoreMaker<unknown, BaseCompiler>>>,
): (at: Access) => object {
  class StoresAt {
    readonly [ACCESS]: Access;
    readonly [BUILT]: unknown[] = [];
    constructor(at: Access) {
      this[ACCESS] = at;
    }
  }
  for (const [index, [name, make]] of Object.entries(makers).entries()) {
    let buildAt: ((at: Access) => unknown) | undefined;
    Object.defineProperty(StoresAt.prototype, name, {
      enumerable: true,
      get(this: StoresAt) {
        return (this[BUILT][index] ??= (buildAt ??= make(compiler))(this[ACCESS]));
      },
    });
  }
  return (at) => new StoresAt(at);
}

/** Gives an object the same stores as getters of its own, which a copy by spreading builds. */
export function lendStores<O extends object, S extends object>(to: O, stores: S): O & S {
  for (const name in stores)
    Object.defineProperty(to, name, { enumerable: true, get: () => stores[name] });
  return to as O & S;
}
