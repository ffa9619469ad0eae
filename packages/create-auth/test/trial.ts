import { randomBytes } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { World } from "../src/create.js";
import { runProgram } from "../src/program.js";
import type { Report } from "../src/report.js";

/** What a folder holds: the text of each file, and where each link leads. */
export type Tree = Readonly<Record<string, string>>;

/** A new folder with these files, which goes with the test. */
export function folderWith(files: Tree = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "create-auth-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export const treeOf = (folder: string): Tree =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => !lstatSync(join(folder, path)).isDirectory())
      .sort()
      .map((path) => [
        path,
        lstatSync(join(folder, path)).isSymbolicLink()
          ? "(a link)"
          : readFileSync(join(folder, path), "utf8"),
      ]),
  );

const NOBODY = 65_534;

/** Does something as a user who may not read everything, which root may. */
export function asNobody<T>(work: () => T): T {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

/** Runs the program as a shell does, without a terminal unless `world` has answers. */
export async function run(args: readonly string[], world: Partial<World> = {}) {
  const printed = { out: "", error: "" };
  const code = await runProgram(
    args,
    {
      createSecret: () => randomBytes(32).toString("base64"),
      userAgent: undefined,
      chooseFramework: () => Promise.reject(new Error("no question was expected")),
      confirm: () => Promise.reject(new Error("no question was expected")),
      run: () => Promise.reject(new Error("no program was expected")),
      ...world,
    },
    {
      out: (text) => void (printed.out += text),
      error: (text) => void (printed.error += text),
    },
  );
  return { code, ...printed };
}

/** The document that `--json` prints. */
export async function runJson(folder: string, ...args: readonly string[]) {
  const { code, out } = await run([folder, ...args, "--json"]);
  const report = JSON.parse(out) as Partial<Report> & { readonly error?: string };
  return { code, ...report };
}
