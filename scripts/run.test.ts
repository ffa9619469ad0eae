import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { chosenFrom } from "./tasks/check.mjs";

/** What a file imports when it is loaded, and what that imports: the last of each chain. */
function importsOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const targets = Array.from(
    readFileSync(file, "utf8").matchAll(
      /^(?:import|\} from|export \{[^}]*\} from) ?(?:[^"]* from )?"([^"]+)";$/gm,
    ),
    ([, target = ""]) => target,
  );
  return targets.flatMap((target) =>
    target.startsWith(".") ? importsOf(join(dirname(file), target), seen) : [target],
  );
}

it("the tasks load without any dependency, for the first of them installs the dependencies", () => {
  const imported = importsOf(join(import.meta.dirname, "run.mjs"));
  expect(imported).toContain("node:fs");
  expect(imported.filter((name) => !name.startsWith("node:"))).toEqual([]);
});

it("a check that looks at packed packages has them made when it is chosen alone, and another has not", () => {
  const check = (name: string, packed?: "makes" | "needs") => ({
    name,
    run: () => Promise.resolve(null),
    ...(packed && { packed }),
  });
  const stages = [
    [check("lint"), check("sizes")],
    [check("build: core", "makes")],
    [check("pack: core", "makes")],
    [check("manifest: core", "needs"), check("publint: core", "needs")],
  ];
  const chosen = (...words: readonly string[]) =>
    chosenFrom(stages, words).flatMap((stage) => stage.map(({ name }) => name));
  expect(chosen("manifest")).toEqual(["build: core", "pack: core", "manifest: core"]);
  expect(chosen("sizes")).toEqual(["sizes"]);
  expect(chosen("pack")).toEqual(["pack: core"]);
  expect(chosen()).toEqual(stages.flatMap((stage) => stage.map(({ name }) => name)));
});
