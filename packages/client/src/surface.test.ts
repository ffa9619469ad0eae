import { readdirSync } from "node:fs";
import { surface } from "@acme/auth-http";
import { expect, it } from "vitest";
import { createAuthClient } from "./index.js";
import * as routes from "./routes.js";
import { ROUTES } from "./surface/routes.js";

const client: Readonly<Record<string, object>> = { ...createAuthClient() };

it("has a method for every operation but the one of forms of other sites, and no other", () => {
  const methods = Object.entries(client).flatMap(([group, calls]) =>
    Object.keys(calls).map((name) => `${group}.${name}`),
  );
  const called = surface.filter(({ crossSite }) => !crossSite);
  expect(methods.sort()).toEqual(called.map(({ operationId }) => operationId).sort());
});

it("has every route by itself, too", () => {
  const single = Object.entries(routes).map(([group, calls]) => [group, { ...calls }]);
  expect(Object.fromEntries(single)).toEqual(ROUTES);
});

it.each(["surface", "routes"])("has no source of a group that is gone in %s", (folder) => {
  const groups = readdirSync(new URL(folder, import.meta.url)).map((file) =>
    file.replace(".ts", "").replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase()),
  );
  const others = ["client", "entities", "errorCodes", "pagePaths", "routes"];
  expect(groups.filter((group) => !others.includes(group)).sort()).toEqual(
    Object.keys(client).sort(),
  );
});
