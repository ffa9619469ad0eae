import { AuthError, type FieldIssue } from "./errors.js";
import { readValue } from "./field-schema.js";
import { jsonFault, type JsonValue } from "./json-value.js";
import { POLICY, type Policy } from "./policy.js";
import type { CheckedFields, CompleteFields, StoredFields, UserFieldDoor } from "./user-fields.js";

/** Values for some fields, each as its schema makes it. Null empties a field. */
export type FieldChange = Readonly<Record<string, JsonValue>>;

/** What is given for fields, before their schemas have seen it. */
export type GivenFields = Readonly<Record<string, unknown>>;

const UNKNOWN = "There is no such field.";

/**
 * Returns what is given for fields as their schemas make it.
 * @param by where users give it, or an operator, who writes every field
 * @throws {AuthError} `VALIDATION_ERROR`, naming the fields at fault: unknown ones, those that are
 * not accepted there, and those whose value their schema refuses
 * @throws {TypeError} for a schema that validates asynchronously
 */
export function checkFields(
  fields: CompleteFields,
  given: GivenFields,
  by: UserFieldDoor | "operator",
): FieldChange {
  const read = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => readGiven(fields, { name, value, by }));
  refuseIssues(read.flatMap(({ issues }) => issues));
  return Object.fromEntries(read.map(({ name, value }) => [name, value]));
}

interface Given {
  readonly name: string;
  readonly value: unknown;
  readonly by: UserFieldDoor | "operator";
}

interface Read {
  readonly name: string;
  readonly value: JsonValue;
  readonly issues: readonly FieldIssue[];
}

function readGiven(fields: CompleteFields, { name, value, by }: Given): Read {
  const field = fields.get(name);
  const refused = (issues: readonly FieldIssue[]): Read => ({ name, value: null, issues });
  if (!field || (by !== "operator" && !field.accepted.includes(by)))
    return refused([{ path: name, message: UNKNOWN }]);
  if (value === null) return refused([]);
  const read = readValue(name, field.schema, value);
  if (!("value" in read)) return refused(read.issues);
  const depth = POLICY.userFieldDepth.value;
  const fault = jsonFault(read.value, { noun: "This", depth, leavesOutUndefined: true });
  if (fault !== null) return refused([{ path: name, message: fault }]);
  // Looked at just now.
  return { name, value: read.value as JsonValue, issues: [] };
}

function refuseIssues(issues: readonly FieldIssue[]): void {
  if (issues.length > 0)
    throw new AuthError("VALIDATION_ERROR", { issues: issues.slice(0, POLICY.issuesListed.value) });
}

/**
 * Returns what is stored after a change; null for nothing at all.
 * @param stored what was stored before; undefined for nothing
 * @throws {AuthError} `VALIDATION_ERROR`, naming the changed fields, where all fields together are
 * larger than the policy allows
 */
export function mergeFields(
  stored: StoredFields | undefined,
  change: FieldChange,
  { userFieldsBytes: limit }: Pick<Policy, "userFieldsBytes">,
): CheckedFields | null {
  const kept = Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null);
  const merged = minted(kept);
  if (bytesOf(JSON.stringify(merged)) > limit) {
    const message = `All fields together have at most ${limit} bytes.`;
    refuseIssues(Object.keys(change).map((path) => ({ path, message })));
  }
  return merged;
}

/** The bytes of well-formed text in UTF-8. */
const bytesOf = (text: string): number =>
  encodeURIComponent(text).replaceAll(/%[\dA-F]{2}/g, "_").length;

/** Of values that were looked at, now or when they were stored; null for none. */
const minted = (values: readonly (readonly [string, JsonValue])[]): CheckedFields | null =>
  values.length === 0 ? null : (Object.fromEntries(values) as CheckedFields);

/**
 * Returns what stays of stored fields when the owner of the mailbox recovers the account: those that
 * only operators write. What users write, and what is no field any more, may have been planted.
 */
export function unplantedFields(
  fields: CompleteFields,
  stored: StoredFields | undefined,
): CheckedFields | null {
  return minted(
    Object.entries(stored ?? {}).filter(([name]) => fields.get(name)?.accepted.length === 0),
  );
}

/** Who changes a list or an object that was read must not change the default of every user. */
function copied(value: JsonValue): JsonValue {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(copied);
  const inner = Object.entries(value).map(([key, each]) => [key, copiedIfGiven(each)] as const);
  return Object.fromEntries(inner);
}

const copiedIfGiven = (value: JsonValue | undefined): JsonValue | undefined =>
  value === undefined ? undefined : copied(value);

/** Returns the values of a user's fields: what is stored, or else the default, if there is one. */
export function readFields(
  fields: CompleteFields,
  stored: StoredFields | undefined,
): Readonly<Record<string, JsonValue>> {
  const values = [...fields.values()].map(({ name, default: otherwise }) => {
    const value = stored && Object.hasOwn(stored, name) ? stored[name] : copiedIfGiven(otherwise);
    return [name, value] as const;
  });
  return Object.fromEntries(
    values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
