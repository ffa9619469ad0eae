import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readJsonLines } from "./json-lines.js";

it("a line that another process is still writing is read the next time", () => {
  const folder = mkdtempSync(join(tmpdir(), "json-lines-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "delivered.jsonl");
  const readAfter = (text: string): readonly unknown[] => {
    writeFileSync(path, text);
    return readJsonLines(path, { to: "string" });
  };
  expect(readJsonLines(path, { to: "string" })).toEqual([]);
  expect(readAfter("")).toEqual([]);
  expect(readAfter('{"to":"ada"}\n{"to":"gra')).toEqual([{ to: "ada" }]);
  expect(readAfter('{"to":"ada"}\n{"to":"grace"}')).toEqual([{ to: "ada" }]);
  expect(readAfter('{"to":"ada"}\n{"to":"grace"}\n')).toEqual([{ to: "ada" }, { to: "grace" }]);
});
