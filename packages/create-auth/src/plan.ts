import type { Folder, Found } from "./folder.js";
import { type Framework, FRAMEWORKS } from "./frameworks.js";
import { addToGitignore } from "./gitignore.js";
import { manifestSteps } from "./manifest-steps.js";
import { dependenciesOf, FIRST_MANIFEST, parseManifest, scriptFor } from "./package-json.js";
import type { Known, Options, Step } from "./step.js";
import type { Template } from "./template.js";

/** Something that the reader has to do where this program changes nothing. */
export interface ByHand {
  readonly file: string;
  readonly text: string;
}

/** What will be done. Nothing has been written yet. */
export interface Plan {
  /** In the order in which they are taken. */
  readonly steps: readonly Step[];
  readonly framework: Framework;
  /** Whether the application was there before. */
  readonly existing: boolean;
  /** By path. */
  readonly write: ReadonlyMap<string, string>;
  /** Additions to files that exist. */
  readonly change: ReadonlyMap<string, string>;
  /** Files that exist and stay as they are. */
  readonly kept: readonly string[];
  readonly byHand: readonly ByHand[];
  /** The script of package.json that runs the test. */
  readonly test: string;
}

const SECRET_NAME = "SERVICE_AUTH_SECRET";
/** With a value, in the ways in which Node and the frameworks read it. */
const HAS_SECRET = RegExp(
  `^\\s*(?:export[ \\t]+)?${SECRET_NAME}[ \\t]*=[ \\t]*["'\`]?[^\\s"'\`#]`,
  "m",
);
const RANDOM = `"$(openssl rand -base64 32)"`;
/** The last line of the file may have no end. A new file is its owner's alone. */
const ADD_SECRET = `    (umask 077; printf '\\n${SECRET_NAME}=%s\\n' ${RANDOM} >> .env)`;
const IF_TRACKED =
  "If `git ls-files .env` prints its name, git has the file: run `git rm --cached .env` before, or\n" +
  "the secret enters the next commit.";

/**
 * Decides what is written into a folder.
 *
 * @throws UsageError when its package.json cannot be read.
 */
export function makePlan(folder: Folder, options: Options): Plan {
  const { framework, template } = options;
  const manifest = folder.look("package.json");
  const fields = parseManifest(manifest.kind === "file" ? manifest.text : FIRST_MANIFEST);
  const existing = dependenciesOf(fields).has(FRAMEWORKS[framework].dependency);
  const { below } = template;
  const isThere = (path: string) => folder.look(path).kind !== "absent";
  const isBelow = existing && (below?.when.some(isThere) ?? false) && !below?.unless.some(isThere);
  const command = (isBelow && below?.test) || template.test;
  const test = scriptFor(fields, command);
  const known = { ...options, existing };
  // First, so that the secret is never there without it.
  const gitignore = gitignoreStep(folder.look(".gitignore"), template);
  const isIgnored = gitignore.byHand === undefined;
  const steps = [
    gitignore,
    envStep(folder.look(".env"), { ...known, isIgnored }),
    ...fileSteps(folder, { ...known, isBelow }),
    // Last: once it names the framework, the application counts as one that was there.
    ...manifestSteps(manifest, { ...known, test: { name: test, command } }),
  ];
  const valued = (key: "write" | "change") =>
    new Map(steps.flatMap(({ path, [key]: text }) => (text === undefined ? [] : [[path, text]])));
  return {
    steps,
    framework,
    existing,
    write: valued("write"),
    change: valued("change"),
    kept: steps.flatMap(({ path, kept }) => (kept ? [path] : [])),
    byHand: steps.flatMap(({ path: file, byHand: text }) =>
      text === undefined ? [] : [{ file, text }],
    ),
    test,
  };
}

function gitignoreStep(found: Found, { ignored }: Template): Step {
  const path = ".gitignore";
  if (found.kind === "elsewhere")
    return { path, kept: true, byHand: "It is a link. Add the lines .env and data/ to it." };
  const before =
    found.kind === "file" ? found.text : `${["node_modules/", ...ignored].join("\n")}\n`;
  const text = addToGitignore(before);
  if (text === null) return { path, kept: true };
  return found.kind === "file" ? { path, change: text } : { path, write: text };
}

function envStep(
  found: Found,
  { template, secret, existing, isIgnored }: Known & { readonly isIgnored: boolean },
): Step {
  const path = ".env";
  const url = existing ? template.url.existing : template.url.made;
  if (found.kind === "absent" && isIgnored)
    return { path, write: `${SECRET_NAME}=${secret}\nSERVICE_AUTH_URL=${url}\n` };
  if (found.kind === "absent") return { path, byHand: `Once git ignores it:\n\n${ADD_SECRET}` };
  if (found.kind === "file" && HAS_SECRET.test(found.text)) return { path, kept: true };
  return { path, kept: true, byHand: `Add a secret to it:\n\n${ADD_SECRET}\n\n${IF_TRACKED}` };
}

function fileSteps(
  folder: Folder,
  { template, existing, isBelow }: Known & { readonly isBelow: boolean },
): readonly Step[] {
  const { application, below, files, byHand } = template;
  return Array.from(files, ([file, text]): Step => {
    const isMoved = isBelow && below !== undefined && !below.stays.includes(file);
    const path = isMoved ? `${below.folder}/${file}` : file;
    const found = folder.look(path);
    if (found.kind === "file" && found.text === text) return { path, kept: true };
    // An application that was there has its own.
    const isTheirs = existing && application.includes(file);
    if (found.kind === "absent" && !isTheirs) return { path, write: text };
    const advice = byHand.get(file) ?? (isTheirs ? undefined : EXISTS);
    return {
      path,
      kept: found.kind !== "absent",
      ...(advice !== undefined && { byHand: advice }),
    };
  });
}

const EXISTS =
  "It exists and stays as it is. To compare, create an application in an empty folder.";
