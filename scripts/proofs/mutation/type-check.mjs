import { availableParallelism } from "node:os";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import ts from "typescript";

/** @typedef {import("./shapes.js").Mutant} Mutant */
/** @typedef {{ readonly root: string, readonly files: readonly string[], readonly mutants: readonly Mutant[] }} Given */

/**
 * Returns the ids of the mutants that do not compile: they are no TypeScript programs, and no test has to notice them.
 * @param {Given} given
 * @returns {Promise<readonly string[]>}
 */
export async function findTypeErrors({ mutants, ...given }) {
  const threads = Math.min(availableParallelism(), mutants.length);
  const found = await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      inThread({
        ...given,
        mutants: mutants.filter((_mutant, index) => index % threads === thread),
      }),
    ),
  );
  return found.flat();
}

/** @param {Given} given @returns {Promise<string[]>} */
const inThread = (given) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: given });
    worker.once("message", resolve);
    worker.once("error", reject);
  });

/** Returns a function that says whether a mutant compiles. @param {Given} given */
function typeCheck({ root, files }) {
  const config = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const lenient = { noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true };
  let mutated = { path: "", text: "", version: 0 };
  const service = ts.createLanguageService({
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
    getCompilationSettings: () => ({ ...options, ...lenient }),
    getScriptFileNames: () => files.map((file) => join(root, file)),
    getScriptVersion: (path) => (path === mutated.path ? String(mutated.version) : "original"),
    getScriptSnapshot(path) {
      const text = path === mutated.path ? mutated.text : ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  return (/** @type {Mutant} */ { file, range: [start, end], replacement }) => {
    const path = join(root, file);
    const original = ts.sys.readFile(path) ?? "";
    const text = original.slice(0, start) + replacement + original.slice(end);
    mutated = { path, text, version: mutated.version + 1 };
    return (
      service.getSyntacticDiagnostics(path).length === 0 &&
      service.getSemanticDiagnostics(path).length === 0
    );
  };
}

if (!isMainThread) {
  const given = /** @type {Given} */ (workerData);
  const compiles = typeCheck(given);
  parentPort?.postMessage(given.mutants.filter((mutant) => !compiles(mutant)).map(({ id }) => id));
}
