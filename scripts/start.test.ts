import { once } from "node:events";
import { createServer } from "node:http";
import { portOf } from "@acme/auth-testing/port-of";
import { describe, expect, it, vi } from "vitest";
import { descendantsOf, isAlive } from "../packages/server/test/processes/descendants.js";
import { SETTINGS, startLogging } from "../packages/server/test/processes/start-logging.js";
import { environmentOf, withoutPages, wordOnPages } from "./tasks/start.mjs";

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

  describe("with PAGES=on in .env", () => {
    const written = {
      SERVICE_AUTH_URL: "http://localhost:3000",
      PAGES: "on",
      APP_HOME_URL: "http://localhost:8080",
    };

    it.each([
      { given: {} },
      { given: { PORT: "4000" } },
      { given: { APP_URL: "http://localhost:3000" } },
      { given: { APP_URL: "http://localhost:4000/", PORT: "4000" } },
      { given: { APP_URL: "http://localhost:5173", PAGES: "on" } },
    ])("has them with $given, and says nothing", ({ given }) => {
      expect(environmentOf(written, given)).toMatchObject({
        PAGES: "on",
        APP_HOME_URL: "http://localhost:8080",
      });
      expect(wordOnPages(written, given)).toBeNull();
    });

    it.each(["http://localhost:5173", "http://127.0.0.1:3000", "nonsense"])(
      "has none in a run whose environment names the front end %s, and says so",
      (APP_URL) => {
        expect(environmentOf(written, { APP_URL })).toMatchObject({
          PAGES: "off",
          APP_HOME_URL: "",
          APP_URL,
        });
        expect(wordOnPages(written, { APP_URL })).toMatch(
          /^The pages are off in this run, .*APP_URL/,
        );
      },
    );

    it("says nothing where the environment turns them off", () => {
      expect(wordOnPages(written, { APP_URL: "http://localhost:5173", PAGES: "off" })).toBeNull();
    });

    it("leaves the sample front end its default address where APP_URL is that of the service", () => {
      for (const APP_URL of ["http://localhost:3000", "http://localhost:3000/"])
        expect(withoutPages(environmentOf({ ...written, APP_URL }, {}))).toMatchObject({
          PAGES: "off",
          APP_URL: "",
        });
      const elsewhere = { ...written, APP_URL: "http://localhost:3004" };
      expect(withoutPages(environmentOf(elsewhere, {}))).toMatchObject({
        APP_URL: "http://localhost:3004",
      });
    });

    it("has none for the sample front end", () => {
      expect(withoutPages(environmentOf(written, {}))).toMatchObject({
        PAGES: "off",
        APP_HOME_URL: "",
      });
    });
  });

  it("says how to turn the pages on where an earlier version wrote .env, and leaves them off", () => {
    expect(environmentOf(local, {})).not.toHaveProperty("PAGES");
    expect(wordOnPages(local, {})).toMatch(
      /off\. .*localhost:3000, put in the place of APP_URL in \.env PAGES=on/,
    );
    const { APP_URL: _, ...without } = local;
    expect(wordOnPages(without, { PORT: "4000" })).toMatch(/localhost:4000, add to \.env PAGES=on/);
    expect(wordOnPages({ ...local, PAGES: "off" }, {})).toBeNull();
    expect(wordOnPages({}, { ...local })).toBeNull();
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
