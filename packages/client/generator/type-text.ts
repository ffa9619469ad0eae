/** A JSON Schema of the OpenAPI document, as far as TypeScript can say it. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly not?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

export const COMPONENT = "#/components/schemas/";

/** Returns the schema as a type of TypeScript; prettier lays it out. */
export function typeText(schema: Schema): string {
  const { $ref, anyOf, items, prefixItems, properties, type } = schema;
  if ($ref) return $ref.replace(COMPONENT, "");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if (anyOf) return unionText(anyOf.map(typeText));
  // What is refused, whatever it is.
  if (schema.not) return "undefined";
  if (prefixItems) return `readonly [${prefixItems.map(typeText).join(", ")}]`;
  if (items) return `readonly (${typeText(items)})[]`;
  if (properties) return membersText(schema);
  if (Array.isArray(type))
    return type.map((each: string) => typeText({ ...schema, type: each })).join(" | ");
  return type === "object" ? recordText(schema) : (SCALARS[String(type)] ?? "unknown");
}

/** A union without what another of its types holds already. */
function unionText(types: readonly string[]): string {
  if (types.includes("unknown")) return "unknown";
  const wanted = types.includes("string") ? types.filter((type) => !type.startsWith('"')) : types;
  return [...new Set(wanted)].join(" | ");
}

const SCALARS: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

const recordText = ({ additionalProperties }: Schema): string =>
  `Readonly<Record<string, ${typeof additionalProperties === "object" ? typeText(additionalProperties) : "unknown"}>>`;

/** The members of an object, in braces. */
export function membersText({
  properties = {},
  required = [],
  additionalProperties,
}: Schema): string {
  const members = Object.entries(properties).map(([name, field]) => {
    const optional = !required.includes(name);
    const type = optional ? unionText([typeText(field), "undefined"]) : typeText(field);
    return `${comment([field.description]).trimStart()}readonly ${name}${optional ? "?" : ""}: ${type};`;
  });
  // The further fields of an object that names some of them.
  const isOpen = typeof additionalProperties === "object";
  return `{ ${[...members, ...(isOpen ? ["readonly [name: string]: unknown;"] : [])].join("\n")} }`;
}

/** Returns a comment of these lines; nothing when there is none to say. */
export function comment(lines: readonly (string | undefined)[]): string {
  const said = lines.filter((line) => line !== undefined);
  if (said.length === 0) return "\n";
  const text = said.flatMap((line) => wrapped(line.replaceAll("*/", "*\\/")));
  return text.length === 1
    ? `\n/** ${text[0]} */\n`
    : `\n/**\n${text.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** The lines of a text: at most 92 characters, so that a comment of a member ends at 100. */
const wrapped = (line: string): readonly string[] =>
  line
    .replace(/(.{1,92})(?: |$)/g, "$1\n")
    .replace(/\n$/, "")
    .split("\n");

/** The names of the components that the type of the schema names. */
export const namesIn = (schema: unknown): readonly string[] => [
  ...new Set(
    [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name!,
    ),
  ),
];
