import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stringContaining } from "@acme/auth-testing/matchers";
import { portOf } from "@acme/auth-testing/port-of";
import { describe, expect, it, vi } from "vitest";
import { descendantsOf, isAlive } from "./processes/descendants.js";
import { SERVER_ENTRY, SETTINGS, startLogging } from "./processes/start-logging.js";

/**
 * Within five seconds; and a busy machine. A stop that waits for the client takes until the test is
 * over.
 */
const STOPS_WITHIN_MS = 15_000;
const WAITS = { timeout: 30_000, interval: 50 };

const startServer = (settings: Readonly<Record<string, string>> = {}) =>
  startLogging(process.execPath, [SERVER_ENTRY], { ...SETTINGS, ...settings });

/** A request whose body is still to come. */
const openUpload = (port: number) =>
  request({
    port,
    method: "POST",
    path: "/api/auth/sign-out",
    headers: { "content-type": "application/json", "content-length": 2 },
  });

describe("the server process", () => {
  it("ends with code 1 and the name of every problem when it cannot be configured", async () => {
    const server = startLogging(process.execPath, [SERVER_ENTRY], {
      PORT: "hush",
      RP_ID: "hush.example",
    });
    expect((await server.ended()).code).toBe(1);
    const problems = server.log
      .filter(({ event }) => event === "configuration")
      .map(({ problem }) => String(problem));
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
      "SERVICE_AUTH_SECRET",
      "SERVICE_AUTH_URL",
      "PORT",
      "RP_ID",
    ]);
    expect(problems.join()).not.toContain("hush");
  });

  it("does not start at a public https URL without NODE_ENV, and names both ways out", async () => {
    const server = startServer({ SERVICE_AUTH_URL: "https://auth.example.com", PORT: "hush" });
    expect((await server.ended()).code).toBe(1);
    const problems = server.log.map(({ problem }) => String(problem));
    expect(problems).toEqual([
      stringContaining("PORT must be"),
      expect.stringMatching(/^NODE_ENV .*NODE_ENV=production.*NODE_ENV=development/),
    ]);
  });

  it("ends with code 1 when its port is taken", async () => {
    const other = createServer().listen(0);
    await once(other, "listening");
    const server = startServer({ PORT: String(portOf(other)) });
    expect((await server.ended()).code).toBe(1);
    expect(await server.seen("start_failed")).toMatchObject({
      problem: stringContaining("is in use"),
    });
    other.close();
  });

  it.each(["SIGTERM", "SIGINT"] as const)(
    "stops on %s with code 0, closing connections that are kept alive",
    async (signal) => {
      const server = startServer();
      const { port } = await server.seen("listening");
      const reply = await fetch(`http://localhost:${String(port)}/healthz`, {
        headers: { connection: "keep-alive" },
      });
      expect(reply.status).toBe(200);
      server.child.kill(signal);
      const { code, milliseconds } = await server.ended();
      expect(code).toBe(0);
      expect(milliseconds).toBeLessThan(STOPS_WITHIN_MS);
    },
  );

  it("answers what it has begun, accepts nothing more, and then stops", async () => {
    const server = startServer();
    const port = Number((await server.seen("listening"))["port"]);
    const upload = openUpload(port);
    const answer = once(upload, "response");
    upload.write("{");
    await vi.waitFor(() => fetch(`http://localhost:${port}/healthz`), WAITS);
    server.child.kill("SIGTERM");
    await server.seen("stopping");
    // Those that wait to be accepted still are.
    await vi.waitFor(
      () => expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow(),
      WAITS,
    );
    upload.end("}");
    expect((await answer)[0]).toMatchObject({ statusCode: 200 });
    expect((await server.ended()).code).toBe(0);
  });

  it("stops within five seconds of the signal even while a client never finishes its request", async () => {
    const server = startServer();
    const port = Number((await server.seen("listening"))["port"]);
    const upload = openUpload(port);
    upload.on("error", () => {});
    upload.write("{");
    await vi.waitFor(() => fetch(`http://localhost:${port}/healthz`), WAITS);
    server.child.kill("SIGTERM");
    const { milliseconds } = await server.ended();
    expect(milliseconds).toBeLessThan(STOPS_WITHIN_MS);
  });

  it.each(["1", "2"])(
    "says on a terminal once where everything is (processes: %s)",
    async (processes) => {
      const folder = mkdtempSync(join(tmpdir(), "auth-greeting-"));
      const server = startLogging(
        process.execPath,
        ["--import", "data:text/javascript,process.stdout.isTTY=true", SERVER_ENTRY],
        {
          ...SETTINGS,
          WEB_CONCURRENCY: processes,
          DATABASE_URL: `sqlite:${join(folder, "auth.db")}`,
        },
      );
      await vi.waitFor(() => expect(server.output()).toContain("Mails "), WAITS);
      server.child.kill("SIGTERM");
      await server.ended();
      const names = Array.from(server.output().matchAll(/^ {2}(.*?) {2}/gm), ([, name]) => name);
      expect(names).toEqual(["Service", "Reference", "Front end", "Mails"]);
      rmSync(folder, { recursive: true });
    },
  );

  it("logs the whole path of its SQLite file, and that it was not there", async () => {
    const folder = mkdtempSync(join(tmpdir(), "auth-new-"));
    const file = join(folder, "mistyped", "auth.db");
    const settings = { DATABASE_URL: `sqlite:${relative(tmpdir(), file)}` };
    const first = startServer(settings);
    expect(await first.seen("database_created")).toMatchObject({ database: "sqlite", file });
    expect(await first.seen("listening")).toMatchObject({ database: "sqlite", file });
    first.child.kill("SIGTERM");
    await first.ended();
    const second = startServer(settings);
    await second.seen("listening");
    second.child.kill("SIGTERM");
    await second.ended();
    expect(second.log.map(({ event }) => event)).not.toContain("database_created");
    rmSync(folder, { recursive: true });
  });

  it.each(["1", "2"])(
    "says that it has made a database once it has, and once (processes: %s)",
    async (processes) => {
      const folder = mkdtempSync(join(tmpdir(), "auth-made-"));
      const settings = { WEB_CONCURRENCY: processes };
      writeFileSync(join(folder, "file"), "");
      const failing = startServer({
        ...settings,
        DATABASE_URL: `sqlite:${join(folder, "file", "auth.db")}`,
      });
      expect((await failing.ended()).code).toBe(1);
      const server = startServer({
        ...settings,
        DATABASE_URL: `sqlite:${join(folder, "auth.db")}`,
      });
      await server.seen("database_created");
      await server.seen("listening");
      server.child.kill("SIGTERM");
      await server.ended();
      const said = [failing, server].map(
        ({ log }) => log.filter(({ event }) => event === "database_created").length,
      );
      expect(said).toEqual([0, 1]);
      rmSync(folder, { recursive: true });
    },
  );

  it("says nothing of that where its output is no terminal", async () => {
    const server = startServer();
    await server.seen("listening");
    server.child.kill("SIGTERM");
    await server.ended();
    expect(server.output()).toBe("");
  });

  it("keeps several processes, replaces one that dies, and stops them all", async () => {
    const folder = mkdtempSync(join(tmpdir(), "auth-processes-"));
    const server = startServer({
      WEB_CONCURRENCY: "2",
      DATABASE_URL: `sqlite:${join(folder, "auth.db")}`,
    });
    await vi.waitFor(
      () => expect(server.log.filter(({ event }) => event === "listening")).toHaveLength(2),
      WAITS,
    );
    const [victim] = descendantsOf(server.child.pid!);
    process.kill(victim!, "SIGKILL");
    await vi.waitFor(
      () => expect(server.log.filter(({ event }) => event === "listening")).toHaveLength(3),
      WAITS,
    );
    const workers = descendantsOf(server.child.pid!);
    expect(workers).toHaveLength(2);
    server.child.kill("SIGTERM");
    expect((await server.ended()).code).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
