import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import {
  type DeletionRequestId,
  parseEmailAddress,
  Secret,
  type SecretHash,
  type SessionId,
  type User,
  type UserId,
} from "@acme/auth-core";
import type { JobId, NewPasswordHash } from "@acme/auth-core/store";
import { asChecked, asProven } from "@acme/auth-testing";
import { createDatabase } from "@acme/auth-testing/postgres";
import { inject } from "vitest";
import type { Agent, Reply } from "./agent.js";
import { PASSWORD } from "./leaving.js";
import { cheapHasher, type DatabaseName, startService } from "./service.js";

const GRACE_MS = 1_000;

/** A user who has signed in. */
export interface Person {
  readonly agent: Agent;
  readonly email: string;
  readonly userId: UserId;
}

/** The same, and their account goes within a second. */
export interface Leaver extends Person {
  readonly requestId: DeletionRequestId;
  readonly scheduledFor: Date;
}

/**
 * How far a operation is when the worker comes: so many turns of the event loop, done, or not even
 * begun until the worker is through.
 */
export type Delay = number | "all" | "none";

/** What became of an account. */
export type AccountOutcome = "gone" | "kept";

export type DeletionFixture = Awaited<ReturnType<typeof openDeletionFixture>>;

/**
 * One instance that serves and one that works, each with connections of its own to one database,
 * and one time for both.
 */
export async function openDeletionFixture(database: DatabaseName) {
  const folder = mkdtempSync(join(tmpdir(), "deletion-races-"));
  const location =
    database === "sqlite" ? join(folder, "auth.db") : await createDatabase(inject("postgresUrl"));
  const front = await startService({ database, location });
  const { clock } = front;
  const back = await startService({ database, location, ports: { clock } });
  const hasher = cheapHasher();
  const hash = asChecked<NewPasswordHash>(await hasher.hash(new Secret(PASSWORD)));
  let people = 0;

  /** A user who has signed in, without the work of a sign-up. */
  async function person(): Promise<Person> {
    const email = parseEmailAddress(`person${++people}@example.com`)!;
    const token = randomBytes(32).toString("base64url");
    const now = clock.now();
    const userId = front.auth.random.id<UserId>();
    const user: User = {
      id: userId,
      email,
      emailVerified: true,
      name: "",
      image: null,
      createdAt: now,
      updatedAt: now,
      reclaimedAt: null,
    };
    await front.store.transaction(async (tx) => {
      await tx.users.insertUnlessTaken(asChecked(user));
      await tx.passwords.replace({ userId, hash, updatedAt: now });
      await tx.sessions.insert(
        asProven({
          id: front.auth.random.id<SessionId>(),
          userId,
          authenticatedAt: now,
          authenticatedBy: "password",
          remembered: true,
          tokenHash: asChecked<SecretHash>(createHash("sha256").update(token).digest("base64url")),
          createdAt: now,
          lastSeenAt: now,
          expiresAt: new Date(now.getTime() + 86_400_000),
          ipAddress: "127.0.0.1",
          userAgent: "planted",
          methods: null,
          secondFactorAt: null,
        }),
      );
    });
    const agent = front.agent();
    agent.cookies.set("session", token);
    return { agent, email, userId };
  }

  /** A user who has signed in, and has no password. */
  async function personWithoutPassword(): Promise<Person> {
    const made = await person();
    await front.store.transaction((tx) => tx.passwords.delete(made.userId));
    return made;
  }

  /** What sets a password of theirs by the link that was mailed to them. */
  async function passwordReset({ email }: Person): Promise<() => Promise<Reply>> {
    const browser = front.agent();
    await browser.post("/api/auth/request-password-reset", { email });
    await front.auth.worker.runDue();
    const token = new URL(front.inbox.linkFor(email)).pathname.split("/").at(-1);
    return () => browser.post("/api/auth/reset-password", { token, newPassword: PASSWORD });
  }

  /** They have asked for their deletion, and it is due in a second. */
  async function leave({ agent, email, userId }: Person): Promise<Leaver> {
    const requestedAt = clock.now();
    const scheduledFor = new Date(requestedAt.getTime() + GRACE_MS);
    const requestId = front.auth.random.id<DeletionRequestId>();
    await front.store.transaction(async (tx) => {
      await tx.deletionRequests.insertUnlessPending(
        asChecked({
          id: requestId,
          userId,
          status: "pending",
          requestedAt,
          scheduledFor,
          reason: "",
          endedAt: null,
          errorCode: null,
        }),
      );
      const job = {
        id: front.auth.random.id<JobId>(),
        kind: "delete-account",
        subject: requestId,
        payload: null,
      } as const;
      await tx.jobs.enqueue({
        ...job,
        attempts: 0,
        nextAttemptAt: scheduledFor,
        createdAt: requestedAt,
      });
    });
    return { agent, email, userId, requestId, scheduledFor };
  }

  /** The account falls due while `operation` is under way; then the worker comes. */
  async function race(
    leaver: Leaver,
    delay: Delay,
    operation: () => Promise<Reply>,
  ): Promise<Reply> {
    clock.set(new Date(leaver.scheduledFor.getTime() - 1));
    const begun = delay === "none" ? null : operation();
    if (delay === "all") await begun;
    if (typeof delay === "number") for (let passed = 0; passed < delay; passed++) await turn();
    clock.set(leaver.scheduledFor);
    const worked = back.auth.worker.runDue();
    const reply = await (begun ?? worked.then(operation));
    await worked;
    if (reply.status >= 500) throw new Error(`${reply.status} ${reply.text}`);
    return reply;
  }

  async function outcomeOf({
    userId,
    requestId,
  }: Leaver): Promise<readonly [AccountOutcome, string]> {
    const { status } = (await front.store.deletionRequests.find(requestId))!;
    return [(await front.store.users.findById(userId)) ? "kept" : "gone", status];
  }

  /** What nobody owns any more, and should not be there. */
  async function orphans(): Promise<readonly string[]> {
    for (let idle = 0; idle < 2; idle++) await back.auth.worker.runDue();
    const rows = await front.rows();
    const of = (table: string) =>
      rows.filter((row) => row.table === table).map(({ values }) => values);
    const users = new Set(of("auth_user").map(({ id }) => id));
    const owned = new Set(
      of("auth_membership").flatMap(({ role, organization_id: id }) =>
        role === "owner" ? [id] : [],
      ),
    );
    const ownerless = of("auth_organization").filter(({ id }) => !owned.has(id));
    const lost = rows.filter(
      ({ values: { user_id: id } }) => id !== undefined && id !== "null" && !users.has(id),
    );
    const errors = [...front.logs, ...back.logs].filter(
      ({ level, event }) => level === "error" && event !== "deletion_conflict",
    );
    return [
      ...ownerless.map(({ name }) => `nobody owns ${name ?? ""}`),
      ...lost.map(({ table, values }) => `${table} of nobody: ${values["event"] ?? ""}`),
      ...errors.map(({ event, cause }) => `${event}: ${cause ?? ""}`),
      ...front.breaches.map(String),
    ];
  }

  return {
    front,
    back,
    clock,
    person,
    personWithoutPassword,
    passwordReset,
    race,
    outcomeOf,
    orphans,
    leave,
    leaver: async (): Promise<Leaver> => leave(await person()),
    async close() {
      await back.stop();
      await front.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
