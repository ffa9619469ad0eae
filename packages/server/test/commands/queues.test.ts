import { type Caller, parseEmailAddress, Secret, toId } from "@acme/auth-core";
import type { JobId, LeaseToken } from "@acme/auth-core/store";
import { readJson } from "@acme/auth-testing/read-json";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { openAuth, type OpenedAuth } from "../../src/serving/open-auth.js";
import { newDatabase } from "../prepared-databases.js";
import { unknownClient as client } from "../unknown-client.js";
import { call, callJson, environmentOf } from "./called.js";

const MAIL = { id: "string" } as const;
const JOB = { id: "string", explanation: "string or null" } as const;

const ada = parseEmailAddress("ada@example.com")!;
const HOUR_MS = 3_600_000;
const password = new Secret("correct horse battery");

describe("commands about queues", () => {
  let env: Readonly<Record<string, string>>;
  let opened: OpenedAuth;

  beforeEach(async () => {
    env = environmentOf("sqlite", await newDatabase("sqlite"));
    opened = await openAuth(readConfig(env).config, { mailer: { deliver: async () => {} } });
    await opened.store.migrate();
  });
  afterEach(async () => {
    await opened.auth.close();
    await opened.store.close();
  });

  async function adaWithPassword(): Promise<Caller> {
    const { auth } = opened;
    const input = { name: "Ada", image: null, password, redirectTo: null, email: ada };
    const { signedIn } = await auth.passwords.signUp(input, client);
    return (await auth.sessions.identify({ sessionToken: signedIn!.token, organization: null }))!;
  }

  /** As the last failed attempt would. */
  async function bury(queue: "jobs" | "outbox", failure?: string): Promise<void> {
    const { outbox, jobs } = opened.store;
    const later = new Date(Date.now() + 1_000 * HOUR_MS);
    const lease = toId<LeaseToken>("lease");
    if (queue === "outbox")
      for (const { id } of await outbox.claimDue(later, 10, lease, later))
        await outbox.bury(id, lease);
    else
      for (const { id } of await jobs.claimDue(later, 10, lease, later)) {
        if (failure !== undefined) await jobs.recordFailure(id, lease, failure);
        await jobs.bury(id, lease);
      }
  }

  it("a dead deletion is found, explained and tried again without SQL", async () => {
    const caller = await adaWithPassword();
    await opened.auth.accountDeletion.request(caller, { password, reason: "" }, client);
    await bury("jobs", "Error ECONNREFUSED: billing is away");
    const text = await call(env, "jobs", "list", "--dead");
    expect(text).toMatchObject({ code: 0, err: "" });
    expect(text.out).toContain("  The last attempt failed: Error ECONNREFUSED: billing is away\n");
    expect(text.out).toContain("The account still exists and its deletion is pending.");
    const jobs = readJson((await callJson(env, "jobs", "list")).value, [JOB]);
    expect(jobs).toMatchObject([
      {
        state: "dead",
        kind: "delete-account",
        lastError: "Error ECONNREFUSED: billing is away",
      },
    ]);
    expect(jobs[0]!.explanation).toContain(`job_dead, jobId ${jobs[0]!.id}`);
    expect(text.out).toContain(`auth-server jobs retry ${jobs[0]!.id}`);

    expect(await callJson(env, "jobs", "retry", jobs[0]!.id)).toEqual({
      code: 0,
      value: { id: jobs[0]!.id, queued: true },
    });
    await opened.auth.worker.runDue();
    expect(await opened.auth.accountDeletion.findPending(caller)).toBeNull();
    expect(await opened.store.users.findByEmail(ada)).toBeNull();
    expect((await call(env, "jobs", "retry", jobs[0]!.id)).code).toBe(3);
  });

  it("a job that waits is listed with when it is due, and cancelled with the deletion it is for", async () => {
    const caller = await adaWithPassword();
    const request = await opened.auth.accountDeletion.request(
      caller,
      { password, reason: "" },
      client,
    );
    const jobs = readJson((await callJson(env, "jobs", "list")).value, [JOB]);
    expect(jobs).toMatchObject([
      {
        state: "waiting",
        kind: "delete-account",
        subject: request.id,
        explanation: null,
        nextAttemptAt: request.scheduledFor.toISOString(),
      },
    ]);
    const id = jobs[0]!.id;
    expect((await call(env, "jobs", "retry", id)).code).toBe(3);
    expect((await call(env, "jobs", "cancel", id)).code).toBe(0);
    expect(await opened.auth.accountDeletion.findPending(caller)).toBeNull();
    expect(await call(env, "jobs", "cancel", id)).toEqual({
      code: 3,
      out: "",
      err: "There is no job with this id.\n",
    });
    expect((await call(env, "jobs", "list")).out).toBe("No job waits.\n");
  });

  it("a job that a worker has claimed is not cancelled, and the exit code says so", async () => {
    const caller = await adaWithPassword();
    await opened.auth.accountDeletion.request(caller, { password, reason: "" }, client);
    const later = new Date(Date.now() + 1_000 * HOUR_MS);
    const [job] = await opened.store.jobs.claimDue(later, 1, toId<LeaseToken>("lease"), later);
    expect(await callJson(env, "jobs", "cancel", job!.id)).toEqual({
      code: 1,
      value: { error: "A worker is at it, so nothing was changed. Try again in a minute." },
    });
  });

  it("a job that erases is not cancelled, and the operator is told to retry it", async () => {
    const [id, now] = [toId<JobId>("job-that-erases-00000"), new Date()];
    const subject = "user-that-is-gone-000";
    await opened.store.jobs.enqueue({
      id,
      kind: "blank-audit",
      subject,
      payload: null,
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now,
    });
    await bury("jobs");
    const { code, err } = await call(env, "jobs", "cancel", id);
    expect(code).toBe(1);
    expect(err).toContain(`auth-server jobs retry ${id}`);
    expect((await call(env, "jobs", "retry", id)).code).toBe(0);
  });

  it("mails are listed without what they say, tried again and dropped", async () => {
    await opened.auth.emailOtp.send(ada, "sign-in", client);
    await bury("outbox");
    const listed = await call(env, "mails", "list");
    expect(listed.out).toContain("sign-in-code");
    expect(listed.out).toContain("a***@example.com");
    expect(listed.out).not.toContain("ada@");
    const mails = readJson((await callJson(env, "mails", "list", "--dead")).value, [MAIL]);
    expect(mails).toMatchObject([{ state: "dead", subject: "a***@example.com" }]);
    expect(JSON.stringify(mails)).not.toMatch(/\b\d{6}\b|ada@/);
    const id = mails[0]!.id;
    expect((await call(env, "mails", "retry", id)).code).toBe(0);
    expect((await callJson(env, "mails", "list", "--dead")).value).toEqual([]);
    expect((await call(env, "mails", "drop", id)).code).toBe(0);
    expect((await call(env, "mails", "drop", id)).code).toBe(3);
    expect((await call(env, "mails", "list")).out).toBe("No mail waits.\n");
  });

  it("long lists are cut at the limit, the dead ones first", async () => {
    for (const name of ["one", "two", "three"])
      await opened.auth.emailOtp.send(parseEmailAddress(`${name}@example.com`)!, "sign-in", client);
    const { value } = await callJson(env, "mails", "list", "--limit", "2");
    expect(value).toHaveLength(2);
    expect((await call(env, "mails", "list", "--limit", "0")).code).toBe(2);
  });

  it("what is stored under each secret is shown, and the secret never", async () => {
    await opened.auth.emailOtp.send(ada, "sign-in", client);
    const rotated = {
      ...env,
      SERVICE_AUTH_SECRET: Buffer.from("another secret of thirty-two bytes").toString("base64"),
      SERVICE_AUTH_PREVIOUS_SECRETS: env["SERVICE_AUTH_SECRET"]!,
    };
    const { value } = await callJson(rotated, "keys");
    expect(value).toMatchObject([
      { standing: "present", uses: [] },
      {
        standing: "previous",
        uses: [
          { kind: "mail", rows: 1 },
          { kind: "one-time-code", rows: 1 },
        ],
      },
    ]);
    const { out } = await call(rotated, "keys");
    expect(out).toContain("SERVICE_AUTH_PREVIOUS_SECRETS");
    for (const secret of [rotated.SERVICE_AUTH_SECRET, env["SERVICE_AUTH_SECRET"]!])
      expect(out + JSON.stringify(value)).not.toContain(secret);
  });
});
