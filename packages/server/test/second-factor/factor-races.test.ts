import { DAY } from "@acme/auth-core/surface";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { startedService } from "../describe-service.js";
import { createLeaving } from "../leaving.js";
import { bundleProgram } from "../processes/bundle-program.js";
import type { Attempt } from "../processes/factor-rival.js";
import { type Program, startProgram } from "../processes/start-process.js";
import { SECRET } from "../service.js";
import { type Enrolled, enrollTotp, wrongCode } from "./enrolled.js";
import { WITH_SECOND_FACTOR } from "./start.js";

const AT_ONCE = 50;
const RECOVERY = "/api/v1/auth/recovery";

const ARRANGEMENTS = [
  { name: "one process on SQLite", database: "sqlite", processes: 1 },
  { name: "two processes on one SQLite file", database: "sqlite", processes: 2 },
  { name: "two processes on Postgres", database: "postgres", processes: 2 },
] as const;

/** What the others of fifty may come to. */
const REFUSALS = [
  "INVALID_TWO_FACTOR_COOKIE",
  "INVALID_CODE",
  "INVALID_BACKUP_CODE",
  "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE",
  "ACCOUNT_TEMPORARILY_LOCKED",
];

describe.each(ARRANGEMENTS)("fifty at once, by $name,", ({ database, processes }) => {
  const service = startedService(database, { start: WITH_SECOND_FACTOR });
  const leaving = createLeaving(service);
  let rivals: readonly Program[];
  let people = 0;
  beforeAll(async () => {
    const bundle = await bundleProgram("factor-rival");
    const settings = { LOCATION: service.location, SECRET };
    const start = () => startProgram(bundle, settings);
    rivals = await Promise.all(Array.from({ length: processes }, start));
  });
  afterAll(() => Promise.all(rivals.map((rival) => rival.kill())));

  async function enrolled(): Promise<Enrolled & { readonly email: string; readonly agent: Agent }> {
    const email = `person${++people}@example.com`;
    const agent = await leaving.member(email);
    return { email, agent, ...(await enrollTotp(service, agent)) };
  }
  const pendingIn = (browser: Agent) => browser.cookies.get("pending-sign-in") ?? "";
  /** The cookie of a sign-in by password that waits. */
  async function waiting({ email }: { readonly email: string }): Promise<string> {
    const browser = service.agent();
    await leaving.signIn(email, browser);
    return pendingIn(browser);
  }
  /** A browser whose sign-in by code waits. */
  async function waitingByCode({ email }: { readonly email: string }): Promise<Agent> {
    const browser = service.agent();
    const otp = await service.codeFor(email, browser);
    await browser.post("/api/auth/email-otp/sign-in", { email, otp });
    return browser;
  }
  const sessionsOf = async ({ email }: { readonly email: string }) => {
    const user = await service.findUser(email);
    return service.store.sessions.listLive(user!.id, service.clock.now());
  };

  /** Fifty attempts at once, spread over the processes. Returns how often each outcome came. */
  async function tryAtOnce(attempt: Attempt, secret: string, pending = "") {
    const order = { attempt, secret, pending, at: service.clock.now() };
    const times = AT_ONCE / processes;
    const answers = await Promise.all(
      rivals.map((rival) => rival.ask<readonly string[]>({ ...order, times })),
    );
    const counts: Record<string, number> = {};
    for (const outcome of answers.flat()) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return counts;
  }
  function expectOne({ DONE, ...refused }: Readonly<Record<string, number>>): void {
    expect(DONE).toBe(1);
    expect(Object.keys(refused).filter((code) => !REFUSALS.includes(code))).toEqual([]);
    expect(Object.values(refused).reduce((sum, count) => sum + count, 0)).toBe(AT_ONCE - 1);
  }

  it("one right code opens one session, and costs no try", async () => {
    const ada = await enrolled();
    const before = await sessionsOf(ada);
    expectOne(await tryAtOnce("totp", ada.code(), await waiting(ada)));
    expect(await sessionsOf(ada)).toHaveLength(before.length + 1);
    expectOne(await tryAtOnce("totp", ada.code(), await waiting(ada)));
  });

  it("one recovery code opens one session", async () => {
    const ada = await enrolled();
    const before = await sessionsOf(ada);
    const [code = ""] = ada.backupCodes;
    expectOne(await tryAtOnce("recovery code", code, await waiting(ada)));
    expect(await sessionsOf(ada)).toHaveLength(before.length + 1);
    const again = await tryAtOnce("recovery code", code, await waiting(ada));
    expect(again["DONE"]).toBeUndefined();
  });

  it("wrong codes are compared five times", async () => {
    const ada = await enrolled();
    expect(await tryAtOnce("totp", wrongCode(ada), await waiting(ada))).toEqual({
      INVALID_CODE: 5,
      TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 45,
    });
  });

  it("one way back is completed once, and leaves one session", async () => {
    const ada = await enrolled();
    expect((await (await waitingByCode(ada)).post(RECOVERY)).status).toBe(202);
    service.clock.advance(3 * DAY);
    while ((await service.auth.worker.runDue()) > 0);
    expectOne(await tryAtOnce("completion", "", pendingIn(await waitingByCode(ada))));
    expect(await sessionsOf(ada)).toHaveLength(1);
    expect(await service.findUser(ada.email)).toMatchObject({ secondFactorSince: null });
  });

  it("one way back is stopped, told once, and every veto is content", async () => {
    const ada = await enrolled();
    await (await waitingByCode(ada)).post(RECOVERY);
    await service.auth.worker.runDue();
    const token = new URL(service.inbox.linkFor(ada.email)).searchParams.get("token") ?? "";
    expect(await tryAtOnce("veto", token)).toEqual({ DONE: AT_ONCE });
    await service.auth.worker.runDue();
    const told = leaving.subjectsTo(ada.email).filter((subject) => subject.startsWith("Stopped"));
    expect(told).toHaveLength(1);
    const late = await service.agent().post(`/api/auth/recovery/veto?token=${token}`);
    expect(late).toMatchObject({ status: 200, body: { status: true } });
    expect(service.logs.filter(({ event }) => event === "recovery_vetoed")).toEqual([]);
    expect((await (await waitingByCode(ada)).post(RECOVERY)).body).toMatchObject({
      code: "RECOVERY_VETOED",
    });
  });
});
