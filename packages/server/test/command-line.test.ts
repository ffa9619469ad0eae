import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { stringMatching } from "@acme/auth-testing/matchers";
import { parseJson } from "@acme/auth-testing/read-json";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { newDatabase } from "./prepared-databases.js";
import { bundleProgram, metafileOf } from "./processes/bundle-program.js";
import { loadedAtStart } from "./processes/loaded-at-start.js";
import { startReferenceServer } from "./processes/reference-server.js";
import { DATABASES, SECRET } from "./service.js";

const run = promisify(execFile);
/** What each feature brings to the server: its commands, as data. */
const COMMANDS_OF_FEATURES = /packages\/(?!(?:server|core|http|express|kysely)\/)[^/]+\/src\//;

describe("the command line of the server", () => {
  let program: string;

  beforeAll(async () => {
    program = await bundleProgram("../../src/main");
  });

  /** Nothing is configured, so a server would refuse to start. */
  const said = async (...args: readonly string[]) =>
    (await run(process.execPath, [program, ...args], { env: {} })).stdout;

  it.each(["--help", "-h"])("%s names the commands", async (flag) => {
    expect(await said(flag)).toMatch(/^ {2}serve .*\n {2}worker /m);
  });

  it.each(["--version", "-v"])("%s says which version it is", async (flag) => {
    expect(await said(flag)).toBe(`${manifest.version}\n`);
  });

  it("loads the pages only where they are on", () => {
    expect(loadedAtStart(program, "packages/pages/src/")).toBe(false);
    expect(loadedAtStart(program, "src/starting/compose.ts")).toBe(true);
  });

  it("refuses to start without its configuration, and names each variable that is missing", async () => {
    const failure: unknown = await said("serve").catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({
      code: 1,
      stderr: stringMatching(/SERVICE_AUTH_SECRET[^]*SERVICE_AUTH_URL/),
    });
  });

  it.each(DATABASES)(
    "works on %s beside a running server, and its output is piped",
    async (database) => {
      const settings = {
        DATABASE_URL: `${database === "sqlite" ? "sqlite:" : ""}${await newDatabase(database)}`,
        SERVICE_AUTH_SECRET: SECRET,
        SERVICE_AUTH_URL: "http://localhost:3000",
      };
      const awaited = { event: "listening", times: 1 };
      const server = await startReferenceServer({ program, settings, awaited });
      try {
        const env = { ...process.env, ...settings };
        const printed = async (...args: readonly string[]) =>
          (await run(process.execPath, [program, ...args], { env })).stdout;
        expect(await printed("migrate", "--check")).toBe("The database is up to date.\n");
        expect(await printed("jobs", "list", "--json")).toBe("[]\n");
        expect(await printed("mails", "list")).toBe("No mail waits.\n");
        expect(await printed("keys", "--json")).toMatch(
          /^\[\{"keyId":"[^"]{8}","standing":"present"/,
        );
        expect(await printed("config")).not.toContain(SECRET);
        expect(await printed("doctor")).toContain("database: reachable and up to date");
        const copy = join(mkdtempSync(join(tmpdir(), "backup-")), "copy");
        onTestFinished(() => rmSync(dirname(copy), { recursive: true }));
        expect(await printed("backup", copy)).toContain(
          database === "sqlite" ? "verified" : "pg_dump",
        );
        const outside = await printed("doctor", `http://127.0.0.1:${server.port}`, "--json");
        const { checks } = parseJson(outside, {
          checks: [{ check: "string", status: "string" }],
        });
        expect(checks.map(({ check, status }) => [check, status])).toEqual([
          ["health", "ok"],
          ["headers", "ok"],
          ["errors", "ok"],
          ["cors", "ok"],
          ["redirects", "warning"],
          ["well-known", "ok"],
        ]);
        const failure: unknown = await printed("jobs", "cancel", "none").catch(
          (thrown: unknown) => thrown,
        );
        expect(failure).toMatchObject({
          code: 3,
          stdout: "",
          stderr: "There is no job with this id.\n",
        });
      } finally {
        await server.stop();
      }
    },
  );

  it("follows the audit log until it is interrupted", async () => {
    const env = {
      ...process.env,
      DATABASE_URL: `sqlite:${await newDatabase("sqlite")}`,
      SERVICE_AUTH_SECRET: SECRET,
      SERVICE_AUTH_URL: "http://localhost:3000",
    };
    const called = (...args: readonly string[]) =>
      run(process.execPath, [program, ...args], { env });
    await called("migrate");
    await called("users", "create", "ada@example.com");
    const following = spawn(process.execPath, [program, "audit", "list", "--follow"], { env });
    onTestFinished(() => void following.kill("SIGKILL"));
    const lines = createInterface(following.stdout)[Symbol.asyncIterator]();
    const next = async () => String((await lines.next()).value);
    expect(await next()).toContain("  user.created  ada@example.com  ");
    await called("users", "suspend", "ada@example.com", "--reason", "spam");
    expect(await next()).toContain("  user.suspended  ada@example.com  operator: ");
    const ended = once(following, "exit");
    following.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
  });

  it("is read before anything of the server is loaded, and help loads the tables of commands only", async () => {
    const { outputs } = metafileOf(await bundleProgram("../../src/main"));
    const loadedWith = (source: string) => {
      const entry = Object.values(outputs).find(({ entryPoint }) => entryPoint?.endsWith(source))!;
      const beside = entry.imports
        .filter(({ kind, external }) => kind === "import-statement" && !external)
        .map(({ path }) => outputs[path]!);
      const sources = [entry, ...beside].flatMap(({ inputs }) => Object.keys(inputs));
      return sources
        .filter((path) => !COMMANDS_OF_FEATURES.test(path))
        .map((path) => basename(path))
        .toSorted();
    };
    expect(loadedWith("src/main.ts")).toEqual(["env-file.ts", "main.ts", "package.json"]);
    expect(loadedWith("commands/help.ts")).toEqual([
      "command-table.ts",
      "features.ts",
      "help.ts",
      "join-rows.ts",
      "operator-commands.ts",
    ]);
  });
});
