import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "../packages/server/src/config.js";
import { RELEASES } from "./release/changelog.mjs";
import { startProblem } from "../packages/server/src/start-failures.js";
import { readManifest } from "./read-manifest.js";

const ROOT = join(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** The rows of a table below a heading of level two, without its head. */
const rowsBelow = (text: string, heading: string): readonly (readonly string[])[] =>
  (text.split(`\n## ${heading}\n`)[1] ?? "")
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1)
    .map((line) => line.split("|").slice(1, -1));

const logged = rowsBelow(textOf("README.md"), "It does not work").map(([, line = ""]) => line);
const events = Array.from(
  textOf("docs/operations.md")
    .split("\n## What the log says\n")[1]!
    .matchAll(/`([a-z_]+)`/g),
  ([, event]) => event,
);

describe("the causes that the README names", () => {
  it("are six", () => {
    expect(logged).toHaveLength(6);
  });

  it.each(logged)("leave an event that is logged: %s", (line) => {
    const [event] = /`([a-z]+_[a-z_]+|configuration)`/.exec(line)?.slice(1) ?? [];
    expect(events).toContain(event);
  });

  it("are quoted as the server says them", () => {
    const env = { SERVICE_AUTH_SECRET: "x".repeat(44), SERVICE_AUTH_URL: "http://localhost:3000" };
    const { config } = readConfig(env);
    const inUse = Object.assign(new Error("listen"), { code: "EADDRINUSE", syscall: "listen" });
    expect(logged.join()).toContain(`\`${startProblem(inUse, config)}\``);
    expect(() => readConfig({ ...env, SERVICE_AUTH_SECRET: "" })).toThrow(
      "SERVICE_AUTH_SECRET is required",
    );
    expect(logged.join()).toContain("`SERVICE_AUTH_SECRET is required`");
    const [doubt] = readConfig({ ...env, APP_URL: "http://127.0.0.1:3004" }).warnings;
    expect(doubt).toContain("APP_URL and SERVICE_AUTH_URL are different sites");
    expect(logged.join()).toContain("`APP_URL and SERVICE_AUTH_URL are different sites`");
  });
});

describe("until the first release", () => {
  const manifests = readdirSync(join(ROOT, "packages")).map((room) => ({
    room,
    ...readManifest(join(ROOT, "packages", room), { version: "string", "private?": "boolean" }),
  }));
  const published = manifests.filter((manifest) => !manifest.private);
  const isReleased = textOf("CHANGELOG.md").split(RELEASES)[1]?.includes("\n## ");

  it("all pages name the version of a checkout and that of the release", () => {
    const [version = ""] = new Set(published.map((manifest) => manifest.version));
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const expected = isReleased ? [] : [version, `${major}.${minor + 1}.0`];
    for (const page of ["README.md", "CHANGELOG.md", "docs/versioning.md"])
      for (const each of expected) expect(`${page}: ${textOf(page)}`).toContain(each);
  });

  it("is a minor one, as long as it is the next", () => {
    const bumps = readdirSync(join(ROOT, ".changeset"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => textOf(`.changeset/${name}`));
    const isMinor =
      bumps.some((text) => /": minor$/m.test(text)) &&
      !bumps.some((text) => /": major$/m.test(text));
    expect(isReleased || isMinor).toBe(true);
  });

  it("every package says how to install it from a checkout", () => {
    expect(textOf("README.md")).toContain("\n### Until the first release\n");
    for (const { room } of published)
      expect(textOf(`packages/${room}/README.md`)).toContain("README.md#until-the-first-release");
  });
});
