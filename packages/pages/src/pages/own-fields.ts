import type { Auth, DescribedField, PermissionId, User } from "@acme/auth-core";
import type { OwnField } from "../parts/own-field.js";

/** What own fields are read from. */
type FieldsOfAuth = Pick<Auth<PermissionId>, "userFields">;

const KINDS: Readonly<Record<string, OwnField["kind"]>> = {
  string: "text",
  integer: "number",
  boolean: "checkbox",
};

/** How a form asks for a field, by its JSON Schema; null where no form of ours can. */
function formOf({ jsonSchemas }: DescribedField): Pick<OwnField, "kind" | "options"> | null {
  const { type, enum: among } = jsonSchemas?.input ?? {};
  const options: readonly unknown[] = Array.isArray(among) ? among : [];
  const texts = options.filter((option) => typeof option === "string");
  if (options.length > 0)
    return texts.length === options.length ? { kind: "choice", options: texts } : null;
  const kind = typeof type === "string" && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  return kind ? { kind, options: [] } : null;
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
 * Returns what a form changes: what is left empty, or as it was, stays. The schema of the field
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
      if (text === value || (text === "" && kind !== "checkbox")) return [];
      return [[name, valueOf(kind, text)]];
    }),
  );

function valueOf(kind: OwnField["kind"], text: string): string | number | boolean {
  if (kind === "checkbox") return text === TICKED;
  return kind === "number" && /^-?\d+$/.test(text) ? Number(text) : text;
}
