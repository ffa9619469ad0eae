interface Kinds {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly object: Readonly<Record<string, unknown>>;
}
type Kind = keyof Kinds;

/** What a JSON value must be: of a kind, such a value or null, a list of such values, or an object with these members among others. */
export type Shape =
  Kind | `${Kind} or null` | readonly [Shape] | { readonly [member: string]: Shape };

/** The type of the values of a shape. */
export type Shaped<S extends Shape> = S extends Kind
  ? Kinds[S]
  : S extends `${infer K extends Kind} or null`
    ? Kinds[K] | null
    : S extends readonly [infer Item extends Shape]
      ? readonly Shaped<Item>[]
      : S extends { readonly [member: string]: Shape }
        ? { readonly [Member in keyof S]: Shaped<S[Member]> }
        : never;

/**
 * Returns a JSON body as what it must be, so that a test reads its members by name and type.
 *
 * @throws {Error} when the body is not of that shape: a refusal, for one.
 * @example const { id } = readJson((await agent.get(ME)).body, { id: "string" });
 */
export function readJson<const S extends Shape>(body: unknown, shape: S): Shaped<S> {
  if (!isShaped(body, shape))
    throw new Error(`${JSON.stringify(shape)} expected, but: ${JSON.stringify(body)}`);
  return body;
}

/** Returns a JSON text as what it must be. */
export const parseJson = <const S extends Shape>(text: string, shape: S): Shaped<S> =>
  readJson(JSON.parse(text), shape);

const isShaped = <S extends Shape>(value: unknown, shape: S): value is Shaped<S> =>
  fits(value, shape);

function fits(value: unknown, shape: Shape): boolean {
  if (typeof shape === "string") {
    const [kind, orNull] = shape.split(" or ", 2);
    if (value === null) return orNull === "null";
    return kind === "object" ? isObject(value) : typeof value === kind;
  }
  if (isList(shape)) return Array.isArray(value) && value.every((item) => fits(item, shape[0]));
  return (
    isObject(value) && Object.entries(shape).every(([member, each]) => fits(value[member], each))
  );
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);
const isObject = (value: unknown): value is Kinds["object"] =>
  typeof value === "object" && value !== null && !Array.isArray(value);
