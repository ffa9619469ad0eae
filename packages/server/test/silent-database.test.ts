import { setTimeout as sleep } from "node:timers/promises";
import type { Tx } from "@acme/auth-core";
import { createPostgresStore, type PostgresTimeouts } from "@acme/auth-kysely/postgres";
import {
  createDatabase,
  type PostgresProxy,
  startPostgresProxy,
} from "@acme/auth-testing/postgres";
import pg from "pg";
import { describe, expect, inject, it as baseIt, type TestContext } from "vitest";
import type { Agent, Reply } from "./agent.js";
import { EXPORT, ME } from "./leaving.js";
import { SEND_CODE, type Service, SIGN_IN_BY_CODE, startService } from "./service.js";
import { ORGANIZATIONS } from "./teams.js";

/** Short, so that the tests are; but a busy machine must be able to connect in time. */
const HASTE: PostgresTimeouts = {
  connect: 1_000,
  statement: 700,
  lock: 200,
  idleInTransaction: 1_000,
};
/**
 * A connection, what is set on it, a statement, the server's head start; for the limiter's counter
 * and again for the request. And a busy machine.
 */
const AT_MOST = 2 * (2 * HASTE.connect + HASTE.statement + 1_000) + 5_000;
/**
 * Two seconds, and a busy machine; a statement that is waited for takes more than twice as long.
 */
const READY_WITHIN = 5_000;
const PASSWORD = "correct horse battery staple";

type OnTestFinished = TestContext["onTestFinished"];

interface Fixture {
  readonly service: Service;
  readonly proxy: PostgresProxy;
  readonly ada: Agent;
  /** Silences the server's answers just before the next transaction commits. */
  readonly silenceNextCommit: () => void;
  /** The same database, by a way of its own. */
  readonly witness: pg.Pool;
  readonly location: string;
}

/** The whole service, with Postgres behind a proxy. */
async function openFixture(
  atEnd: OnTestFinished,
  timeouts: Partial<PostgresTimeouts> = HASTE,
): Promise<Fixture> {
  const location = await createDatabase(inject("postgresUrl"));
  const proxy = await startPostgresProxy(location);
  const store = createPostgresStore(new pg.Pool({ connectionString: proxy.url, max: 3 }), {
    timeouts,
  });
  let armed = false;
  const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    store.transaction(async (tx) => {
      const result = await work(tx);
      if (armed) proxy.silence("answers");
      armed = false;
      return result;
    });
  const wrapStore = () => ({ ...store, transaction });
  const service = await startService({
    database: "postgres",
    location,
    wrapStore,
    policy: { requestsPerClient: 10_000 },
  });
  const witness = new pg.Pool({ connectionString: location, max: 2 });
  // They are run the other way round.
  atEnd(proxy.stop);
  atEnd(store.close);
  atEnd(() => service.stop());
  atEnd(() => witness.end());
  atEnd(proxy.resume);
  const ada = service.agent();
  await ada.post("/api/auth/sign-up", { email: "ada@example.com", password: PASSWORD });
  return { service, proxy, ada, witness, location, silenceNextCommit: () => void (armed = true) };
}

/**
 * Each test has a service and a database of its own, and hardly does more than wait: they run side
 * by side.
 */
const it = baseIt.extend<{
  readonly openFixture: (timeouts?: Partial<PostgresTimeouts>) => Promise<Fixture>;
}>({
  openFixture: ({ onTestFinished }, use) =>
    use((timeouts) => openFixture(onTestFinished, timeouts)),
});

/** The reply; null when it is not there in time. */
const within = (milliseconds: number, work: Promise<Reply>): Promise<Reply | null> =>
  Promise.race([work, sleep(milliseconds, null, { ref: false })]);

/** One request of each kind: look, read, write, transaction, limiter, sign-in, link. */
const REQUESTS: Readonly<Record<string, (agent: Agent) => Promise<Reply>>> = {
  "a look at the caller": (agent) => agent.get(ME),
  "a read": (agent) => agent.get(ORGANIZATIONS),
  "a write": (agent) => agent.post(ORGANIZATIONS, { name: "Acme" }),
  "an export": (agent) => agent.post(EXPORT),
  "a sign-in": (agent) =>
    agent.post("/api/auth/sign-in", { email: "ada@example.com", password: PASSWORD }),
  "a code": (agent) => agent.post(SEND_CODE, { email: "ada@example.com", type: "sign-in" }),
  "a sign-out": (agent) => agent.post("/api/auth/sign-out"),
};

async function expectUnavailable(work: Promise<Reply>, milliseconds = AT_MOST): Promise<void> {
  const reply = await within(milliseconds, work);
  expect(reply).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" }, setCookies: [] });
  expect(Number(reply?.headers["retry-after"])).toBeGreaterThan(0);
}

const expectNotReady = (service: Service): Promise<void> =>
  expectUnavailable(service.agent().get("/readyz"), READY_WITHIN);

