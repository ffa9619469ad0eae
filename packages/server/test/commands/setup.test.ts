import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toId } from "@acme/auth-core";
import { portOf } from "@acme/auth-testing/port-of";
import { readJson } from "@acme/auth-testing/read-json";
import { parseJson } from "@acme/auth-testing/read-json";
import SqliteDatabase from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/commands/command-table.js";
import { runCommand } from "../../src/commands/run-command.js";
import { readConfig } from "../../src/config/config.js";
import { openAuth } from "../../src/serving/open-auth.js";
import { newDatabase } from "../prepared-databases.js";
import { DATABASES, SECRET } from "../service.js";
import { call, CALLER, callJson, environmentOf } from "./called.js";

const folder = mkdtempSync(join(tmpdir(), "commands-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DIAGNOSES = {
  healthy: "boolean",
  checks: [{ check: "string", status: "string", text: "string", advice: "string or null" }],
} as const;

/** What `doctor` says, and how it ended. */
async function diagnose(env: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const { code, value } = await callJson(env, "doctor", ...words);
  return { code, value: readJson(value, DIAGNOSES) };
}

describe.each(DATABASES)("commands about the database, on %s", (database) => {
  it("names what a migration has applied, one to a line", async () => {
    const env = environmentOf(database, await newDatabase(database));
    expect((await call(env, "migrate")).out).toMatch(
      /^Applied:\n {2}auth\/0001-initial\n(?: {2}\S+\n)+$/,
    );
    expect((await call(env, "migrate")).out).toBe("The database is up to date.\n");
  });

  it("a migration is checked, planned and applied", async () => {
    const env = environmentOf(database, await newDatabase(database));
    if (database === "sqlite") {
      expect(await call(env, "migrate", "--check")).toMatchObject({ code: 1, out: "" });
      writeFileSync(env["DATABASE_URL"]!.slice("sqlite:".length), "");
    }
    const before = await callJson(env, "migrate", "--check");
    expect(before.code).toBe(1);
    const { pending } = readJson(before.value, { pending: ["string"] });
    expect(pending.at(0)).toBe("auth/0001-initial");
    expect(pending.at(-1)).toBe("billing/0001-subscriptions");
    const plan = await call(env, "migrate", "--plan");
    expect(plan.code).toBe(0);
    expect(plan.out).toContain("-- auth/0001-initial (expand)\ncreate table auth_user");
    expect((await call(env, "jobs", "list")).err).toContain("auth-server migrate");
    const applied = await callJson(env, "migrate");
    expect(applied).toEqual({ code: 0, value: { applied: pending } });
    expect(await call(env, "migrate", "--check")).toEqual({
      code: 0,
      out: "The database is up to date.\n",
      err: "",
    });
    expect((await call(env, "migrate", "--check", "--plan")).code).toBe(2);
  });

  it("the doctor says what is well, and that work is late or was given up", async () => {
    const env = environmentOf(database, await newDatabase(database));
    expect((await diagnose(env)).value.healthy).toBe(false);
    const opened = await openAuth(readConfig(env).config);
    await opened.store.migrate();
    const well = await diagnose(env);
    expect(well.value.checks.filter(({ status }) => status === "problem")).toEqual([]);
    expect(well.code).toBe(0);
    const longAgo = new Date(Date.now() - 3_600_000);
    await opened.store.jobs.enqueue({
      id: toId("3f0cbb1e-6f3b-7000-8000-000000000001"),
      kind: "delete-file",
      payload: null,
      subject: "none",
      attempts: 0,
      nextAttemptAt: longAgo,
      createdAt: longAgo,
    });
    const late = await diagnose(env);
    expect(late.code).toBe(1);
    expect(late.value.checks).toContainEqual({
      check: "jobs",
      status: "problem",
      text: "the oldest is due for 60 minutes",
      advice: "No worker runs, or it cannot keep up. Look at WORKER and at the log.",
    });
    await opened.store.close();
  });
});

const SQLITE = { SERVICE_AUTH_SECRET: SECRET, SERVICE_AUTH_URL: "http://localhost:3000" };

describe("a backup", () => {
  async function prepared(): Promise<Readonly<Record<string, string>>> {
    const env = environmentOf("sqlite", await newDatabase("sqlite"));
    await call(env, "migrate");
    return env;
  }

  it("is a verified copy that its owner alone can read, made while the database is written", async () => {
    const env = await prepared();
    const database = new SqliteDatabase(env["DATABASE_URL"]!.slice("sqlite:".length));
    database.exec(
      "create table filler (text); insert into filler with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) select hex(randomblob(400)) from n",
    );
    const file = join(folder, "backup.db");
    const writing = setInterval(
      () => database.exec("insert into filler values ('while it is copied')"),
      1,
    );
    const { code, value } = await callJson(env, "backup", file);
    clearInterval(writing);
    expect({ code, value }).toMatchObject({ code: 0, value: { file, verified: true } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.partial`)).toBe(false);
    const copy = new SqliteDatabase(file, { readonly: true });
    const migrations = "select id, checksum from auth_migration order by id";
    expect(copy.prepare(migrations).all()).toEqual(database.prepare(migrations).all());
    copy.close();
    database.close();
  });

  it("shows how far it has come where a person is watching, on standard error", async () => {
    let err = "";
    const code = await runCommand(["backup", join(folder, "watched.db"), "--json"], {
      env: await prepared(),
      caller: CALLER,
      out: (text) => expect(JSON.parse(text)).toMatchObject({ verified: true }),
      err: (text) => (err += text),
      columns: 80,
      interactive: true,
      untilStopped: () => new AbortController().signal,
    });
    expect(code).toBe(0);
    const shown = err.split("\r\u001b[K");
    expect(shown.slice(1, -1).join("\n")).toMatch(/^Copying: \d+ %/);
    expect(shown.at(-1)).toBe("");
  });

  it("leaves no line of progress before what it says of a failure", async () => {
    const file = join(folder, "there.db");
    writeFileSync(file, "mine");
    let err = "";
    const code = await runCommand(["backup", file], {
      env: await prepared(),
      caller: CALLER,
      out: () => {},
      err: (text) => (err += text),
      columns: 80,
      interactive: true,
      untilStopped: () => new AbortController().signal,
    });
    expect(code).toBe(1);
    expect(err.split("\r\u001b[K").at(-1)).toBe(
      "FILE exists. A backup never overwrites one: choose another name.\n",
    );
    expect(err).toContain("\r\u001b[K");
  });

  it("overwrites nothing", async () => {
    const file = join(folder, "taken.db");
    writeFileSync(file, "mine");
    expect(await call(await prepared(), "backup", file)).toMatchObject({ code: 1, out: "" });
    expect(statSync(file).size).toBe(4);
  });

  it("of Postgres is left to its own tool, whose command holds no password", async () => {
    const env = { ...SQLITE, DATABASE_URL: "postgres://auth:geheim@db.example.com:5433/auth" };
    const { code, out } = await call(env, "backup", "it's.dump");
    expect(code).toBe(0);
    expect(out).toContain("pg_dump --format=custom");
    expect(out).toContain("'postgres://auth@db.example.com:5433/auth'");
    expect(out).toContain(`it'\\''s.dump'`);
    expect(out).not.toContain("geheim");
  });

  it.each(["password", "sslpassword"])(
    "of Postgres is told of no password in the parameter %s either",
    async (name) => {
      const url = `postgres://auth@db.example.com/auth?${name}=geheim&options=-c%20jit%3Doff`;
      const { code, out } = await call({ ...SQLITE, DATABASE_URL: url }, "backup", "one.dump");
      expect(code).toBe(0);
      expect(out).toContain("'postgres://auth@db.example.com/auth?options=-c%20jit%3Doff'");
      expect(out).toContain("~/.pgpass");
      expect(out).not.toContain("geheim");
    },
  );

  it("of Postgres shows nothing of a password whose slash is not encoded", async () => {
    const url = "postgres://auth:12/geheim@db.example.com/auth";
    const { code, out, err } = await call({ ...SQLITE, DATABASE_URL: url }, "backup", "one.dump");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).not.toContain("geheim");
  });

  it("that finds the unfinished file of another says what to do, and leaves it", async () => {
    const file = join(folder, "interrupted.db");
    writeFileSync(`${file}.partial`, "theirs");
    const { code, err } = await call(await prepared(), "backup", file);
    expect(code).toBe(1);
    expect(err).toContain("If none is running, remove it and try again.");
    expect(statSync(`${file}.partial`).size).toBe(6);
  });

  it("of what cannot be opened leaves no file", async () => {
    const file = join(folder, "of-a-folder.db");
    const env = { ...SQLITE, DATABASE_URL: `sqlite:${folder}` };
    expect((await call(env, "backup", file)).code).toBe(1);
    expect(existsSync(`${file}.partial`)).toBe(false);
  });
});

describe("the configuration", () => {
  it("is shown as it takes effect, without secrets and credentials", async () => {
    const env = {
      ...SQLITE,
      DATABASE_URL: "postgres://auth:geheim@db.example.com/auth?sslkey=geheim",
      SMTP_URL: "smtp://mailer:geheim@mail.example.com:587",
      MAIL_FROM: "auth@example.com",
      IDP_GOOGLE_CLIENT_ID: "the-client",
      IDP_GOOGLE_CLIENT_SECRET: "geheim",
    };
    const { code, out } = await call(env, "config", "--json");
    expect(code).toBe(0);
    const { settings } = parseJson(out, { settings: ["object"] });
    expect(settings).toContainEqual({
      name: "DATABASE_URL",
      value: "postgres://db.example.com/auth",
      source: "environment",
    });
    expect(settings).toContainEqual({ name: "PORT", value: "3000", source: "default" });
    expect(settings).toContainEqual({
      name: "IDP_GOOGLE_CLIENT_ID",
      value: "the-client",
      source: "environment",
    });
    const text = await call(env, "config");
    for (const shown of [out, text.out]) {
      expect(shown).not.toContain("geheim");
      expect(shown).not.toContain(SECRET);
    }
  });

  it("is shown with the defaults that depend on others as they turn out", async () => {
    const env = {
      ...SQLITE,
      NODE_ENV: "production",
      SERVICE_AUTH_URL: "https://auth.example.com",
      APP_URL: "https://app.example.com",
      APP_NAME: "Plums",
      SMTP_URL: "smtp://mail.example.com:587",
      MAIL_FROM: "auth@example.com",
      SESSION_DAYS: "3",
    };
    const { out } = await call(env, "config", "--json");
    const { settings } = parseJson(out, { settings: ["object"] });
    for (const [name, value] of [
      ["DOCS_VIEWER", "false"],
      ["RP_ID", "app.example.com"],
      ["RP_NAME", "Plums"],
      ["PASSWORD_BLOCKLIST", "refuse"],
      ["SESSION_IDLE_DAYS", "3"],
      ["SIGN_UP", "open"],
      ["METRICS_PORT", "off"],
    ])
      expect(settings).toContainEqual({ name, value, source: "default" });
    expect((await call({ ...SQLITE, NODE_ENV: "production" }, "config")).out).toMatch(
      /^RP_ID +default +host of APP_URL$/m,
    );
  });

  it.each([
    ["on", "http://localhost:3000", "the pages of this service answer there"],
    ["off", "http://localhost:3004", "an application of yours"],
  ])("is shown with the front end, with PAGES=%s", async (PAGES, origin, whose) => {
    const env = { ...SQLITE, PAGES };
    const frontEnd = { origin, rpId: "localhost", pages: PAGES === "on" };
    expect((await callJson(env, "config")).value).toMatchObject({ frontEnd });
    expect((await call(env, "config")).out).toContain(
      `front end: ${origin}, ${whose}; passkeys belong to localhost\n`,
    );
  });

  it("shows no part of a password whose slash is not encoded", async () => {
    const env = {
      DATABASE_URL: "postgres://auth:12/geheim@db.example.com/auth",
      SMTP_URL: "smtp://mailer:12/geheim@mail.example.com:587",
      APP_URL: "https://a:12/geheim@b.example.com",
    };
    expect((await call(env, "config")).out).not.toContain("geheim");
  });

  it("is shown with what is wrong, and fails then", async () => {
    const { code, out } = await call({ APP_URL: "https://a:geheim@b" }, "config");
    expect(code).toBe(1);
    expect(out).toContain("problem: SERVICE_AUTH_SECRET is required");
    expect(out).not.toContain("geheim");
  });
});

describe("the doctor of origins", () => {
  it("finds that front end and service are different sites, and says it once", async () => {
    const env = { ...SQLITE, APP_URL: "http://127.0.0.1:3004" };
    const { code, value } = await diagnose(env);
    expect(code).toBe(1);
    const said = value.checks.filter(({ text }) => text.includes("different sites"));
    expect(said).toMatchObject([{ check: "front end", status: "problem" }]);
  });

  it.each([
    [
      "on",
      "at http://localhost:3000 the pages of this service answer",
      "used at http://localhost:3000 and http://localhost:3004",
    ],
    ["off", "at http://localhost:3004 is an application of yours", "used at http://localhost:3004"],
  ])(
    "says whether the pages answer at the front end, with PAGES=%s",
    async (PAGES, frontEnd, passkeys) => {
      const { checks } = (await diagnose({ ...SQLITE, PAGES })).value;
      const text = (wanted: string) => checks.find(({ check }) => check === wanted)?.text;
      expect(text("front end")).toContain(frontEnd);
      expect(text("passkeys")).toBe(`belong to localhost, ${passkeys}`);
    },
  );

  it("says what to set before the first passkey, where the front end might move", async () => {
    const env = {
      ...SQLITE,
      NODE_ENV: "development",
      SERVICE_AUTH_URL: "https://auth.example.com",
      APP_URL: "https://app.example.com",
    };
    const passkeys = async (more = {}) =>
      (await diagnose({ ...env, ...more })).value.checks.find(({ check }) => check === "passkeys")
        ?.text;
    expect(await passkeys()).toContain("set RP_ID=example.com before the first passkey");
    expect(await passkeys({ RP_ID: "example.com" })).not.toContain("set RP_ID");
  });
});

describe("the doctor outside", () => {
  it("finds what a proxy in front has changed", async () => {
    const server = createServer((request, response) => {
      if (request.url === "/healthz" || request.url === "/readyz") return response.end();
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.setHeader("Set-Cookie", "proxy=1; Path=/");
      return response.end("<h1>Not found</h1>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { code, value } = await diagnose({}, `http://127.0.0.1:${portOf(server)}`);
    server.close();
    expect(code).toBe(1);
    const problems = value.checks.filter(({ status }) => status === "problem");
    expect(new Set(problems.map(({ check }) => check))).toEqual(
      new Set(["headers", "cookies", "errors", "cors", "well-known"]),
    );
    for (const { advice } of problems) expect(advice).toMatch(/\.$/);
  });

  it("says when nothing answers there, and refuses what is no URL", async () => {
    expect((await call({}, "doctor", "http://127.0.0.1:9")).code).toBe(1);
    expect((await call({}, "doctor", "file:///etc/passwd")).code).toBe(2);
  });
});

describe("a call", () => {
  it("that is misused is told how the command is used", async () => {
    expect(await call({}, "jobs", "retry")).toEqual({
      code: 2,
      out: "",
      err: "Usage: auth-server jobs retry ID\n",
    });
    expect(await call({}, "jobs", "list", "--all")).toEqual({
      code: 2,
      out: "",
      err: "Unknown option '--all'\nUsage: auth-server jobs list [--dead] [--limit N]\n",
    });
    expect(await call({}, "jobs")).toEqual({
      code: 2,
      out: "",
      err: 'There is no command "jobs". There are: jobs list, jobs retry, jobs cancel.\n',
    });
    expect((await call({}, "secret", "--json", "more")).out).toBe(
      '{"error":"Usage: auth-server secret"}\n',
    );
  });

  it("with --help prints what the command takes, and does nothing", async () => {
    for (const name of Object.keys(COMMANDS)) {
      const { code, out } = await call({}, ...name.split(" "), "--help");
      expect(code, name).toBe(0);
      expect(out, name).toMatch(new RegExp(`^auth-server ${name}[^]*--json[^]*Exit codes`));
    }
  });

  it("of a group with --help prints the commands of the group", async () => {
    const { code, out } = await call({}, "jobs", "--help");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^auth-server jobs \[command\]\n[^]*jobs list [^]*jobs retry ID[^]*--help, -h/,
    );
    expect(out).not.toContain("mails");
    expect((await call({}, "jobs", "forget", "--help")).code).toBe(2);
  });

  it("whose database is out of reach says so once, and why", async () => {
    const env = { ...SQLITE, DATABASE_URL: "postgres://auth:geheim@127.0.0.1:1/auth" };
    expect(await call(env, "jobs", "list")).toEqual({
      code: 1,
      out: "",
      err: "The database is out of reach or locked for too long. (connect ECONNREFUSED 127.0.0.1:1)\n",
    });
  });

  it("without a configuration names every variable that is missing", async () => {
    const { code, err } = await call({}, "keys");
    expect(code).toBe(1);
    expect(err).toBe("SERVICE_AUTH_SECRET is required\nSERVICE_AUTH_URL is required\n");
  });

  it("prints no character of its words that a terminal would interpret", async () => {
    const { err } = await call({}, "\u001b[2Jjobs");
    expect(err).toContain("\\u001b[2Jjobs");
  });

  it("prints no character of a stored value that a terminal would interpret", async () => {
    const { out } = await call({ ...SQLITE, APP_NAME: "\u001b[2J" }, "config");
    expect(out).toContain("\\u001b[2J");
    expect(out).not.toContain("\u001b");
  });

  it("for a secret prints a new one each time, which the server accepts", async () => {
    const { value } = await callJson({}, "secret");
    expect((await callJson({}, "secret")).value).not.toEqual(value);
    const { secret } = readJson(value, { secret: "string" });
    const { config } = readConfig({ ...SQLITE, SERVICE_AUTH_SECRET: secret });
    expect(config.serviceAuthSecret.reveal()).toBe(secret);
  });
});
