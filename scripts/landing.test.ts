import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPage } from "./guide/pages.mjs";
import { filesOf, writeProject } from "./guide/project.mjs";
import { freePort } from "./tasks/free-port.mjs";
import { statusOf, until } from "./tasks/until.mjs";

const ROOT = join(import.meta.dirname, "..");
const TEXT = readFileSync(join(ROOT, "docs/README.md"), "utf8");
const { blocks } = readPage("landing", TEXT);
const SECRET = Buffer.alloc(32, "the landing page").toString("base64");
const JSON_BODY = { "Content-Type": "application/json" };

/** The application of a tab. */
const blockOf = (host: string) => {
  const line = TEXT.split("\n").indexOf(`**${host}**`) + 1;
  return blocks.find((block) => block.line > line)!;
};

it("the README shows the application that the landing page shows first", () => {
  expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(blockOf("Express").text);
});

describe.each(["Express", "Fastify"])("what the landing page shows for %s", (host) => {
  let folder: string;
  let child: ChildProcess;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(ROOT, "examples/guide/.checked-"));
    const port = await freePort();
    const files = filesOf([blockOf(host)]);
    writeProject({ folder, port, files, blocks: [blockOf(host)] });
    const program = join(folder, files[0]!.path);
    const env = { PATH: process.env["PATH"], SERVICE_AUTH_SECRET: SECRET };
    const tsx = join(ROOT, "scripts/guide/tsx.mjs");
    child = spawn(process.execPath, [tsx, program], { cwd: folder, env, stdio: "ignore" });
    url = `http://localhost:${port}`;
    await until(`${host} listens`, async () => (await statusOf(`${url}/hello`)) !== null);
  });
  afterAll(async () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it("guards its route, signs up, and has the pages", async () => {
    expect((await fetch(`${url}/hello`)).status).toBe(401);
    const signedUp = await fetch(`${url}/api/auth/sign-up/email`, {
      method: "POST",
      headers: JSON_BODY,
      body: JSON.stringify({ email: "ada@example.com", password: "three green bicycles" }),
    });
    expect(signedUp.status).toBe(200);
    const cookie = signedUp.headers.getSetCookie().join("; ");
    const hello = await fetch(`${url}/hello`, { headers: { Cookie: cookie } });
    expect(await hello.json()).toEqual({ hello: "ada@example.com" });
    expect((await fetch(`${url}/sign-in`)).status).toBe(200);
  });
});
