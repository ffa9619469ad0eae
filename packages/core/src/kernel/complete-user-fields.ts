import { readValue } from "./field-schema.js";
import { jsonFault } from "./json-value.js";
import type { Policy } from "./policy.js";
import type {
  CompleteField,
  CompleteFields,
  FieldJsonSchemas,
  UserField,
  UserFieldDoor,
  UserFieldOptions,
  UserFieldView,
} from "./user-fields.js";

type Bounds = Pick<Policy, "userFields" | "userFieldDepth">;

const NAME = /^[a-z][A-Za-z0-9]{0,62}$/;

/** What requests, answers and forms have already beside own fields, and what the base keeps. */
const TAKEN: ReadonlySet<string> = new Set([
  ...["id", "email", "emailVerified", "name", "image", "createdAt", "updatedAt", "reclaimedAt"],
  ...["suspendedAt", "suspendedUntil", "secondFactorSince", "recoveryDueAt", "signInLanguage"],
  ...["locale", "language", "fields", "user", "session", "activeOrganization", "permissions"],
  ...["password", "callbackURL", "rememberMe", "token", "redirect", "url"],
  ...["choice", "step", "next"],
]);

const DOORS: readonly UserFieldDoor[] = ["sign-up", "update-user"];
const VIEWS: readonly UserFieldView[] = ["me"];

/**
 * Completes the fields that an application adds to its users.
 * @throws {RangeError} that names everything at once: names that are malformed or taken, too many
 * fields, schemas and JSON Schemas that cannot be used, and defaults that their own schema refuses
 */
export function completeUserFields(options: UserFieldOptions, bounds: Bounds): CompleteFields {
  const given = Object.entries(options);
  const faults = [
    ...(isPlain(options) ? [] : ["the object has a prototype of its own"]),
    ...(given.length > bounds.userFields ? [`there are more than ${bounds.userFields}`] : []),
    ...given.flatMap(([name, field]) =>
      faultsOf(name, field, bounds).map((fault) => `${name} ${fault}`),
    ),
  ];
  if (faults.length > 0) throw new RangeError(`userFields: ${faults.join("; ")}`);
  return new Map(given.map(([name, field]) => [name, completeField(name, field)]));
}

/** In a literal, `__proto__` is no name but the prototype. */
const isPlain = (options: UserFieldOptions): boolean => {
  const prototype: unknown = Object.getPrototypeOf(options);
  return prototype === Object.prototype || prototype === null;
};

/** An application may be written without types. */
interface Unchecked extends Omit<UserField, "schema" | "accepted" | "shown"> {
  readonly schema?: Partial<UserField["schema"]>;
  readonly accepted?: readonly string[];
  readonly shown?: readonly string[];
}

function faultsOf(name: string, field: Unchecked, bounds: Bounds): readonly string[] {
  if (!NAME.test(name)) return ["is not of letters and digits, beginning with a small letter"];
  if (TAKEN.has(name) || Object.hasOwn(Object.prototype, name)) return ["is taken"];
  if (!hasSchema(field)) return ["has no schema of Standard Schema"];
  const { accepted = [], shown = [] } = field;
  return [
    ...unknownOf(accepted, DOORS).map((door) => `cannot be accepted at ${door}`),
    ...unknownOf(shown, VIEWS).map((view) => `cannot be shown in ${view}`),
    ...faultsOfDefault(name, field, bounds),
    ...faultsOfSchema(field),
  ];
}

const hasSchema = (field: Unchecked): field is UserField =>
  typeof field.schema?.["~standard"]?.validate === "function";

const unknownOf = (given: readonly string[], known: readonly string[]): readonly string[] =>
  given.filter((each) => !known.includes(each));

function faultsOfDefault(name: string, field: UserField, bounds: Bounds): readonly string[] {
  if (field.default === undefined) return [];
  const { issues } = readValue(name, field.schema, field.default);
  const refused = issues.map(({ message }) => `has a default that its schema refuses: ${message}`);
  const depth = bounds.userFieldDepth;
  const fault = jsonFault(field.default, { noun: "It", depth, leavesOutUndefined: true });
  return fault === null ? refused : [...refused, `has a default that is no JSON: ${fault}`];
}

function faultsOfSchema(field: UserField): readonly string[] {
  if (!isOpen(field)) return [];
  try {
    const schemas = jsonSchemasOf(field);
    if (!schemas) return ["has a schema that writes no JSON Schema: give jsonSchema beside it"];
    return JSON.stringify(schemas).includes('"$ref":')
      ? ["has a JSON Schema that refers to others: give jsonSchema without $ref"]
      : [];
  } catch (thrown) {
    return [`has a schema of which no JSON Schema can be written: ${String(thrown)}`];
  }
}

/** Whether documents speak of it. */
const isOpen = ({ accepted = [], shown = [] }: UserField): boolean =>
  accepted.length > 0 || shown.length > 0;

const TARGET = { target: "draft-2020-12" } as const;

function jsonSchemasOf({ schema, jsonSchema }: UserField): FieldJsonSchemas | null {
  const { jsonSchema: writer } = schema["~standard"];
  if (jsonSchema) return { input: jsonSchema, output: jsonSchema };
  if (!writer) return null;
  return { input: embedded(writer.input(TARGET)), output: embedded(writer.output(TARGET)) };
}

/** Without what belongs to a document of its own. */
function embedded(written: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { $schema: _draft, $id: _url, id: _name, ...rest } = written;
  return rest;
}

function completeField(name: string, field: UserField): CompleteField {
  const { schema, accepted = [], shown = [], default: value } = field;
  const jsonSchemas = isOpen(field) ? jsonSchemasOf(field) : null;
  const written = jsonSchemas?.input["title"];
  const title = field.title ?? (typeof written === "string" ? written : null);
  return { name, schema, accepted, shown, default: value, title, jsonSchemas };
}
