import type { PlainValue } from "./as-checked.js";

/** The members of an object that a test is about, and those of the objects in it. */
export type Part<Whole> = Whole extends (...given: never) => unknown
  ? Whole
  : Whole extends string | Date | readonly unknown[]
    ? PlainValue<Whole>
    : Whole extends object
      ? { readonly [Name in keyof Whole]?: Part<Whole[Name]> | undefined }
      : Whole;

/**
 * Returns an object that has only the members that a test is about, for code that must need no
 * others. A member that may be missing is given as undefined: reading one that is not given throws.
 * Objects within a frozen object are not watched.
 *
 * @throws {Error} when another member is read
 * @example const caller = standIn<Caller>({ user: { id: "user-1" } });
 */
export const standIn = <Whole extends object>(part: NoInfer<Part<Whole>>): Whole =>
  guarded(part) as Whole;

/** An object within a part is the same each time that it is read. */
const known = new WeakMap<object, object>();

function guarded(part: object): object {
  const guard = known.get(part) ?? guardOf(part);
  known.set(part, guard);
  return guard;
}

const guardOf = (part: object): object =>
  new Proxy(part, {
    get(members, name): unknown {
      if (typeof name === "string" && !(name in members) && !isAskedOfEverything(name))
        throw new Error(`The stand-in has no ${JSON.stringify(name)}.`);
      const value: unknown = Reflect.get(members, name);
      // A frozen object must show its members as they are.
      return isPlainObject(value) && !Object.isFrozen(members) ? guarded(value) : value;
    },
  });

/** `await` looks for a promise, and JSON for a form of its own. */
const isAskedOfEverything = (name: string): boolean => name === "then" || name === "toJSON";

const isPlainObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
