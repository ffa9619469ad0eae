import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createBook } from "./library/book.js";
import { entryPoints } from "./library/library-document.js";
import { readPublicApi, undocumented } from "./library/library.js";
import { renderItem } from "./library/render-item.js";

const root = mkdtempSync(join(tmpdir(), "auth-library-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Reads a package whose entry points are the given sources. */
function read(entries: Readonly<Record<string, string>>) {
  const folder = join(root, "packages/planted");
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(
    join(root, "tsconfig.base.json"),
    '{ "compilerOptions": { "noLib": true, "types": [] } }',
  );
  const sources = Object.entries(entries).map(([path, text], at) => {
    const file = `src/entry-${at}.ts`;
    writeFileSync(join(folder, file), text);
    return [path, { "@acme/source": file }] as const;
  });
  const exports = Object.fromEntries(sources);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "@acme/planted", exports }));
  return readPublicApi(root);
}

const faultsIn = (text: string) => undocumented(read({ ".": text }));

function itemIn(text: string, name: string) {
  const item = read({ ".": text })[0]?.exports.get(name);
  if (!item) throw new Error(`the source exports no ${name}`);
  return item;
}

const DOCUMENTED = `/** Notes of users. */
export interface Notes {
  /**
   * Stores a note. See {@link Note}.
   *
   * @param text At most 1,000 characters.
   * @returns The note as it is stored.
   * @throws {AuthError} UNAUTHORIZED, \`VALIDATION_ERROR\`
   * @example
   * await notes.add("Buy milk.");
   */
  add(text: string): Note;
}
/** A note. */
export interface Note {
  readonly text: string;
}`;

describe("the check of the public interface", () => {
  it("finds nothing where exports, methods and options have texts", () => {
    expect(faultsIn(DOCUMENTED)).toEqual([]);
  });

  it("reports an export without a text", () => {
    expect(faultsIn("export interface Bare { readonly text: string }")).toEqual([
      "packages/planted/src/entry-0.ts:1 Bare has no text (@acme/planted)",
    ]);
  });

  it("reports a method without a text", () => {
    expect(faultsIn("/** Notes. */\nexport interface Notes {\n  add(): void;\n}")).toEqual([
      "packages/planted/src/entry-0.ts:3 Notes.add has no text (@acme/planted)",
    ]);
  });

  it("reports an option without a text, but no field of data", () => {
    const fields = "{ readonly size: number }";
    const text = `/** Data. */ export interface Note ${fields}\n/** Options. */ export interface NoteOptions ${fields}`;
    expect(faultsIn(text)).toEqual([
      "packages/planted/src/entry-0.ts:2 NoteOptions.size has no text (@acme/planted)",
    ]);
  });

  it("reports a thrown code that the table of errors does not have", () => {
    const planted = DOCUMENTED.replace("UNAUTHORIZED,", "NO_SUCH_CODE,");
    expect(faultsIn(planted)).toEqual([
      "packages/planted/src/entry-0.ts:12 add throws NO_SUCH_CODE, which is no code of ERRORS (@acme/planted)",
    ]);
  });

  it("reports a feature whose type is inferred, because its comments are lost", () => {
    const text =
      "/** Creates notes. */ export function createNotes() { return {}; }\n/** Notes. */ export type Notes = ReturnType<typeof createNotes>;";
    expect(faultsIn(text)).toEqual([
      "packages/planted/src/entry-0.ts:2 Notes is no interface: its comments are lost (@acme/planted)",
    ]);
  });

  it("reports what two entry points export once", () => {
    const api = read({
      ".": "export const x = 1;",
      "./again": 'export { x } from "./entry-0.js";',
    });
    expect(undocumented(api)).toHaveLength(1);
  });
});

describe("the renderer of docs/library.md", () => {
  it("shows signature, text, parameters, result, errors and example of a method", async () => {
    const [add] = itemIn(DOCUMENTED, "Notes").members;
    expect(add && (await renderItem(add, "### `notes.add`"))).toBe(
      [
        "### `notes.add`",
        "```ts\nadd(text: string): Note\n```",
        "Stores a note. See `Note`.",
        "- `text`: At most 1,000 characters.",
        "Returns the note as it is stored.",
        "Throws [`AuthError`](errors.md): `UNAUTHORIZED`, `VALIDATION_ERROR`",
        '```ts\nawait notes.add("Buy milk.");\n```',
      ].join("\n\n"),
    );
  });

  it("shows a function and a value without the body and the comments", async () => {
    const text = `/** Adds one. */
export function increment(value: number, { by = 1 }: { by?: number } = {}): number { return value + by; }
/** The least. */
export const LEAST: number = 1;`;
    expect(await renderItem(itemIn(text, "increment"), "### `increment`")).toBe(
      "### `increment`\n\n```ts\nfunction increment(value: number, options?: { by?: number }): number\n```\n\nAdds one.",
    );
    expect(await renderItem(itemIn(text, "LEAST"), "### `LEAST`")).toBe(
      "### `LEAST`\n\n```ts\nconst LEAST: number\n```\n\nThe least.",
    );
  });

  it("lists options with their types, and marks those that may be left out", () => {
    const text = `/** Options of notes. */
export interface NotesOptions {
  /** In bytes. */
  readonly limit?: number | null;
}`;
    expect(createBook(read({ ".": text })).table("Options", "NotesOptions")).toContain(
      "| `limit?` | `number \\| null` | In bytes. |",
    );
  });

  it("shows what stood in one section in no later one", async () => {
    const book = createBook(read({ ".": DOCUMENTED }));
    book.table("Notes", "Notes");
    const rest = await book.entries({ title: "Rest", text: "" }, ["@acme/planted"]);
    expect(rest).toContain("Note");
    expect(rest).not.toContain("`Notes`");
  });

  it("names an interface that no entry point exports", () => {
    const book = createBook(read({ ".": DOCUMENTED }));
    expect(() => book.table("Options", "NoSuchOptions")).toThrow(
      "no entry point exports NoSuchOptions",
    );
  });
});

it("the reference says of every name which entry points export it", () => {
  const text = entryPoints(
    read({
      ".": DOCUMENTED,
      "./more":
        "/** A word. */\nexport type Word = string;\nexport type { Note } from './entry-0.js';",
    }),
  );
  expect(text).toContain("### `@acme/planted`\n\n`Note`, `Notes`");
  expect(text).toContain("### `@acme/planted/more`\n\n`Note`, `Word`");
});
