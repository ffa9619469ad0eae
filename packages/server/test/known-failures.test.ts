import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { exitCodeOf } from "@acme/auth-testing/exit-code-of";
import { anyString, stringContaining, stringMatching } from "@acme/auth-testing/matchers";
import { portOf } from "@acme/auth-testing/port-of";
import type {} from "@acme/auth-testing/postgres-global-setup";
import { parseJson } from "@acme/auth-testing/read-json";
import SqliteDatabase from "better-sqlite3";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { readConfig } from "../src/config/config.js";
import { startProblem } from "../src/starting/start-failures.js";
import { bundleProgram } from "./processes/bundle-program.js";
import { type ReferenceServer, startReferenceServer } from "./processes/reference-server.js";
import { SECRET } from "./service.js";

const WAITS = { timeout: 20_000, interval: 50 };
const folder = mkdtempSync(join(tmpdir(), "known-failures-"));

let program: string;
beforeAll(async () => {
  program = await bundleProgram("../../src/main");
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

type Settings = Readonly<Record<string, string>>;

/** Runs the program to its end. */
async function run(settings: Settings, words: readonly string[] = []): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      SERVICE_AUTH_SECRET: SECRET,
      SERVICE_AUTH_URL: "http://localhost:3000",
      DATABASE_URL: "sqlite::memory:",
      PORT: "0",
      ...settings,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const lines: Readonly<Record<string, unknown>>[] = [];
  createInterface({ input: child.stderr }).on("line", (line) =>
    lines.push(parseJson(line, "object")),
  );
  return { code: await exitCodeOf(child), lines };
}

const ON_DISK = () => ({ DATABASE_URL: `sqlite:${join(folder, "several.db")}` });

const postgres = (change: (url: URL) => void): string => {
  const url = new URL(inject("postgresUrl"));
  change(url);
  return url.href;
};

/** Applies a migration that releases older than `oldestSchema` do not work with. */
function changeAsNewerRelease(file: string, oldestSchema: number): void {
  const database = new SqliteDatabase(file);
  database
    .prepare(
      "insert into auth_migration (id, checksum, applied_at, oldest_schema) values ('9999-one-name', 'sum', '', ?)",
    )
    .run(oldestSchema);
  database.close();
}

describe("a start that fails for a known reason is one line that says what to do", () => {
  it("for a port that is in use", async () => {
    const other = createServer().listen(0);
    await once(other, "listening");
    const port = portOf(other);
    const { code, lines } = await run({
      PORT: String(port),
      SERVICE_AUTH_URL: `http://localhost:${port}`,
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      {
        time: anyString(),
        level: "error",
        event: "start_failed",
        problem: `Port ${port} is in use. Stop what uses it, or start with another PORT.`,
      },
    ]);
    other.close();
  });

  it.each(["1", "2"])("for a port for metrics that is in use, by %s processes", async (count) => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const port = portOf(other);
    const settings = { METRICS_PORT: String(port), WEB_CONCURRENCY: count };
    const { code, lines } = await run({ ...settings, ...(count === "2" && ON_DISK()) });
    expect(code).toBe(1);
    expect(lines.at(-1)).toEqual({
      time: anyString(),
      level: "error",
      event: "start_failed",
      problem: `Port ${port} is in use. Stop what uses it, or start with another METRICS_PORT.`,
    });
    other.close();
  });

  const NEWER = ["serve", "worker"].flatMap((command) =>
    ["true", "false"].map((AUTO_MIGRATE) => [command, AUTO_MIGRATE] as const),
  );
  const hosts: readonly (readonly [Settings, RegExp])[] = [
    [{ METRICS_PORT: "0", METRICS_HOST: "192.0.2.1" }, /^METRICS_HOST is no IP address of this/],
    [{ METRICS_PORT: "9464", METRICS_HOST: "host.invalid" }, /^METRICS_HOST names no machine/],
    [{ METRICS_PORT: "0", HOST: "192.0.2.1" }, /^HOST is no IP address of this machine/],
    [{ METRICS_PORT: "0", HOST: "host.invalid" }, /^HOST names no machine/],
  ];
  it.each(hosts)("for a host that cannot be used: %j", async (settings, problem) => {
    const { code, lines } = await run(settings);
    expect(code).toBe(1);
    expect(lines.at(-1)?.["problem"]).toMatch(problem);
  });

  const databases: readonly (readonly [where: string, url: () => string, problem: RegExp])[] = [
    ["that nothing serves", () => "postgres://localhost:1/x", /^No database answers/],
    [
      "that does not exist",
      () => postgres((url) => (url.pathname = "/missing")),
      /does not exist\. Create it with createdb/,
    ],
    [
      "whose user is not known",
      () => postgres((url) => (url.username = "stranger")),
      /^The database refuses the user/,
    ],
    ["in a file that is none", () => `sqlite:${join(folder, "text.db")}`, /is no SQLite database/],
    ["in a folder", () => `sqlite:${folder}`, /^DATABASE_URL names a folder/],
  ];
  it.each(databases)("for a database %s", async (_where, url, problem) => {
    writeFileSync(
      join(folder, "text.db"),
      "no database, but long enough to be looked at ".repeat(99),
    );
    const { code, lines } = await run({ DATABASE_URL: url() });
    expect(code).toBe(1);
    expect(lines).toMatchObject([{ level: "error", event: "start_failed" }]);
    expect(lines[0]?.["problem"]).toMatch(problem);
    expect(lines[0]).not.toHaveProperty("error");
  });

  it("for a database in what is no folder", async () => {
    writeFileSync(join(folder, "file"), "");
    const { code, lines } = await run({
      DATABASE_URL: `sqlite:${join(folder, "file", "auth.db")}`,
    });
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatchObject({
      event: "start_failed",
      problem: stringMatching(/^DATABASE_URL names a file in something that is no folder/),
    });
  });

  it.each(NEWER)(
    "for a database that a newer release has changed so that this one does not work with it (%s, AUTO_MIGRATE=%s)",
    async (command, AUTO_MIGRATE) => {
      const file = join(folder, "newer.db");
      const database = { DATABASE_URL: `sqlite:${file}` };
      if (!existsSync(file)) {
        expect((await run(database, ["migrate"])).code).toBe(0);
        changeAsNewerRelease(file, 9999);
      }
      const { code, lines } = await run({ ...database, AUTO_MIGRATE }, [command]);
      expect(code).toBe(1);
      const events = lines.map(({ event }) => event);
      expect(events).not.toContain("listening");
      expect(events).not.toContain("working");
      expect(lines.filter(({ level }) => level === "error")).toMatchObject([
        {
          event: "start_failed",
          problem: stringMatching(/has 9999-one-name, .* Start a newer release/),
        },
      ]);
    },
  );

  it("and a failure that is not known keeps its error", () => {
    const { config } = readConfig({
      SERVICE_AUTH_SECRET: SECRET,
      SERVICE_AUTH_URL: "http://localhost:3000",
    });
    expect(startProblem(new TypeError("a bug"), config)).toBeNull();
    expect(startProblem("a bug", config)).toBeNull();
  });
});

