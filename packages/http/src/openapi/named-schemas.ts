import type * as zod from "zod";
import type { JsonSchema as WrittenSchema, RouteSchema } from "../kernel/route.js";
import { z } from "../kernel/zod.js";

/** A part of the document. */
export type Json = Readonly<Record<string, unknown>>;

/** A schema of the surface, or one that an application has written. */
export type DocumentedSchema = RouteSchema | WrittenSchema;

/** A JSON Schema, as far as this writer looks into it. */
export interface JsonSchema extends Json {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** The schemas that have a name, gathered from wherever they are used. */
export interface NamedSchemas {
  /** As they stand in the document, by name. */
  readonly schemas: Record<string, JsonSchema>;
  /**
   * The names of bodies and replies, by what they say: what two operations share is written once.
   */
  readonly nameOf: Map<string, string>;
}

/** Names a schema that has no name of its own. */
export interface Naming {
  readonly name: string;
  readonly description: string;
}

export const reference = (place: string, name: string): JsonSchema => ({
  $ref: `#/components/${place}/${name}`,
});

/** Returns the schema as JSON. Schemas in it that have an id become references. */
export function schemaOf(
  schema: DocumentedSchema,
  io: "input" | "output",
  { schemas }: NamedSchemas,
): JsonSchema {
  const {
    $schema: _draft,
    $defs = {},
    ...rest
  } = typeof schema === "function" ? jsonOf(schema(), io) : schema;
  for (const [name, definition] of Object.entries($defs))
    schemas[name] ??= atComponents(definition);
  return atComponents(rest);
}

const jsonOf = (schema: zod.ZodType, io: "input" | "output"): WrittenSchema =>
  z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    // The pattern of a date spans five lines and says no more than its format.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      // What every whole number is bounded by says nothing of this one.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });

const atComponents = (node: unknown): JsonSchema =>
  JSON.parse(JSON.stringify(node).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;

/**
 * Moves the objects of a body or reply, themselves or in a list, to the named schemas, and returns
 * what refers to them.
 */
export function named(
  schema: JsonSchema,
  { name, description }: Naming,
  known: NamedSchemas,
): JsonSchema {
  const { items, anyOf, properties } = schema;
  if (items) {
    const each = `An entry of the list. ${description}`;
    return { ...schema, items: named(items, { name: `${name}Item`, description: each }, known) };
  }
  if (anyOf?.length === 2 && anyOf.some(isNull)) {
    const rest = anyOf.map((each) =>
      isNull(each) ? each : named(each, { name, description }, known),
    );
    return { ...schema, anyOf: rest };
  }
  if (!anyOf && !properties) return schema;
  const text = JSON.stringify(schema);
  const shared = known.nameOf.get(text) ?? name;
  known.nameOf.set(text, shared);
  known.schemas[shared] ??= { description, ...schema };
  return reference("schemas", shared);
}

const isNull = ({ type }: JsonSchema): boolean => type === "null";
