import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { declaredRefusals } from "@acme/auth-http";
import { expect, it } from "vitest";
import { sections } from "../reference-surface.js";

const TESTS = fileURLToPath(new URL("..", import.meta.url));

/**
 * The test files, and what several of them describe together, that count the refusals they have
 * seen.
 */
const counting = readdirSync(TESTS, { recursive: true, encoding: "utf8" })
  .filter((path) => /(\.test|\/describe-[\w-]+)\.ts$/.test(path))
  .map((path) => readFileSync(join(TESTS, path), "utf8"))
  .filter((text) => /\bdescribe(Service|Passkeys|Providers)\(|\bunseenRefusals\(/.test(text));

it("the declared refusals of every section of the surface are counted by some test", () => {
  const titles = sections
    .filter(({ routes }) => routes.some((route) => declaredRefusals(route).length > 0))
    .map(({ title }) => title);
  const uncounted = titles.filter((title) => !counting.some((text) => text.includes(`"${title}"`)));
  expect(uncounted).toEqual([]);
});
