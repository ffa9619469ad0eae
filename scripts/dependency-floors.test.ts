import { readdirSync } from "node:fs";
import { join } from "node:path";
import { recordOf } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { readManifest } from "./read-manifest.js";

const ROOT = join(import.meta.dirname, "..");

/** The first versions without a known hole. */
const FLOORS = [
  ["packages/kysely", "kysely", "0.28.17"],
  ["packages/nodemailer", "nodemailer", "7.0.11"],
  ["packages/core", "@simplewebauthn/server", "14.0.0"],
] as const;

const RANGES = recordOf("string");
const manifestIn = (...path: readonly string[]) =>
  readManifest(join(ROOT, ...path), {
    "dependencies?": RANGES,
    "devDependencies?": RANGES,
    "peerDependencies?": RANGES,
  });
const versionIn = (...path: readonly string[]) =>
  readManifest(join(ROOT, ...path), { version: "string" }).version;
const folders = [
  "",
  ...["packages", "examples"].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`),
  ),
];

const isAtLeast = (version: string, floor: string): boolean =>
  version.localeCompare(floor, "en", { numeric: true }) >= 0;

describe("dependencies", () => {
  it.each(FLOORS)("of %s: %s is %s or later, installed and allowed", (folder, name, floor) => {
    const { dependencies, peerDependencies } = manifestIn(folder);
    const allowed = Array.from(
      (dependencies?.[name] ?? peerDependencies?.[name] ?? "").matchAll(/\d+\.\d+\.\d+/g),
      ([version]) => version,
    );
    expect(allowed).not.toEqual([]);
    for (const version of [versionIn(folder, "node_modules", name), ...allowed])
      expect([version, isAtLeast(version, floor)]).toEqual([version, true]);
  });

  // A second version of a package has a name of its own, and is as exact.
  it.each(folders)("of %j are exact versions", (folder) => {
    const { dependencies, devDependencies } = manifestIn(folder);
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, range]) => !/^(?:(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?|workspace:\*)$/.test(range),
    );
    expect(loose).toEqual([]);
  });

  it.each([
    ["0.28.17", true],
    ["0.28.18", true],
    ["0.29.0", true],
    ["1.0.0", true],
    ["0.28.16", false],
    ["0.28.9", false],
    ["0.9.99", false],
  ])("at %s are from 0.28.17 on: %s", (version, isSo) => {
    expect(isAtLeast(version, "0.28.17")).toBe(isSo);
  });
});
