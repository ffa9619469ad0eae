import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const textOf = (path: string): string =>
  readFileSync(join(import.meta.dirname, path), { encoding: "utf8" });

it("every chapter that is written is run", () => {
  const written = readdirSync(join(import.meta.dirname, "contract")).flatMap((file) =>
    Array.from(
      textOf(join("contract", file)).matchAll(/^export function (describe\w+)/gm),
      ([, name = ""]) => name,
    ),
  );
  const [, table = ""] = textOf("store-contract.ts").split("> = {");
  const [run = ""] = table.split("};");
  expect(run.match(/describe\w+/g)?.toSorted()).toEqual(written.toSorted());
  expect(written.length).toBeGreaterThan(30);
});
