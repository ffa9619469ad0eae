import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Auth, type Client, createAuth, parseEmailAddress } from "@acme/auth-core";
import { createSite } from "@acme/auth-http";
import { createInbox } from "@acme/auth-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram } from "./processes/bundle-program.js";
import { type Program, startProgram } from "./processes/start-process.js";
import { openStore, SECRET, type TestStore } from "./service.js";

const AT_ONCE = 50;
const { links } = createSite({ serviceUrl: "http://localhost", appUrl: "http://localhost" });
const client: Client = {
  ipAddress: "192.0.2.1",
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

const ARRANGEMENTS = [
  { name: "one SQLite process", database: "sqlite", processes: 1 },
  { name: "two SQLite processes on one file", database: "sqlite", processes: 2 },
  { name: "two processes on Postgres", database: "postgres", processes: 2 },
] as const;

describe.each(ARRANGEMENTS)("codes raced for by $name", ({ database, processes }) => {
  const folder = mkdtempSync(join(tmpdir(), "code-races-"));
  const inbox = createInbox();
  let store: TestStore;
  let auth: Auth;
  let rivals: readonly Program[];
  let people = 0;

  beforeAll(async () => {
    const opened = await openStore(
      database,
      database === "sqlite" ? join(folder, "auth.db") : undefined,
    );
    store = opened.store;
    await store.migrate();
    auth = createAuth({ store, links, secret: SECRET, mailer: inbox });
    const bundle = await bundleProgram("rival");
    rivals = await Promise.all(
      Array.from({ length: processes }, () =>
        startProgram(bundle, { LOCATION: opened.location, SECRET }),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all(rivals.map((rival) => rival.kill()));
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const newPerson = () => parseEmailAddress(`person${++people}@example.com`)!;
  const codeFor = async (email: ReturnType<typeof newPerson>) => {
    await auth.emailOtp.send(email, "sign-in", client);
    await auth.worker.runDue();
    return inbox.codeFor(email);
  };
  /** Fifty attempts at once, spread over the processes; returns how often each outcome came. */
  async function tryAtOnce(email: string, otp: string): Promise<Readonly<Record<string, number>>> {
    const answers = await Promise.all(
      rivals.map((rival) =>
        rival.ask<readonly string[]>({ email, otp, times: AT_ONCE / processes }),
      ),
    );
    const counts: Record<string, number> = {};
    for (const outcome of answers.flat()) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return counts;
  }
  const sessionsOf = async (email: ReturnType<typeof newPerson>) => {
    const user = await store.users.findByEmail(email);
    return user ? (await store.sessions.listLive(user.id, auth.clock.now())).length : 0;
  };

  it("fifty redemptions of one code open exactly one session, of a new user and of a known one", async () => {
    const email = newPerson();
    for (const expected of [1, 2]) {
      const counts = await tryAtOnce(email, await codeFor(email));
      expect(counts["SIGNED_IN"]).toBe(1);
      expect(
        Object.keys(counts).filter(
          (outcome) => !["SIGNED_IN", "INVALID_OTP", "TOO_MANY_ATTEMPTS"].includes(outcome),
        ),
      ).toEqual([]);
      expect(await sessionsOf(email)).toBe(expected);
    }
  });

  it("fifty wrong codes at once spend exactly five attempts, and the right code is dead then", async () => {
    const email = newPerson();
    const otp = await codeFor(email);
    expect(await tryAtOnce(email, otp === "000000" ? "111111" : "000000")).toEqual({
      INVALID_OTP: 5,
      TOO_MANY_ATTEMPTS: 45,
    });
    expect(await tryAtOnce(email, otp)).toEqual({ TOO_MANY_ATTEMPTS: 50 });
    expect(await sessionsOf(email)).toBe(0);
  });

  it("the budget of ten wrong codes an hour survives resends, however many are tried at once", async () => {
    const email = newPerson();
    const compared: number[] = [];
    for (let code = 0; code < 3; code++) {
      const otp = await codeFor(email);
      compared.push(
        (await tryAtOnce(email, otp === "000000" ? "111111" : "000000"))["INVALID_OTP"] ?? 0,
      );
    }
    expect(compared).toEqual([5, 5, 0]);
    expect(await tryAtOnce(email, await codeFor(email))).toEqual({ TOO_MANY_ATTEMPTS: 50 });
  });
});
