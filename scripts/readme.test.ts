import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "../packages/server/src/config/config.js";
import { startProblem } from "../packages/server/src/starting/start-failures.js";

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
