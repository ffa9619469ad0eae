import type { Found } from "./folder.js";
import { addToManifest, type Entries, FIRST_MANIFEST, parseManifest } from "./package-json.js";
import type { Known, Step } from "./step.js";

interface Tested extends Known {
  /** The script that runs the test. */
  readonly test: { readonly name: string; readonly command: string };
}

const path = "package.json";

/** What becomes of package.json, and what is left to do in it. */
export function manifestSteps(found: Found, known: Tested): readonly Step[] {
  if (found.kind === "elsewhere")
    return [{ path, kept: true, byHand: "It is a link: add the dependencies to the file itself." }];
  const { template, existing, test } = known;
  const scripts = { ...(existing ? {} : template.scripts), [test.name]: test.command };
  const before = found.kind === "file" ? found.text : FIRST_MANIFEST;
  const added = addToManifest(before, {
    dependencies: packagesOf(template.dependencies, known),
    devDependencies: packagesOf(template.devDependencies, known),
    scripts,
  });
  return [
    stepOf(found, added ?? before, added !== null),
    ...adviceOn(before, scripts, known).map((byHand) => ({ path, byHand })),
  ];
}

function stepOf(found: Found, text: string, isChanged: boolean): Step {
  if (found.kind === "absent") return { path, write: text };
  return isChanged ? { path, change: text } : { path, kept: true };
}

/** Packages of this release are asked for in its version. */
const packagesOf = (entries: Entries, { template, version, existing }: Known): Entries =>
  Object.fromEntries(
    Object.entries(entries)
      .filter(([name]) => !existing || !template.brought.includes(name))
      .map(([name, range]) => [name, range === "own" ? `^${version}` : range]),
  );

const SET_TYPE = `Set "type": "module": the files are ES modules.`;
const BOTH_KINDS =
  `If your own files are ES modules, set "type": "module"; if they call require, leave it out\n` +
  `and read "CommonJS" in https://github.com/acme/auth/tree/main/docs/guide/mounting.md. tsx\n` +
  `runs the new files either way; tsc compiles them with "module": "nodenext" in tsconfig.json.`;

/** What this program does not decide, because it is there already. */
function adviceOn(text: string, wanted: Entries, known: Known): readonly string[] {
  const { template, existing } = known;
  const { type, scripts } = parseManifest(text);
  const there = new Map(Object.entries(scripts ?? {}));
  const taken = Object.entries(wanted).filter(([name, command]) => {
    const own: unknown = there.get(name);
    return own !== undefined && own !== command;
  });
  return [
    ...(type === "module" || (existing && template.bundled)
      ? []
      : [existing ? BOTH_KINDS : SET_TYPE]),
    ...taken.map(([name, command]) => `Its script ${name} stays. Ours would be:\n\n    ${command}`),
  ];
}
