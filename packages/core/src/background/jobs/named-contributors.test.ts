import { expect, it } from "vitest";
import type { JobPayload } from "./job-store.js";
import { contributorsPayload, requireContributors, sectionsMissing } from "./named-contributors.js";

const [notes, orders] = [{ section: "notes" }, { section: "orders" }];

it("a job names the contributors that participate, and nothing where there are none", () => {
  expect(contributorsPayload([notes, orders])).toEqual({ contributors: ["notes", "orders"] });
  expect(contributorsPayload([])).toEqual({});
});

it.each<readonly [payload: JobPayload | null, missing: readonly string[]]>([
  [{ contributors: ["notes", "orders", "files"] }, ["orders", "files"]],
  [{ contributors: ["notes"] }, []],
  [{ contributors: [] }, []],
  [{ contributors: [7, null, "orders"] }, ["orders"]],
  [{ contributors: "orders" }, []],
  [{ language: "de" }, []],
  [null, []],
])("of a job that carries %j a process with notes lacks %j", (payload, missing) => {
  expect(sectionsMissing(payload, [notes])).toEqual(missing);
});

it("a job whose contributors are not all here is not begun, and says which are missing", () => {
  const payload = { contributors: ["notes", "orders", "files"] };
  expect(() => requireContributors(payload, [notes])).toThrow(
    "this process has no contributor of orders files",
  );
  expect(() => requireContributors(payload, [notes, orders, { section: "files" }])).not.toThrow();
});
