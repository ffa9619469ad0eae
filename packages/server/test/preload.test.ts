import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "./agent.js";
import { bundleProgram } from "./processes/bundle-program.js";
import { type ReferenceServer, startReferenceServer } from "./processes/reference-server.js";

const here = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), "preload-"));
// Beside the packages: the native libraries are no part of the bundle.
const program = resolve(here, `../node_modules/.cache/acme/preload-${process.pid}`);
let server: ReferenceServer;

beforeAll(async () => {
  cpSync(dirname(await bundleProgram("../../src/main")), program, { recursive: true });
  server = await startReferenceServer({
    program: join(program, "main.mjs"),
    settings: {
      DATABASE_URL: `sqlite:${join(folder, "auth.db")}`,
      LOG_LEVEL: "debug",
      IDP_CLIENT_ID: "client",
      IDP_CLIENT_SECRET: "secret",
      IDP_AUTHORIZATION_URL: "http://localhost:1/authorize",
      IDP_TOKEN_URL: "http://localhost:1/token",
      IDP_USERINFO_URL: "http://localhost:1/userinfo",
    },
    awaited: { event: "libraries_loaded", times: 1 },
  });
});
afterAll(() => {
  server.child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

it("a server that has loaded its libraries needs none of its own files any more, except for passkeys", async () => {
  rmSync(program, { recursive: true });
  const agent = createAgent({ url: `http://127.0.0.1:${server.port}` });
  const person = { email: "ada@example.com", password: "correct horse battery" };
  const replies = [
    await agent.get("/api/v1/openapi.json"),
    await agent.post("/api/auth/sign-up/email", { ...person, name: "Ada" }),
    await agent.post("/api/auth/sign-in/email", person),
    await agent.post("/api/auth/send-verification-email", { email: person.email }),
    await agent.post("/api/auth/sign-in/social", { provider: "idp" }),
  ];
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
});
