import { isStorable } from "./plain-text.js";

/** What JSON can hold. A property that is undefined is left out. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/** How the sentences about a fault begin, and how deep the value may be nested. */
interface JsonRules {
  /** `Metadata` */
  readonly noun: string;
  readonly depth: number;
  /** Where it is set, a property that is undefined is left out; otherwise it is refused. */
  readonly leavesOutUndefined?: true;
}

/**
 * Returns why a database could not keep the value as JSON, as a sentence for people; null when every
 * database can. It ends at the first fault, so that a refusal costs no more than one walk.
 */
export const jsonFault = (value: unknown, rules: JsonRules): string | null =>
  faultIn(value, rules.depth, rules);

function faultIn(value: unknown, levels: number, rules: JsonRules): string | null {
  if (typeof value === "string")
    return isStorable(value) ? null : `${rules.noun} holds no broken characters.`;
  if (typeof value === "number")
    return Number.isFinite(value) ? null : `${rules.noun} holds finite numbers only.`;
  if (value === null || typeof value === "boolean") return null;
  return typeof value === "object"
    ? faultInside(value, levels, rules)
    : `${rules.noun} holds JSON only.`;
}

function faultInside(value: object, levels: number, rules: JsonRules): string | null {
  if (writesItself(value)) return `${rules.noun} holds JSON only.`;
  if (levels === 0) return `${rules.noun} is nested at most ${rules.depth} levels deep.`;
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined && rules.leavesOutUndefined && !Array.isArray(value)) continue;
    const fault = faultIn(key, levels, rules) ?? faultIn(inner, levels - 1, rules);
    if (fault !== null) return fault;
  }
  return null;
}

/** A `toJSON` puts in the place of the value, when it is stored, what was not looked at here. */
const writesItself = (value: object): boolean =>
  "toJSON" in value && typeof value.toJSON === "function";
