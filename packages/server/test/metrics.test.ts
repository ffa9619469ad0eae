import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Agent, createAgent } from "./agent.js";
import { newDatabase, returnDatabase } from "./prepared-databases.js";
import { bundleProgram } from "./processes/bundle-program.js";
import { loadedAtStart } from "./processes/loaded-at-start.js";
import { type ReferenceServer, startReferenceServer } from "./processes/reference-server.js";
import { surface } from "./reference-surface.js";
import { SEND_CODE } from "./service.js";

const ME = "/api/v1/auth/me";
const BILLING = "/api/v1/billing/subscription";
const WAITS = { timeout: 20_000, interval: 50 };
const folder = mkdtempSync(join(tmpdir(), "metrics-"));
const running: ReferenceServer[] = [];
let program: string;

beforeAll(async () => {
  program = await bundleProgram("../../src/main");
});
afterAll(() => {
  for (const { child } of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

async function start(
  settings: Readonly<Record<string, string>>,
  { event = "listening", times = 1, command = [] as readonly string[] } = {},
): Promise<ReferenceServer> {
  const server = await startReferenceServer({
    program,
    command,
    settings: { AUTH_IP_LIMIT: "0", ...settings },
    awaited: { event, times },
  });
  running.push(server);
  return server;
}

const agentOf = ({ port }: ReferenceServer): Agent =>
  createAgent({ url: `http://127.0.0.1:${port}` });

/** Every sample of a scrape: its value by its name and labels. */
async function scrape({ metricsUrl }: ReferenceServer): Promise<ReadonlyMap<string, number>> {
  const reply = await fetch(metricsUrl!);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toContain("version=0.0.4");
  const lines = (await reply.text()).split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

describe("a server that measures", () => {
  let server: ReferenceServer;
  const DATABASE_URL = `sqlite:${join(folder, "auth.db")}`;

  beforeAll(async () => {
    server = await start({ METRICS_PORT: "0", WORKER: "off", DATABASE_URL });
  });

  it("counts requests and refusals, and sign-ins by method and outcome", async () => {
    const ada = { email: "ada@example.com", password: "correct horse battery" };
    const agent = agentOf(server);
    expect((await agent.post("/api/auth/sign-up/email", { ...ada, name: "Ada" })).status).toBe(200);
    expect((await agent.post("/api/auth/sign-in/email", ada)).status).toBe(200);
    const wrong = { ...ada, password: "wrong horse battery" };
    expect((await agent.post("/api/auth/sign-in/email", wrong)).status).toBe(401);
    expect((await agent.get(ME)).status).toBe(200);
    expect((await agentOf(server).get(ME)).status).toBe(401);

    const samples = await scrape(server);
    const signIn = 'method="POST",route="/api/auth/sign-in/email"';
    expect(Object.fromEntries(samples)).toMatchObject({
      [`auth_http_requests_total{${signIn},status="200"}`]: 1,
      [`auth_http_requests_total{${signIn},status="401"}`]: 1,
      [`auth_http_request_duration_seconds_count{${signIn}}`]: 2,
      [`auth_http_requests_total{method="GET",route="${ME}",status="401"}`]: 1,
      'auth_refusals_total{code="INVALID_EMAIL_OR_PASSWORD"}': 1,
      'auth_refusals_total{code="UNAUTHORIZED"}': 1,
      'auth_sign_ins_total{method="password",outcome="succeeded"}': 1,
      'auth_sign_ins_total{method="password",outcome="refused"}': 1,
      'auth_sign_ins_total{method="passkey",outcome="succeeded"}': 0,
      'auth_password_hashes{state="running"}': 0,
      'auth_password_hashes{state="waiting"}': 0,
    });
    expect(samples.get(`auth_http_request_duration_seconds_sum{${signIn}}`)).toBeGreaterThan(0.001);
  });

  it("names routes by their patterns, whatever paths and methods clients make up", async () => {
    const agent = agentOf(server);
    for (const path of [
      ...["/api/auth/eve", "/eve", "/api/v1/organizations/eve", "/api/v1/eve?eve=1"],
      ...[BILLING, `${BILLING}/eve`, `${BILLING}?eve=1`],
    ])
      for (const method of ["GET", "POST", "PROPFIND", "OPTIONS"])
        await agent.send(path, { method, headers: { origin: "http://eve.example" } });

    const samples = [...(await scrape(server)).keys()];
    const valuesOf = (label: string) =>
      new Set(
        samples
          .filter((sample) => sample.startsWith("auth_http_"))
          .map((sample) => new RegExp(`\\b${label}="([^"]*)"`).exec(sample)![1]!),
      );
    const patterns = new Set<string>([...surface.map(({ path }) => path), BILLING]);
    expect([...valuesOf("route")].filter((route) => !patterns.has(route)).toSorted()).toEqual([
      "preflight",
      "unknown",
    ]);
    expect(valuesOf("method")).toEqual(new Set(["GET", "POST", "OPTIONS", "unknown"]));
    expect(valuesOf("route")).toContain("/api/v1/organizations/:id");
    expect(samples.filter((sample) => /eve|ada@|example/.test(sample))).toEqual([]);
  });

  it("counts the routes that an application has described, refusals and preflights included", async () => {
    const of = async (method: string, route: string, status: number) => {
      const counted = `auth_http_requests_total{method="${method}",route="${route}",status="${status}"}`;
      return (await scrape(server)).get(counted) ?? 0;
    };
    const agent = agentOf(server);
    const before = [await of("GET", BILLING, 401), await of("POST", BILLING, 415)];
    expect((await agent.get(BILLING)).status).toBe(401);
    expect((await agent.send(BILLING, { method: "HEAD" })).status).toBe(401);
    expect((await agent.post(BILLING, "plan=team")).status).toBe(415);
    await expect.poll(() => of("GET", BILLING, 401), WAITS).toBe(before[0]! + 2);
    expect(await of("POST", BILLING, 415)).toBe(before[1]! + 1);
  });

  it("serves them at one path of their own port, and not on the public one", async () => {
    expect((await agentOf(server).get("/metrics")).status).toBe(404);
    const { origin } = new URL(server.metricsUrl!);
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(`${origin}${ME}`)).status).toBe(404);
    expect((await fetch(server.metricsUrl!, { method: "POST" })).status).toBe(404);
    expect(new URL(origin).hostname).toBe("127.0.0.1");
  });

  it("shows what waits in the queues, and a worker of its own shows that it is done", async () => {
    const queued = 'auth_queue_rows{queue="mail",state="queued"}';
    const before = (await scrape(server)).get(queued)!;
    await agentOf(server).post(SEND_CODE, { email: "bob@example.com", type: "sign-in" });
    const waiting = await scrape(server);
    expect(waiting.get(queued)).toBe(before + 1);
    expect(waiting.get('auth_queue_rows{queue="mail",state="dead"}')).toBe(0);
    expect(waiting.get('auth_queue_rows{queue="jobs",state="dead"}')).toBe(0);
    expect(waiting.get('auth_queue_oldest_seconds{queue="mail"}')).toBeGreaterThan(0);
    expect(waiting.get("auth_sweeps_total")).toBe(0);

    const worker = await start(
      { METRICS_PORT: "0", DATABASE_URL, WORKER_POLL_MS: "50" },
      { command: ["worker"], event: "working" },
    );
    await vi.waitFor(async () => {
      const samples = await scrape(worker);
      expect(samples.get(queued)).toBe(0);
      expect(samples.get('auth_queue_oldest_seconds{queue="mail"}')).toBe(0);
      expect(samples.get("auth_sweeps_total")).toBe(1);
    }, WAITS);
  });
});

describe("serving processes that measure", () => {
  let location: string;
  beforeAll(async () => {
    location = await newDatabase("postgres");
  });
  afterAll(async () => {
    for (const { child } of running) child.kill("SIGKILL");
    await returnDatabase("postgres", location);
  });

  it("are added up on one port, their queues once and their connections together", async () => {
    const server = await start(
      { METRICS_PORT: "0", WEB_CONCURRENCY: "2", WORKER: "off", DATABASE_URL: location },
      { times: 2 },
    );
    const agent = agentOf(server);
    // Each request has a connection of its own, and the processes take connections in turn.
    for (let turn = 0; turn < 20; turn++) expect((await agent.get(ME)).status).toBe(401);
    for (let turn = 0; turn < 4; turn++) expect((await agent.get("/readyz")).status).toBe(200);
    await agent.post(SEND_CODE, { email: "ada@example.com", type: "sign-in" });

    const samples = await scrape(server);
    const ofMe = `method="GET",route="${ME}"`;
    expect(samples.get(`auth_http_requests_total{${ofMe},status="401"}`)).toBe(20);
    expect(samples.get(`auth_http_request_duration_seconds_count{${ofMe}}`)).toBe(20);
    expect(samples.get('auth_queue_rows{queue="mail",state="queued"}')).toBe(1);
    // Each process has asked the database over a connection of its own.
    expect(samples.get('auth_database_pool{state="idle"}')).toBeGreaterThanOrEqual(2);
    expect(samples.get('auth_database_pool{state="waiting"}')).toBe(0);
  });
});

it("without METRICS_PORT nothing is measured, and no library for it is loaded", async () => {
  const server = await start({ DATABASE_URL: `sqlite:${join(folder, "unmeasured.db")}` });
  expect(server.metricsUrl).toBeUndefined();
  expect(loadedAtStart(program, "/prom-client/")).toBe(false);
});
