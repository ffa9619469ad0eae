import { dirname, join, matchesGlob } from "node:path";
import { expect, it } from "vitest";
import { commonProjects, readConfig, typeScriptProjects } from "./tasks/static-checks.mjs";

/** Some of the sources of core once more, without what they may not use. */
const PURE = "packages/core/tsconfig.pure.json";

it("tsconfig.json takes the folders of every project without options of its own, and no other folder", () => {
  const { include: globs } = readConfig("tsconfig.json");
  const folders = commonProjects().flatMap((project) =>
    readConfig(project).include.map((folder) => join(dirname(project), folder)),
  );
  expect(folders).toContain("packages/server/test");
  const isTaken = (folder: string, glob: string) => matchesGlob(folder, glob);
  expect(folders.filter((folder) => !globs.some((glob) => isTaken(folder, glob)))).toEqual([]);
  expect(globs.filter((glob) => !folders.some((folder) => isTaken(folder, glob)))).toEqual([]);
  const others = typeScriptProjects()
    .filter((project) => !commonProjects().includes(project) && project !== PURE)
    .flatMap((project) => readConfig(project).include.map((at) => join(dirname(project), at)));
  expect(others).toContain("examples/react/src");
  expect(others.filter((folder) => globs.some((glob) => isTaken(folder, glob)))).toEqual([]);
});
