import { UsageError } from "./arguments.js";

export type Entries = Readonly<Record<string, string>>;

/** What is asked of a package.json. */
export interface Wanted {
  readonly dependencies: Entries;
  readonly devDependencies: Entries;
  readonly scripts: Entries;
}

/** What an empty folder gets, before anything is added. */
export const FIRST_MANIFEST = `${JSON.stringify({ private: true, type: "module" }, null, 2)}\n`;

type Fields = Readonly<Record<string, unknown>>;
const SECTIONS = ["scripts", "dependencies", "devDependencies"] as const;
const DEPENDED = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws UsageError when the text is not a JSON object. */
export function parseManifest(text: string): Fields {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (isFields(parsed)) return parsed;
  } catch {
    // Told below.
  }
  throw new UsageError("package.json is not a JSON object: mend it first.");
}

const entriesOf = (manifest: Fields, section: string): Fields => {
  const entries = manifest[section];
  return isFields(entries) ? entries : {};
};

/** The names of all packages that an application depends on, whatever for. */
export const dependenciesOf = (manifest: Fields): ReadonlySet<string> =>
  new Set(DEPENDED.flatMap((section) => Object.keys(entriesOf(manifest, section))));

/**
 * Adds what is missing to the text of a package.json, in its own indentation. Nothing that is
 * there changes. Returns null when nothing is missing.
 */
export function addToManifest(text: string, wanted: Wanted): string | null {
  const manifest = parseManifest(text);
  const added = SECTIONS.flatMap((section) => {
    const missing = missingIn(manifest, section, wanted[section]);
    if (missing.length === 0) return [];
    const merged = [...Object.entries(entriesOf(manifest, section)), ...missing];
    const isSorted = section !== "scripts";
    const ordered = isSorted ? merged.toSorted(([one], [other]) => (one < other ? -1 : 1)) : merged;
    return [[section, Object.fromEntries(ordered)] as const];
  });
  if (added.length === 0) return null;
  const indentation = /^[{]\r?\n([ \t]+)/.exec(text)?.[1] ?? "  ";
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const whole = JSON.stringify({ ...manifest, ...Object.fromEntries(added) }, null, indentation);
  return `${whole}\n`.replaceAll("\n", lineEnd);
}

function missingIn(manifest: Fields, section: (typeof SECTIONS)[number], wanted: Entries) {
  const there = entriesOf(manifest, section);
  const taken = section === "scripts" ? new Set(Object.keys(there)) : dependenciesOf(manifest);
  return Object.entries(wanted).filter(([name]) => !taken.has(name));
}

/** The name of the script that runs the command, or may: `test`, unless that runs another one. */
export function scriptFor(manifest: Fields, command: string): string {
  const { test } = entriesOf(manifest, "scripts");
  return test === undefined || test === command ? "test" : "test:auth";
}
