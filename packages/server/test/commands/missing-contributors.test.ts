import {
  type Auth,
  type Caller,
  createAuth,
  defineFeature,
  parseEmailAddress,
  Secret,
  toId,
} from "@acme/auth-core";
import type { LeaseToken } from "@acme/auth-core/store";
import { SECOND } from "@acme/auth-core/surface";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, fixedLinks } from "@acme/auth-testing";
import { stringContaining } from "@acme/auth-testing/matchers";
import { parseJson, readJson } from "@acme/auth-testing/read-json";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { openAuth, type OpenedAuth } from "../../src/serving/open-auth.js";
import { createNotes, type Notes } from "../notes.js";
import { newDatabase } from "../prepared-databases.js";
import { SECRET } from "../service.js";
import { unknownClient as client } from "../unknown-client.js";
import { call, callJson, environmentOf } from "./called.js";

const ada = parseEmailAddress("ada@example.com")!;
const password = new Secret("correct horse battery");
const LEASE = toId<LeaseToken>("lease");
const CHECKS = { checks: [{ check: "string", status: "string", text: "string" }] } as const;

describe("a worker that was not told of a contributor", () => {
  const clock = createFixedClock();
  let env: Readonly<Record<string, string>>;
  let errors: unknown[];
  /** What `auth-server worker` works with. */
  let server: OpenedAuth;
  /** The application over the same database, which keeps notes. */
  let application: Auth;
  let notes: Notes;
  let caller: Caller;

  beforeEach(async () => {
    env = environmentOf("sqlite", await newDatabase("sqlite"));
    errors = [];
    const ignore = () => {};
    const error = (event: string, fields?: object) => void errors.push([event, fields]);
    server = await openAuth(readConfig(env).config, {
      mailer: createInbox(),
      logger: { debug: ignore, info: ignore, warn: ignore, error },
      ports: { clock },
    });
    await server.store.migrate();
    notes = createNotes(() => server.store);
    await notes.migrate();
    application = createAuth({
      store: server.store,
      mailer: createInbox(),
      links: fixedLinks,
      secret: SECRET,
      features: [defineFeature({ name: "notes", contributors: [notes.contributor] })],
      policy: { deletionGraceDays: 0 },
      ports: { clock },
    });
    const input = { name: "Ada", image: null, password, redirectTo: null, email: ada };
    const { signedIn } = await application.passwords.signUp(input, client);
    caller = (await application.sessions.identify({
      sessionToken: signedIn!.token,
      organization: null,
    }))!;
    await notes.write(caller.user.id, "Ada's note");
    await application.worker.runDue();
  });
  afterEach(async () => {
    await application.close();
    await server.auth.close();
    await server.store.close();
  });

  const contributorChecks = async () => {
    const { value } = await callJson(env, "doctor");
    return readJson(value, CHECKS).checks.filter(({ check }) => check === "contributors");
  };
  const missingErrors = () =>
    errors.filter((one) => Array.isArray(one) && one[0] === "contributor_missing");

  it("erases nothing and fails the deletion by name, and the application's own carries it out", async () => {
    const { id } = await application.accountDeletion.request(
      caller,
      { password, reason: "" },
      client,
    );
    await server.auth.worker.runDue();
    expect(await server.store.users.findByEmail(ada)).not.toBeNull();
    expect(await notes.texts()).toEqual(["Ada's note"]);
    expect(await server.store.deletionRequests.find(id)).toMatchObject({
      status: "pending",
      errorCode: "ERASURE_FAILED",
    });
    const [job] = await server.auth.worker.listQueued("jobs");
    expect(job).toMatchObject({ kind: "delete-account", attempts: 1 });
    expect(job!.lastError).toMatch(/^contributor_missing: .* notes/);
    expect(errors).toContainEqual([
      "contributor_missing",
      { jobId: job!.id, kind: "delete-account", sections: "notes" },
    ]);
    expect(errors).toContainEqual(["deletion_failed", { requestId: id, attempt: 1 }]);

    clock.advance(5 * SECOND);
    await application.worker.runDue();
    expect(await server.store.users.findByEmail(ada)).toBeNull();
    expect(await notes.texts()).toEqual([]);
    expect(notes.erasedAfter).toEqual([caller.user.id]);
  });

  it("fails the export by name, and the application's own writes it whole", async () => {
    const { id } = await application.dataExport.request(caller, client);
    await server.auth.worker.runDue();
    expect(await application.dataExport.find(caller, id)).toMatchObject({
      request: { status: "pending" },
    });
    const queued = await server.auth.worker.listQueued("jobs");
    expect(queued.find(({ kind }) => kind === "produce-export")?.lastError).toMatch(
      /^contributor_missing: .* notes/,
    );
    expect(missingErrors()).toHaveLength(1);

    clock.advance(5 * SECOND);
    await application.worker.runDue();
    const { downloadUrl } = await application.dataExport.find(caller, id);
    const token = new Secret(new URL(downloadUrl!).searchParams.get("token")!);
    let text = "";
    for await (const piece of await application.dataExport.download(id, token, client))
      text += Buffer.from(piece).toString();
    expect(parseJson(text, "object")["notes"]).toEqual([{ text: "Ada's note" }]);
  });

  it("of an export that waits while its user is suspended, names it still", async () => {
    const input = { operator: "jane@support" };
    await application.dataExport.request(caller, client);
    await application.users.suspend(caller.user.id, input);
    await server.auth.worker.runDue();
    await server.auth.users.reinstate(caller.user.id, input);
    await server.auth.worker.runDue();
    expect(missingErrors()).toHaveLength(1);
  });

  it("does not carry out what a contributor keeps elsewhere either", async () => {
    notes.failing.eraseAfter = 1;
    await application.accountDeletion.request(caller, { password, reason: "" }, client);
    await application.worker.runDue();
    clock.advance(5 * SECOND);
    await server.auth.worker.runDue();
    const [job] = await server.auth.worker.listQueued("jobs");
    expect(job?.lastError).toMatch(/^contributor_missing: .* notes/);
    expect(missingErrors()).toHaveLength(1);
  });

  it("is told of by the doctor as long as such a job waits or was given up", async () => {
    expect(await contributorChecks()).toEqual([]);
    expect(await application.worker.listMissingContributors()).toEqual([]);
    await application.dataExport.request(caller, client);
    await application.accountDeletion.request(caller, { password, reason: "" }, client);
    const told = [
      {
        check: "contributors",
        status: "problem",
        text: stringContaining("contributor_missing: deletions or exports wait for notes"),
      },
    ];
    expect(await contributorChecks()).toMatchObject(told);
    expect((await call(env, "doctor")).out).toContain("Run no worker of auth-server");
    expect(await server.auth.worker.listMissingContributors()).toEqual(["notes"]);
    expect(await application.worker.listMissingContributors()).toEqual([]);
    for (const { id } of await server.store.jobs.listQueued(null, 10)) {
      await server.store.jobs.claimDue(clock.now(), 10, LEASE, clock.now());
      await server.store.jobs.bury(id, LEASE);
    }
    expect(await contributorChecks()).toMatchObject(told);
  });

  it("is told of by the doctor on a database that auth-server never migrated", async () => {
    const location = await newDatabase("sqlite");
    const own = createSqliteStore(location);
    await own.migrate();
    await own.close();
    const ownEnv = environmentOf("sqlite", location);
    const { store, auth } = await openAuth(readConfig(ownEnv).config, { mailer: createInbox() });
    const now = clock.now();
    await store.jobs.enqueue({
      id: toId("job"),
      kind: "produce-export",
      subject: "export",
      payload: { contributors: ["drawings"] },
      attempts: 0,
      createdAt: now,
      nextAttemptAt: now,
    });
    const { value } = await callJson(ownEnv, "doctor");
    const { checks } = readJson(value, CHECKS);
    expect(checks).toContainEqual({
      check: "database",
      status: "warning",
      text: stringContaining(
        "without the tables of webhooks, the second factor and the sample billing",
      ),
      advice: stringContaining("That of an application of yours needs none of them"),
    });
    expect(checks).toContainEqual(
      expect.objectContaining({
        check: "contributors",
        status: "problem",
        text: stringContaining("contributor_missing: deletions or exports wait for drawings"),
      }),
    );
    await auth.close();
    await store.close();
  });

  it("carries out what names none, as earlier releases asked for it", async () => {
    const earlier = createAuth({
      store: server.store,
      mailer: createInbox(),
      links: fixedLinks,
      secret: SECRET,
      policy: { deletionGraceDays: 0 },
      ports: { clock },
    });
    await earlier.accountDeletion.request(caller, { password, reason: "" }, client);
    await server.auth.worker.runDue();
    expect(await server.store.users.findByEmail(ada)).toBeNull();
    expect(errors).toEqual([]);
    await earlier.close();
  });
});
