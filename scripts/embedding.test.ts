import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commandTable } from "../packages/server/src/commands/help.js";
import { readPage } from "./guide/pages.mjs";

const textOf = (path: string): string =>
  readFileSync(join(import.meta.dirname, "..", path), "utf8");

/** The compiler sees that file, and `billing.test.ts` runs it over both databases: what an application copies from the page works. */
it("the guarded routes that docs/embedding.md shows are exactly those of the billing module", () => {
  const [, section = ""] =
    /^## Guarded routes$([^]*?)^## /m.exec(textOf("docs/embedding.md")) ?? [];
  const [, snippet = ""] = /^```ts\n([^]*?)^```$/m.exec(section) ?? [];
  expect(snippet).toContain("answerRefusals");
  expect(textOf("packages/server/src/sample/billing/routes.ts")).toContain(snippet);
});

it("the test that the page of the testing kit shows is exactly one that runs", () => {
  const [, snippet = ""] = /^```ts\n([^]*?)^```$/m.exec(textOf("packages/testing/README.md")) ?? [];
  expect(textOf("packages/testing/test/first-use.test.ts")).toBe(snippet);
});

/** The proof `embedding` builds and runs them. */
it("what the guide shows of Next.js is exactly what the example has", () => {
  const { blocks } = readPage("mounting", textOf("docs/guide/mounting.md"));
  const shown = blocks.filter(({ mode }) => mode === "no-run");
  expect(shown.length).toBeGreaterThan(6);
  for (const { file, text } of shown.filter(({ file }) => !/^(bun|deno)\.ts$/.test(file ?? "")))
    expect(text).toBe(`// ${file}\n${textOf(`examples/next/${file}`)}`);
});

/** The proof `embedding` makes an application of the README alone. */
it("the files that the README of the React example shows are exactly its files, all of them", () => {
  const { blocks } = readPage("README", textOf("examples/react/README.md"));
  const shown = new Map(
    blocks.flatMap(({ text }) => {
      const [line = "", file] = /^(?:\/\/|<!--) ([\w./-]+)(?: -->)?\n/.exec(text) ?? [];
      return file ? [[file, text.slice(line.length)] as const] : [];
    }),
  );
  for (const [file, text] of shown) expect(textOf(`examples/react/${file}`), file).toBe(text);
  const sources = readdirSync(join(import.meta.dirname, "../examples/react/src"));
  expect([...shown.keys()].toSorted()).toEqual(
    ["index.html", ...sources.map((file) => `src/${file}`), "vite.config.ts"].toSorted(),
  );
  expect(shown.get("src/session.tsx")?.split("\n").length).toBeLessThanOrEqual(60);
});

it("the commands that the guide shows are those of the program, with their options", () => {
  const usages = Array.from(commandTable().matchAll(/^\| `([^`]+)`/gm), ([, usage = ""]) => usage);
  const commands = readdirSync(join(import.meta.dirname, "../docs/guide")).flatMap((page) =>
    Array.from(
      textOf(`docs/guide/${page}`).matchAll(/^auth-server (.+)$/gm),
      ([, line = ""]) => line,
    ),
  );
  expect(commands.length).toBeGreaterThan(8);
  const unknown = commands.filter((line) => {
    const [noun, verb] = line.split(" ");
    const usage = usages.find((each) => each.startsWith(`${noun} ${verb}`)) ?? "";
    const options = line.match(/--[a-z]+/g) ?? [];
    return usage === "" || options.some((option) => !usage.split(/[ [\]]/).includes(option));
  });
  expect(unknown).toEqual([]);
});