describe.concurrent("while the way to Postgres is silent", () => {
  it(
    "/readyz answers 503 within 2 seconds under the timeouts of the rules, however many ask, and 200 once it forwards",
    { concurrent: false },
    async ({ openFixture }) => {
      const { service, proxy } = await openFixture({});
      expect((await service.agent().get("/readyz")).status).toBe(200);
      proxy.silence();
      await Promise.all(Array.from({ length: 20 }, () => expectNotReady(service)));
      await expectNotReady(service);
      proxy.resume();
      expect((await service.agent().get("/readyz")).status).toBe(200);
    },
  );

  it("every kind of request answers 503 with Retry-After within the timeouts, and works again once it forwards", async ({
    openFixture,
  }) => {
    const { service, proxy, ada } = await openFixture();
    proxy.silence();
    const copy = service.agent();
    copy.cookies.set("session", ada.cookies.get("session")!);
    for (const request of Object.values(REQUESTS)) await expectUnavailable(request(copy));
    await Promise.all(
      Object.values(REQUESTS).map(async (request) =>
        expect((await request(copy)).status).toBe(503),
      ),
    );
    expect((await copy.get("/healthz")).status).toBe(200);
    proxy.resume();
    expect((await ada.get("/readyz")).status).toBe(200);
    for (const request of Object.values(REQUESTS))
      expect((await request(ada)).status).toBeLessThan(300);
  });

  it("the worker fails its tasks in time, and carries out what waited once it forwards", async ({
    openFixture,
  }) => {
    const { service, proxy } = await openFixture();
    await service.auth.worker.runDue();
    await service.agent().post(SEND_CODE, { email: "grace@example.com", type: "sign-in" });
    proxy.silence();
    const began = performance.now();
    expect(await service.auth.worker.runDue()).toBe(0);
    expect(performance.now() - began).toBeLessThan(3 * AT_MOST);
    expect(
      service.logs
        .filter(({ event }) => event === "task_failed")
        .map(({ fields }) => fields["task"]),
    ).toContain("mail");
    expect(service.inbox.mails.filter(({ to }) => to === "grace@example.com")).toEqual([]);
    proxy.resume();
    await service.auth.worker.runDue();
    const otp = service.inbox.codeFor("grace@example.com");
    expect(
      (await service.agent().post(SIGN_IN_BY_CODE, { email: "grace@example.com", otp })).status,
    ).toBe(200);
  });

  it("an embedded worker that runs by itself goes on by itself", async ({ openFixture }) => {
    const { service, proxy } = await openFixture();
    service.auth.worker.start();
    await service.inbox.next("ada@example.com");
    proxy.silence();
    await expectUnavailable(
      service.agent().post(SEND_CODE, { email: "grace@example.com", type: "sign-in" }),
    );
    proxy.resume();
    expect(
      (await service.agent().post(SEND_CODE, { email: "grace@example.com", type: "sign-in" }))
        .status,
    ).toBe(200);
    expect(await service.inbox.next("grace@example.com")).toMatchObject({
      to: "grace@example.com",
    });
  });

  it("a sign-up whose commit is never answered is 503 and not done again, and its person can sign in", async ({
    openFixture,
  }) => {
    const { service, proxy, witness, silenceNextCommit } = await openFixture();
    silenceNextCommit();
    await expectUnavailable(
      service.agent().post("/api/auth/sign-up", { email: "grace@example.com", password: PASSWORD }),
    );
    expect(
      (await witness.query("select from auth_user where email = 'grace@example.com'")).rowCount,
    ).toBe(1);
    expect(
      (await witness.query("select from auth_audit_entry where event = 'user.created'")).rowCount,
    ).toBe(2);
    proxy.resume();
    expect(
      (
        await service
          .agent()
          .post("/api/auth/sign-up", { email: "grace@example.com", password: PASSWORD })
      ).status,
    ).toBe(422);
    expect(
      (
        await service
          .agent()
          .post("/api/auth/sign-in", { email: "grace@example.com", password: PASSWORD })
      ).status,
    ).toBe(200);
  });
});

describe.concurrent("while another connection holds a lock", () => {
  it("requests that need it answer 503 after the lock wait, and all others are served", async ({
    openFixture,
  }) => {
    const { service, ada, witness } = await openFixture();
    const holder = await witness.connect();
    await holder.query("begin; select from auth_user where email = 'ada@example.com' for update");
    await expectUnavailable(
      ada.post("/api/auth/sign-in", { email: "ada@example.com", password: PASSWORD }),
    );
    expect((await ada.get(ME)).status).toBe(200);
    expect((await ada.get("/readyz")).status).toBe(200);
    await holder.query("rollback");
    holder.release();
    expect(
      (await ada.post("/api/auth/sign-in", { email: "ada@example.com", password: PASSWORD }))
        .status,
    ).toBe(200);
    expect(service.breaches).toEqual([]);
  });
});

describe.concurrent("a database that is dropped", () => {
  it("answers 503 with Retry-After to every kind of request, reads too, and is not ready", async ({
    openFixture,
  }) => {
    const { service, ada, location } = await openFixture();
    const name = new URL(location).pathname.slice(1);
    const other = new pg.Client(inject("postgresUrl"));
    await other.connect();
    await other.query(`drop database ${name} with (force)`);
    for (const request of Object.values(REQUESTS)) await expectUnavailable(request(ada));
    await expectNotReady(service);
    expect((await ada.get("/healthz")).status).toBe(200);
    // The test itself looks at its rows once more at the end.
    await other.query(`create database ${name}`);
    await other.end();
  });
});
