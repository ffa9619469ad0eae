interface Kinds {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly object: Readonly<Record<string, unknown>>;
}
type Kind = keyof Kinds;

/** Returns whether a value is what its name says. */
type Guard = (value: unknown) => value is unknown;

/**
 * What a JSON value must be: of a kind, such a value or null, a list of such values, what a guard
 * accepts, or an object with these members among others. A member whose name ends with `?` may be
 * missing.
 */
export type Shape =
  Kind | `${Kind} or null` | Guard | readonly [Shape] | { readonly [member: string]: Shape };

/** The type of the values of a shape. */
export type Shaped<S extends Shape> = S extends Kind
  ? Kinds[S]
  : S extends `${infer K extends Kind} or null`
    ? Kinds[K] | null
    : S extends (value: unknown) => value is infer Value
      ? Value
      : S extends readonly [infer Item extends Shape]
        ? readonly Shaped<Item>[]
        : S extends { readonly [member: string]: Shape }
          ? {
              readonly [Member in keyof S as Member extends `${string}?` ? never : Member]: Shaped<
                S[Member]
              >;
            } & {
              readonly [
                Member in keyof S as Member extends `${infer Name}?` ? Name : never
              ]?: Shaped<S[Member]>;
            }
          : never;

/**
 * Returns a JSON body as what it must be, so that a test reads its members by name and type.
 *
 * @throws {Error} when the body is not of that shape: a refusal, for one.
 * @example const { id } = readJson((await agent.get(ME)).body, { id: "string" });
 */
export function readJson<const S extends Shape>(body: unknown, shape: S): Shaped<S> {
  if (!isShaped(body, shape))
    throw new Error(`${describe(shape)} expected, but: ${JSON.stringify(body)}`);
  return body;
}

/** Returns a JSON text as what it must be. */
export const parseJson = <const S extends Shape>(text: string, shape: S): Shaped<S> =>
  readJson(JSON.parse(text), shape);

/** Returns a guard of such values and of null. */
export const orNull = <const S extends Shape>(shape: S) =>
  named(
    `${describe(shape)} or null`,
    (value): value is Shaped<S> | null => value === null || isShaped(value, shape),
  );

/** Returns a guard of objects whose members, however they are named, are all such values. */
export const recordOf = <const S extends Shape>(shape: S) =>
  named(
    `a record of ${describe(shape)}`,
    (value): value is Readonly<Record<string, Shaped<S>>> =>
      isObject(value) && Object.values(value).every((each) => isShaped(each, shape)),
  );

/** Returns a guard of these values alone. */
export const oneOf = <const Value>(values: readonly Value[]) =>
  named(`one of ${JSON.stringify(values)}`, (value): value is Value =>
    values.some((each) => each === value),
  );

function named<Value>(
  name: string,
  guard: (value: unknown) => value is Value,
): (value: unknown) => value is Value {
  return Object.defineProperty(guard, "name", { value: name });
}

const describe = (shape: Shape): string =>
  JSON.stringify(shape, (_member, each: unknown) =>
    typeof each === "function" ? each.name : each,
  );

const isShaped = <S extends Shape>(value: unknown, shape: S): value is Shaped<S> =>
  fits(value, shape);

function fits(value: unknown, shape: Shape): boolean {
  if (typeof shape === "function") return shape(value);
  if (typeof shape === "string") {
    const [kind, orNull] = shape.split(" or ", 2);
    if (value === null) return orNull === "null";
    return kind === "object" ? isObject(value) : typeof value === kind;
  }
  if (isList(shape)) return Array.isArray(value) && value.every((item) => fits(item, shape[0]));
  return (
    isObject(value) &&
    Object.entries(shape).every(([member, each]) => memberFits(value, member, each))
  );
}

function memberFits(value: Kinds["object"], member: string, shape: Shape): boolean {
  if (!member.endsWith("?")) return fits(value[member], shape);
  const name = member.slice(0, -1);
  return value[name] === undefined || fits(value[name], shape);
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);
const isObject = (value: unknown): value is Kinds["object"] =>
  typeof value === "object" && value !== null && !Array.isArray(value);
