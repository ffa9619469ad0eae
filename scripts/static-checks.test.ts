import { dirname, join, matchesGlob } from "node:path";
import { expect, it } from "vitest";
import { commonProjects, readConfig } from "./tasks/static-checks.mjs";

it("tsconfig.json takes the folders of every project without options of its own, and no other folder", () => {
  const { include: globs } = readConfig("tsconfig.json");
  const folders = commonProjects().flatMap((project) =>
    readConfig(project).include.map((folder) => join(dirname(project), folder)),
  );
  expect(folders).toContain("packages/server/test");
  const isTaken = (folder: string, glob: string) => matchesGlob(folder, glob);
  expect(folders.filter((folder) => !globs.some((glob) => isTaken(folder, glob)))).toEqual([]);
  expect(globs.filter((glob) => !folders.some((folder) => isTaken(folder, glob)))).toEqual([]);
});
