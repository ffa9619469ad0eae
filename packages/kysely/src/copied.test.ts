import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("no source uses what the copy of Kysely in the package leaves out", () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/\.test(-d)?\.ts$|^kysely-of\.ts$/.test(path),
  );
  expect(sources).toContain("kysely-store.ts");
  const using = sources.filter((path) =>
    /\.(?:schema|withSchema)\b|\b(?:SchemaModule|WithSchemaPlugin)\b/.test(
      readFileSync(join(import.meta.dirname, path), "utf8"),
    ),
  );
  expect(using).toEqual([]);
});