describe("a server that starts all the same", () => {
  const servers: ReferenceServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });

  async function start(settings: Settings, event: string): Promise<ReferenceServer> {
    const server = await startReferenceServer({
      program,
      settings: { DATABASE_URL: "sqlite::memory:", ...settings },
      awaited: { event, times: 1 },
    });
    servers.push(server);
    return server;
  }

  it("says once that migrations are pending and how to apply them, and is ready when they are", async () => {
    const database = { DATABASE_URL: `sqlite:${join(folder, "old.db")}` };
    const server = await start({ ...database, AUTO_MIGRATE: "false" }, "migrations_pending");
    expect(server.lines.filter(({ event }) => event === "migrations_pending")).toMatchObject([
      { level: "error", problem: stringContaining("auth-server migrate") },
    ]);
    const ready = async () => (await fetch(`http://127.0.0.1:${server.port}/readyz`)).status;
    expect(await ready()).toBe(503);
    expect((await run(database, ["migrate"])).code).toBe(0);
    await vi.waitFor(async () => expect(await ready()).toBe(200), WAITS);
  });

  it("is not ready while migrations of the billing module are pending", async () => {
    const file = join(folder, "without-billing.db");
    const database = { DATABASE_URL: `sqlite:${file}` };
    expect((await run(database, ["migrate"])).code).toBe(0);
    const server = await start({ ...database, AUTO_MIGRATE: "false" }, "listening");
    const ready = async () => (await fetch(`http://127.0.0.1:${server.port}/readyz`)).status;
    expect(await ready()).toBe(200);
    const at = new SqliteDatabase(file);
    at.exec("drop table billing_subscription; drop table billing_migration");
    at.close();
    expect(await ready()).toBe(503);
  });

  it("is ready over a database that a newer release has changed and says works with this one", async () => {
    const file = join(folder, "expanded.db");
    const database = { DATABASE_URL: `sqlite:${file}` };
    expect((await run(database, ["migrate"])).code).toBe(0);
    changeAsNewerRelease(file, 1);
    const { port } = await start(database, "listening");
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  it("says once for all processes what concerns them all, and again when the one that said it ends", async () => {
    const server = await startReferenceServer({
      program,
      settings: { ...ON_DISK(), AUTO_MIGRATE: "false", WEB_CONCURRENCY: "2" },
      awaited: { event: "listening", times: 2 },
    });
    servers.push(server);
    const said = () => server.lines.filter(({ event }) => event === "migrations_pending").length;
    const listening = () => server.lines.filter(({ event }) => event === "listening").length;
    await vi.waitFor(() => expect(said()).toBe(1), WAITS);
    const found = spawn("pgrep", ["-P", String(server.child.pid)]);
    let processes = "";
    for await (const chunk of found.stdout) processes += String(chunk);
    const ids = processes.trim().split("\n").map(Number);
    expect(ids).toHaveLength(2);
    for (const id of ids) process.kill(id, "SIGKILL");
    await vi.waitFor(() => expect([listening(), said()]).toEqual([4, 2]), WAITS);
  });

  it.each([[["serve"]], [["worker"]]])(
    "warns once that the mail server cannot be reached (%j)",
    async (command) => {
      const server = await startReferenceServer({
        program,
        command,
        settings: {
          DATABASE_URL: "sqlite::memory:",
          SMTP_URL: "smtp://user:hush@localhost:1",
          MAIL_FROM: "auth@example.com",
        },
        awaited: { event: "mail_server_unreachable", times: 1 },
      });
      servers.push(server);
      const [warning] = server.lines.filter(({ event }) => event === "mail_server_unreachable");
      expect(warning).toMatchObject({
        level: "warn",
        reason: stringContaining("ECONNREFUSED"),
      });
      expect(JSON.stringify(server.lines)).not.toContain("hush");
    },
  );
});
