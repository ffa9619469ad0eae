import type { FieldIssue } from "./errors.js";
import type { JsonValue } from "./json-value.js";

/** A fault that a schema finds in a value. */
export interface SchemaIssue {
  readonly message: string;
  /** Where in the value it is; missing for the whole. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema makes of a value: the value to keep, or what is wrong. */
export type SchemaResult<T> =
  { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

/** Returns a JSON Schema, as Standard JSON Schema defines it. */
export type JsonSchemaWriter = (options: {
  readonly target: "draft-2020-12";
}) => Readonly<Record<string, unknown>>;

/**
 * A schema by Standard Schema (standardschema.dev), such as those of zod, valibot and arktype. Its
 * validation is synchronous, and what it makes of a value is JSON.
 */
export interface FieldSchema<T extends JsonValue = JsonValue> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    /** Returns what it makes of a value, or its faults. A promise is refused. */
    readonly validate: (value: unknown) => SchemaResult<T> | Promise<SchemaResult<T>>;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
    /** By Standard JSON Schema. Where it is missing, a field says its `jsonSchema` itself. */
    readonly jsonSchema?: { readonly input: JsonSchemaWriter; readonly output: JsonSchemaWriter };
  };
}

/** What a schema makes of a value of a field, or its faults, each under the field's name. */
export type ReadValue =
  | { readonly value: unknown; readonly issues: readonly [] }
  | { readonly issues: readonly FieldIssue[] };

/**
 * Asks the schema of a field about a value.
 * @throws {TypeError} for a schema that answers later: it is the application's mistake
 */
export function readValue(name: string, schema: FieldSchema, value: unknown): ReadValue {
  const result = schema["~standard"].validate(value);
  if ("then" in result) {
    // Nobody waits for it: what it rejects with must not end the process.
    void Promise.resolve(result).catch(() => null);
    throw new TypeError(
      `userFields.${name}: its schema answers with a promise, which no field may. It validates asynchronously (ask a database in a subscriber, within "user.created"), or a function of it throws, such as a transform of zod`,
    );
  }
  if (!result.issues) return { value: result.value, issues: [] };
  return {
    issues: result.issues.map(({ path = [], message }) => ({
      path: [name, ...partsOf(path)].join("."),
      message,
    })),
  };
}

/** Not `path.map`: arktype's is an array of another kind, which makes more of nothing. */
const partsOf = (path: NonNullable<SchemaIssue["path"]>): readonly string[] =>
  Array.from(path, (part) => String(typeof part === "object" ? part.key : part));
