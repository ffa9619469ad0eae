import type { Auth, DescribedField, PermissionId, User } from "@acme/auth-core";
import type { OwnField } from "../parts/own-field.js";

/** What own fields are read from. */
type FieldsOfAuth = Pick<Auth<PermissionId>, "userFields">;

const KINDS: Readonly<Record<string, OwnField["kind"]>> = {
  string: "text",
  integer: "number",
  boolean: "checkbox",
};

/** How a form asks for a field. */
type FieldForm = Pick<OwnField, "kind" | "options" | "maxLength">;

/** How a form asks for a field, by its JSON Schema; null where no form of ours can. */
function formOf({ jsonSchemas }: DescribedField): FieldForm | null {
  const { type, enum: among, maxLength } = jsonSchemas?.input ?? {};
  const options: readonly unknown[] = Array.isArray(among) ? among : [];
  const texts = options.filter((option) => typeof option === "string");
  if (options.length > 0)
    return texts.length === options.length
      ? { kind: "choice", options: texts, maxLength: null }
      : null;
  const kind = typeof type === "string" && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!kind) return null;
  const isBounded = kind === "text" && typeof maxLength === "number";
  return { kind, options: [], maxLength: isBounded ? maxLength : null };
}

/** Returns the fields that people are asked for: those that have a title and that they may change. */
export function askedFields({ userFields }: FieldsOfAuth, user: User): readonly OwnField[] {
  const values = new Map<string, unknown>(Object.entries(userFields.of(user)));
  return userFields.described.flatMap((field) => {
    const { name, title, accepted } = field;
    const form = accepted.includes("update-user") ? formOf(field) : null;
    if (title === null || !form) return [];
    return [{ name, label: title, ...form, value: textOf(values.get(name)) }];
  });
}

const TICKED = "on";

const textOf = (value: unknown): string => {
  if (typeof value === "boolean") return value ? TICKED : "";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

/**
 * Returns what a form changes: null for a field that is cleared. What is as it was, and what the
 * form does not send, stays; a box that it does not send is not ticked. The schema of the field
 * judges the rest.
 */
export const changedFields = (
  asked: readonly OwnField[],
  typed: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    asked.flatMap(({ name, kind, value }) => {
      const given = typed[name];
      const text = typeof given === "string" ? given.trim() : "";
      if (text === asSent(value) || (given === undefined && kind !== "checkbox")) return [];
      return [[name, valueOf(kind, text)]];
    }),
  );

/** A field of one line leaves out line ends, and white space at the ends is no change. */
const asSent = (value: string): string => value.replaceAll(/[\r\n]/g, "").trim();

function valueOf(kind: OwnField["kind"], text: string): string | number | boolean | null {
  if (kind === "checkbox") return text === TICKED;
  if (text === "") return null;
  return kind === "number" && /^-?\d+$/.test(text) ? Number(text) : text;
}
