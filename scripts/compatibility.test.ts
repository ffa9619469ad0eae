import { join } from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { checkCompatibility, untold } from "./compatibility/check-compatibility.mjs";
import { breaksBetween } from "./compatibility/compare-reports.mjs";
import { readReport } from "./compatibility/read-reports.mjs";
import { readChangeset } from "./release/changesets.mjs";

const CORE = "@acme/auth-core";
const EXPRESS = "@acme/auth-express";

const reportOf = (name: string, declarations: string) =>
  readReport(
    `${name.replace("@acme/auth-", "")}.api.md`,
    `## API Report File for "${name}"\n\n\`\`\`ts\n${declarations}\n\`\`\`\n`,
  );

/** What breaks, as `name: what`, when the first declarations of core become the second. */
function breaksOf(before: string, after: string): readonly string[] {
  const breaks = breaksBetween(new Map([reportOf(CORE, before)]), new Map([reportOf(CORE, after)]));
  return breaks.map(({ name, what }) => `${name}: ${what}`);
}

/** Loading the compiler's own declarations takes a second or two, and more where two cores have other work. */
const COMPILES = { timeout: 60_000 };

describe("a public interface is compatible with the last release", COMPILES, () => {
  it("with more exports, optional members, accepted values and returned members", () => {
    const before = `
      export interface Options { readonly size?: number; readonly store: Store }
      export interface Store { find(id: string): string }
      export interface Made { readonly id: string; use<T extends string>(value: T): void }
      export function make(options: Options): Made;
      export function find(id: string): "a" | "b";
      export interface Alone<T> { readonly value: T }
      export type Hash = Brand<string, "Hash">;
      export type Brand<T, N extends string> = T & { readonly [brand]: N };
      export function hash(text: string): Hash;`;
    const after = `
      export interface Options { readonly size?: number | string; readonly store: Store; readonly color?: string }
      export interface Store { find(id: string): string; list?(): string[] }
      export interface Made { readonly id: string; readonly name: string; use<T extends string>(value: T): void }
      export function make(options: Options): Made;
      export function find(id: string | number, more?: boolean): "a";
      export interface Alone<T> { readonly value: T; readonly more?: T }
      export type Hash = Brand<string, "Hash">;
      export type Brand<T, N extends string> = T & { readonly [brand]: N };
      export function hash(text: string): Hash;
      export const extra: number;`;
    expect(breaksOf(before, after)).toEqual([]);
  });

  it("and is not when something is gone, narrower, or more than a caller expects", () => {
    const before = `
      export function gone(): void;
      export class Value { constructor(text: string); readonly text: string }
      export function narrower(id: string | number): void;
      export function wider(): "a" | "b";
      export interface Input { readonly old?: string; readonly size?: number }
      export function take(input: Input): void;
      export interface Port { send(mail: string | null): void }
      export interface Output { readonly id: string; find(id: string | null): string }
      export function give(port: Port): Output;
      export interface Alone { readonly kind: "a" | "b" }
      export interface Generic<T, U = T> { readonly value: T; readonly other: U }
      export type Hash = Brand<string, "Hash">;
      export type Brand<T, N extends string> = T & { readonly [brand]: N };
      export function check(hash: string): void;`;
    const after = `
      export type Value = string;
      export function narrower(id: string): void;
      export function wider(): "a" | "b" | "c";
      export interface Input { readonly size?: number }
      export function take(input: Input): void;
      export interface Port { send(mail: string | null): void; close(): void }
      export interface Output { readonly id: string; find(id: string): string }
      export function give(port: Port): Output;
      export interface Alone { readonly kind: "a" }
      export interface Generic<T, U> { readonly value: T; readonly other: U }
      export type Hash = Brand<string, "Hash">;
      export type Brand<T, N extends string> = T & { readonly [brand]: N };
      export function check(hash: Hash): void;`;
    const names = breaksOf(before, after).map((text) =>
      text.replace(/^(\w+): (Type|Property).*/, "$1"),
    );
    expect(names).toEqual([
      "gone: it is gone",
      "Value: it is a type only",
      "Input: its member old is gone",
      "Generic: it takes other type parameters",
      "narrower",
      "wider",
      "give",
      "check",
      "Alone",
    ]);
  });

  it("and is not when an entry point is gone", () => {
    const [, text] = reportOf(CORE, "export const one: 1;");
    expect(breaksBetween(new Map([[`${CORE}/more`, text]]), new Map())).toMatchObject([
      { entry: `${CORE}/more`, what: "the entry point is gone" },
    ]);
  });

  it("and names what was changed in another package as the cause", () => {
    const options = (text: string) => reportOf(CORE, `export interface Options { ${text} }`);
    const mount = reportOf(
      EXPRESS,
      `import { Options } from '${CORE}';\nexport function mount(options: Options): void;`,
    );
    expect(
      breaksBetween(
        new Map([options("size?: number"), mount]),
        new Map([options("size: number"), mount]),
      ),
    ).toMatchObject([{ entry: EXPRESS, name: "mount", culprits: [`${CORE}#Options`] }]);
  });
});

describe("a break of the public interface", () => {
  const broken = {
    entry: EXPRESS,
    name: "mount",
    what: "it is gone",
    culprits: [`${CORE}#Options`],
  };
  const told = (version: string, bump: string, text: string) =>
    untold([broken], {
      version,
      changesets: [readChangeset("planted.md", `---\n${bump}\n---\n\n${text}`)],
    });

  it("passes with a changeset that says what to do, at the level that does not reach applications by itself", () => {
    expect(
      told("0.1.0", `"${CORE}": minor`, "More sizes.\n\nTo do: give a size in `Options`."),
    ).toBeNull();
    expect(
      told(
        "0.1.0",
        `"${EXPRESS}": minor`,
        "One way to serve.\n\nTo do: use `serve` instead of `mount`.",
      ),
    ).toBeNull();
    expect(
      told("1.2.0", `"${CORE}": major`, "It works.\n\nTo do: give `Options` a size."),
    ).toBeNull();
  });

  it.each([
    ["0.1.0", `"${CORE}": patch`, "Sizes.\n\nTo do: give `Options` a size."],
    ["1.2.0", `"${CORE}": minor`, "Sizes.\n\nTo do: give `Options` a size."],
    ["0.1.0", `"${CORE}": minor`, "`Options` has a size."],
    ["0.1.0", `"${CORE}": minor`, "Sizes.\n\nTo do: something else."],
    ["0.1.0", `"@acme/auth-http": minor`, "Sizes.\n\nTo do: give `Options` a size."],
  ])("fails at %s with %s that says %j", (version, bump, text) => {
    expect(told(version, bump, text)).toContain("  @acme/auth-express mount: it is gone");
  });
});

it("a repository without the reports of the last release does not pass", () => {
  const root = mkdtempSync(join(tmpdir(), "auth-compatibility-"));
  try {
    expect(checkCompatibility(root)).toContain("docs/api/released has no reports");
  } finally {
    rmSync(root, { recursive: true });
  }
});
