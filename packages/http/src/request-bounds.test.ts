import { expectOfEach } from "@acme/auth-testing/of-each";
import { refusalOf } from "@acme/auth-testing/refusal-of";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseFields } from "./kernel/input.js";
import type { AnyRoute } from "./kernel/route.js";
import { loadZod } from "./kernel/zod.js";
import { surface } from "./surface.js";

await loadZod();

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema | boolean;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  /** Empty where nothing at all is taken. */
  readonly not?: JsonSchema;
}

const BODY_BYTES = 30_000;
const MAX_NUMBER = 1_000_000;
/**
 * What may be any JSON: metadata is walked by a rule of its own, and an ID token is refused unread.
 */
const FREE = /(^|\.)(metadata\.\*|idToken)$/;

const schemasOf = ({ body, query, params }: AnyRoute): readonly z.ZodType[] =>
  [body, query, params].flatMap((schema) => (schema ? [schema()] : []));
const inputOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;

/** The schemas inside a schema, each with its place. */
function partsOf(
  { properties = {}, additionalProperties, items, anyOf = [] }: JsonSchema,
  at: string,
): readonly (readonly [at: string, JsonSchema])[] {
  const inside = (name: string): string => (at === "" ? name : `${at}.${name}`);
  const any = [additionalProperties, items].filter((schema) => typeof schema === "object");
  return [
    ...Object.entries(properties).map(([name, schema]) => [inside(name), schema] as const),
    ...any.map((schema) => [inside("*"), schema] as const),
    ...anyOf.map((schema) => [at, schema] as const),
  ];
}

/** Which bound must stand in a schema of each type. */
const BOUND: Readonly<Record<string, (schema: JsonSchema) => boolean>> = {
  string: ({ maxLength }) => maxLength !== undefined,
  integer: ({ maximum = Infinity }) => maximum <= MAX_NUMBER,
  number: ({ maximum = Infinity }) => maximum <= MAX_NUMBER,
  array: ({ maxItems, prefixItems }) => (maxItems ?? prefixItems) !== undefined,
  object: ({ maxProperties, additionalProperties }) =>
    typeof additionalProperties !== "object" || maxProperties !== undefined,
};

/** The places of a schema that may hold more than any bound says. */
function unboundedPlaces(schema: JsonSchema, at = ""): readonly string[] {
  const inner = partsOf(schema, at).flatMap(([place, part]) => unboundedPlaces(part, place));
  if (schema.not && Object.keys(schema.not).length === 0) return inner;
  const isChoice =
    schema.enum !== undefined || schema.const !== undefined || schema.anyOf !== undefined;
  const isBound =
    schema.type === undefined ? FREE.test(at) : (BOUND[schema.type]?.(schema) ?? true);
  return isChoice || isBound ? inner : [`${schema.type ?? "anything"} ${at}`, ...inner];
}

const HOSTILE: readonly unknown[] = [
  Array<number>(BODY_BYTES / 2).fill(1),
  Array(BODY_BYTES / 6).fill("\ud800"),
  Object.fromEntries(Array.from({ length: BODY_BYTES / 10 }, (_, index) => [`k${index}`, 1])),
  { ["k".repeat(BODY_BYTES)]: 1 },
  { k: Array<number>(BODY_BYTES / 2).fill(1) },
  {
    k: Object.fromEntries(
      Array.from({ length: BODY_BYTES / 10 }, (_, index) => [`k${index}`, [Infinity]]),
    ),
  },
  { k: Array<number>(BODY_BYTES / 6).fill(Infinity) },
  "x".repeat(BODY_BYTES),
];

/** The hostile values in the place of the body, and in every place of it that has a name. */
function* hostileBodies(schema: JsonSchema): Generator {
  yield* HOSTILE;
  for (const choice of schema.anyOf ?? []) yield* hostileBodies(choice);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    for (const value of hostileBodies(property)) yield { [name]: value };
  }
}

const nameOf = ({ method, path }: AnyRoute): string => `${method} ${path}`;

describe("a request", () => {
  it("has a bound for each text, number, list and record", async () => {
    await expectOfEach(surface, nameOf, (route) =>
      expect(schemasOf(route).flatMap((schema) => unboundedPlaces(inputOf(schema)))).toEqual([]),
    );
  });

  it("is refused with twenty issues at most, however much is wrong", async () => {
    const withBody = surface.filter(({ body }) => body);
    await expectOfEach(withBody, nameOf, (route) => {
      for (const hostile of hostileBodies(inputOf(route.body!()))) {
        let refused: unknown;
        try {
          parseFields(route.body?.(), hostile);
        } catch (thrown) {
          refused = thrown;
        }
        // A long text is no fault where it is judged later.
        if (refused === undefined) continue;
        const { code, issues } = refusalOf(refused);
        expect(code).toBe("VALIDATION_ERROR");
        expect(issues.length).toBeLessThanOrEqual(20);
        expect(JSON.stringify(issues).length).toBeLessThan(6_000);
      }
    });
  });
});
