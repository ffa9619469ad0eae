import { once } from "node:events";
import { createServer } from "node:http";
import { portOf } from "@acme/auth-testing/port-of";
import { describe, expect, it, vi } from "vitest";
import { descendantsOf, isAlive } from "../packages/server/test/processes/descendants.js";
import { SETTINGS, startLogging } from "../packages/server/test/processes/start-logging.js";
import { environmentOf } from "./tasks/start.mjs";

const WAITS = { timeout: 30_000, interval: 50 };

describe("npm run auth-server", () => {
  const called = async (...words: readonly string[]) => {
    const npm = startLogging("npm", ["run", "--silent", "auth-server", "--", ...words], SETTINGS);
    const { code } = await npm.ended();
    return { code, output: npm.output() };
  };

  it("runs a command with the environment of npm start", async () => {
    const { code, output } = await called("config", "--json");
    expect(code).toBe(0);
    // Its first call may install and build before.
    expect(JSON.parse(output.trim().split("\n").at(-1)!)).toMatchObject({ problems: [] });
  });

  it("ends with the code of the command", async () => {
    expect((await called("jobs", "list", "--all")).code).toBe(2);
  });
});

it("npm run example ends without saying where it is when its port is taken", async () => {
  const other = createServer((_request, response) => response.end("another")).listen(0);
  await once(other, "listening");
  const port = portOf(other);
  const npm = startLogging("npm", ["run", "example"], {
    ...SETTINGS,
    APP_URL: `http://localhost:${port}`,
  });
  let said = "";
  npm.child.stderr!.on("data", (chunk: Buffer) => (said += chunk.toString()));
  expect((await npm.ended()).code).toBe(1);
  expect(said).toContain(`Port ${port} is in use. Stop what uses it`);
  expect(npm.output()).not.toContain("The example is at");
  other.close();
});

describe("npm start", () => {
  const local = { SERVICE_AUTH_URL: "http://localhost:3000", APP_URL: "http://localhost:3004" };

  it.each([
    {
      title: "PORT moves the local address of .env",
      given: { PORT: "4000" },
      written: local,
      env: { SERVICE_AUTH_URL: "http://localhost:4000", PORT: "4000" },
    },
    {
      title: "the port of a local address is listened on",
      given: { SERVICE_AUTH_URL: "http://localhost:5000" },
      written: local,
      env: { SERVICE_AUTH_URL: "http://localhost:5000", PORT: "5000" },
    },
    {
      title: "an address that is set stays",
      given: { SERVICE_AUTH_URL: "https://auth.example.com", PORT: "4000" },
      written: local,
      env: { SERVICE_AUTH_URL: "https://auth.example.com", PORT: "4000" },
    },
    {
      title: "a public address of .env stays",
      given: { PORT: "4000" },
      written: { SERVICE_AUTH_URL: "https://auth.example.com" },
      env: { SERVICE_AUTH_URL: "https://auth.example.com", PORT: "4000" },
    },
    {
      title: "a free port moves nothing",
      given: { PORT: "0" },
      written: local,
      env: { SERVICE_AUTH_URL: "http://localhost:3000", PORT: "0" },
    },
  ])("$title", ({ given, written, env }) => {
    expect(environmentOf(written, given)).toMatchObject(env);
  });

  it("leaves no process behind on SIGTERM", async () => {
    const npm = startLogging("npm", ["start"], SETTINGS);
    await npm.seen("listening");
    const started = descendantsOf(npm.child.pid!);
    expect(started.length).toBeGreaterThan(0);
    npm.child.kill("SIGTERM");
    await npm.ended();
    expect(started.filter(isAlive)).toEqual([]);
  });

  it("leaves no process behind when it is killed outright", async () => {
    const npm = startLogging("npm", ["start"], SETTINGS);
    await npm.seen("listening");
    const started = descendantsOf(npm.child.pid!);
    npm.child.kill("SIGKILL");
    await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), WAITS);
  });
});
