import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { portOf } from "@acme/auth-testing/port-of";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Auth, Logger } from "../packages/core/src/index.js";
import { createSqliteStore } from "../packages/kysely/src/sqlite.js";
import { checkOutside } from "../packages/server/src/commands/doctor-outside.js";
import { createInbox } from "../packages/testing/src/inbox.js";
import { readPages } from "./guide/pages.mjs";
import { filesOf, writeProject } from "./guide/project.mjs";

const ROOT = join(import.meta.dirname, "..");
const SECRET = "Qm6lT0mZ3vS8yL2eXc9uRk5wBn1hJd4gFp7oAi0tMzE=";
const PROXY = "127.0.0.1";

interface Application {
  readonly app: { listen(port: number, host: string): Server };
  readonly auth: Auth;
}

/** The files that the reader of the page on deployment has. */
interface Guide {
  readonly createApp: (options: object) => Application;
  readonly addHealth: (app: Application["app"], auth: Auth) => void;
  readonly jsonLogger: Logger;
}

const blocks = readPages(join(ROOT, "docs/guide")).flatMap((page) => page.blocks);
let folder: string;
let guide: Guide;

beforeAll(async () => {
  folder = mkdtempSync(join(ROOT, "examples/guide/.checked-"));
  const files = filesOf(blocks).filter(({ path }) => path.startsWith("deployment/"));
  writeProject({ folder, port: 3000, files, blocks: [] });
  const source = (name: string) => import(join(folder, "deployment/src", name)) as Promise<Guide>;
  const { createApp } = await source("app.ts");
  guide = { ...(await source("health.ts")), ...(await source("watch.ts")), createApp };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The guide's application behind its proxy, with a database that is migrated or not. */
async function serve(use: (origin: string) => Promise<void>, { isMigrated = true } = {}) {
  const store = createSqliteStore(":memory:");
  if (isMigrated) await store.migrate();
  const url = "http://localhost:3000";
  const options = { store, mailer: createInbox(), secret: SECRET, url, trustProxy: [PROXY] };
  const { app, auth } = guide.createApp(options);
  guide.addHealth(app, auth);
  const server = app.listen(0, PROXY);
  await once(server, "listening");
  try {
    await use(`http://${PROXY}:${portOf(server)}`);
  } finally {
    server.close();
    await auth.close();
    await store.close();
  }
}

describe("the application that the guide deploys", () => {
  it("is sound for auth-server doctor, which asks it from outside", () =>
    serve(async (origin) => {
      const found = await checkOutside(new URL(origin));
      expect(found.filter(({ status }) => status === "problem")).toEqual([]);
      expect(found).toContainEqual(expect.objectContaining({ check: "health", status: "ok" }));
    }));

  it("is alive, and not ready, while its database is not migrated", () =>
    serve(
      async (origin) => {
        expect((await fetch(`${origin}/healthz`)).status).toBe(200);
        expect((await fetch(`${origin}/readyz`)).status).toBe(503);
      },
      { isMigrated: false },
    ));

  it("knows the client behind the proxy that it names", () =>
    serve(async (origin) => {
      const signedUp = await fetch(`${origin}/api/auth/sign-up/email`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Forwarded-For": "192.0.2.7" },
        body: JSON.stringify({ email: "ada@example.com", password: "three green bicycles" }),
      });
      const headers = { Cookie: signedUp.headers.getSetCookie().join("; ") };
      const sessions = await fetch(`${origin}/api/auth/list-sessions`, { headers });
      expect(await sessions.text()).toContain('"192.0.2.7"');
    }));

  it("logs what caused an error, with the stack of each", () => {
    const printed = vi.spyOn(console, "error").mockReturnValue();
    const cause = new TypeError("no such table: auth_counter");
    guide.jsonLogger.error("request_failed", {}, new Error("not available", { cause }));
    const [[line = ""] = []] = printed.mock.calls as readonly string[][];
    printed.mockRestore();
    expect(JSON.parse(line)).toMatchObject({
      causes: [
        expect.stringMatching(/^Error: not available\n +at /),
        expect.stringMatching(/^TypeError: no such table: auth_counter\n +at /),
      ],
    });
  });

  it("is compiled by the tsconfig.json of the first page, to where the unit of systemd starts it", () => {
    const { text = "" } =
      blocks.find(({ page, language }) => page === "getting-started" && language === "json") ?? {};
    const at = join(folder, "compiled");
    mkdirSync(join(at, "src"), { recursive: true });
    writeFileSync(join(at, "tsconfig.json"), text);
    writeFileSync(join(at, "package.json"), '{ "type": "module" }');
    writeFileSync(join(at, "src/main.ts"), 'console.log(typeof process.env["PATH"]);');
    execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", at]);
    const [, main = ""] =
      /^ExecStart=\S+ \/opt\/notes\/(.*)$/m.exec(
        readFileSync(join(ROOT, "docs/guide/deployment.md"), "utf8"),
      ) ?? [];
    expect(execFileSync(process.execPath, [join(at, main)], { encoding: "utf8" })).toBe("string\n");
  });
});
