import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

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
