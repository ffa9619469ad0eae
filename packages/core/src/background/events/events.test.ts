import { kyselyOf } from "@acme/auth-kysely";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createManualScheduler } from "@acme/auth-testing";
import { standIn } from "@acme/auth-testing/stand-in";
import { afterEach, describe, expect, it } from "vitest";
import { createTestAuth, somebody } from "../../../test/worlds.js";
import type { AuthOptions } from "../../auth-options.js";
import { defineFeature } from "../../feature.js";
import { DAY, HOUR, MINUTE, SECOND } from "../../kernel/duration.js";
import { type EmailAddress, parseEmailAddress } from "../../kernel/email-address.js";
import { AuthError, defineErrors } from "../../kernel/errors.js";
import { type OrganizationId, toId, type UserId } from "../../kernel/ids.js";
import { DELETION_BACKOFF } from "../../kernel/policy.js";
import { Secret } from "../../kernel/secret.js";
import type { LogFields } from "../../ports/logger.js";
import type { Tx } from "../../store/store.js";
import type { AuthEvent, CreationEvent, Subscriber } from "../../store/subscriber.js";
import { defineEvents } from "../audit-log/application-event.js";
import type { ApplicationEntry } from "../audit-log/record-application-event.js";
import { on } from "./subscribers.js";

const errors = defineErrors({
  DOMAIN_NOT_ALLOWED: {
    kind: "forbidden",
    message: "Sign up with the email address of your company.",
  },
});
const addressOf = (name: string): EmailAddress => parseEmailAddress(`${name}@example.com`)!;

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

interface Options extends Partial<Omit<AuthOptions, "features">> {
  readonly subscribers?: readonly Subscriber[];
}

async function openWorld({ subscribers = [], ...options }: Options = {}) {
  const store = await openMemoryStore();
  cleanUps.push(() => store.close());
  const [clock, inbox, scheduler] = [createFixedClock(), createInbox(), createManualScheduler()];
  const log: { event: string; fields: LogFields | undefined; cause: unknown }[] = [];
  const write = (event: string, fields?: LogFields, cause?: unknown) =>
    void log.push({ event, fields, cause });
  const auth = createTestAuth({
    store,
    mailer: inbox,
    passwordBlocklist: "off",
    features: [defineFeature({ name: "app", subscribers, errors })],
    ports: { clock, scheduler },
    logger: { debug: write, info: write, warn: write, error: write },
    ...options,
  });
  const signUp = (name: string) =>
    auth.passwords.signUp(
      {
        email: addressOf(name),
        password: new Secret("correct horse battery"),
        name,
        image: null,
        redirectTo: null,
      },
      somebody,
    );
  const count = (table: string) =>
    store.transaction(async (tx) => {
      const rows = kyselyOf(tx).withTables<Record<string, { id: string }>>();
      return (await rows.selectFrom(table).selectAll().execute()).length;
    });
  return { store, auth, clock, inbox, scheduler, log, signUp, count };
}

/** Subscribers that remember what they were told. */
function remembering() {
  const told: AuthEvent[] = [];
  return { told, after: async (event: AuthEvent) => void told.push(event) };
}

const refuse = async (): Promise<void> => {
  throw new AuthError(errors.DOMAIN_NOT_ALLOWED);
};

describe("a subscriber within a creation", () => {
  it("is given what came into being, and writes rows of its own with it", async () => {
    const seen: CreationEvent<"user.created">[] = [];
    const profiles = (tx: Tx) => kyselyOf(tx).withTables<{ profile: { user_id: string } }>();
    const { store, signUp } = await openWorld({
      subscribers: [
        on("user.created", {
          async within(tx, event) {
            seen.push(event);
            const row = { user_id: event.created.id };
            await profiles(tx).insertInto("profile").values(row).execute();
          },
        }),
      ],
    });
    await store.transaction(async (tx) => {
      await kyselyOf(tx)
        .schema.createTable("profile")
        .addColumn("user_id", "text", (column) => column.notNull().references("auth_user.id"))
        .execute();
    });
    const { user } = await signUp("ada");
    const rows = await store.transaction((tx) =>
      profiles(tx).selectFrom("profile").selectAll().execute(),
    );
    expect(rows).toEqual([{ user_id: user.id }]);
    expect(seen).toMatchObject([
      {
        event: "user.created",
        userId: user.id,
        actorId: user.id,
        organizationId: null,
        detail: { method: "password" },
        created: { id: user.id, email: "ada@example.com" },
      },
    ]);
  });

  it("undoes it with an error of the application, which the caller gets", async () => {
    const { signUp, count, inbox, auth } = await openWorld({
      subscribers: [on("user.created", { within: refuse })],
    });
    const refused = await signUp("ada").catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(AuthError);
    expect(refused).toMatchObject({ code: "DOMAIN_NOT_ALLOWED", kind: "forbidden" });
    await auth.worker.runDue();
    expect(inbox.mails).toEqual([]);
    for (const table of ["auth_user", "auth_password", "auth_audit_entry", "auth_session"])
      expect(await count(table), table).toBe(0);
  });

  it.each([
    ["a code of the library", new AuthError("INVALID_OTP")],
    [
      "an error that no feature declares",
      new AuthError(defineErrors({ OTHER: { kind: "conflict", message: "Other." } }).OTHER),
    ],
    ["anything else", new Error("the table is full")],
  ])("undoes it with %s too, which is no refusal then", async (_what, thrown) => {
    const { signUp, count } = await openWorld({
      subscribers: [on("user.created", { within: () => Promise.reject(thrown) })],
    });
    const failure = await signUp("ada").catch((caught: unknown) => caught);
    expect(AuthError.is(failure)).toBe(false);
    if (AuthError.is(thrown))
      expect(failure).toEqual(
        new Error(
          `a subscriber of user.created threw ${thrown.code}, which is among the errors of no feature`,
        ),
      );
    expect(await count("auth_user")).toBe(0);
  });

  it("leaves the operator the refusal that was not declared as the cause of the failure", async () => {
    const thrown = new AuthError("INVALID_OTP");
    const { signUp } = await openWorld({
      subscribers: [on("user.created", { within: () => Promise.reject(thrown) })],
    });
    const failure = await signUp("ada").catch((caught: unknown) => caught);
    expect(failure instanceof Error && failure.cause).toBe(thrown);
  });

  it("is not asked when nothing is created", async () => {
    const { signUp, auth } = await openWorld({
      subscribers: [on("organization.created", { within: refuse })],
    });
    const { signedIn } = await signUp("ada");
    const caller = await auth.sessions.identify({ ...somebody, sessionToken: signedIn!.token });
    const input = { name: "Acme", slug: null, logo: null, metadata: {} };
    await expect(auth.organizations.create(caller!, input, somebody)).rejects.toMatchObject({
      code: "DOMAIN_NOT_ALLOWED",
    });
    expect(await auth.organizations.list(caller!)).toEqual([]);
  });
});

describe("whether a sign-up is refused", () => {
  const byDomain = on("user.created", {
    async within(tx, { created }) {
      await kyselyOf(tx)
        .withTables<{ profile: { user_id: string } }>()
        .insertInto("profile")
        .values({ user_id: created.id })
        .execute();
      if (created.name === "refused") throw new AuthError(errors.DOMAIN_NOT_ALLOWED);
    },
  });

  async function openDoor(options: Options) {
    const world = await openWorld(options);
    await world.store.transaction(async (tx) => {
      await kyselyOf(tx)
        .schema.createTable("profile")
        .addColumn("user_id", "text", (column) => column.notNull().references("auth_user.id"))
        .execute();
    });
    const outcomeOf = (email: string, name: string) =>
      world.auth.passwords
        .signUp(
          {
            email: addressOf(email),
            password: new Secret("correct horse battery"),
            name,
            image: null,
            redirectTo: null,
          },
          somebody,
        )
        .then(
          ({ signedIn }) => (signedIn ? "signed in" : "to be verified"),
          (thrown: unknown) => (AuthError.is(thrown) ? thrown.code : thrown),
        );
    return { ...world, outcomeOf };
  }

  it("does not depend on whether the email address is known, where it has to be verified", async () => {
    const { outcomeOf, count, auth, inbox } = await openDoor({
      subscribers: [byDomain],
      requireEmailVerification: true,
    });
    expect(await outcomeOf("ada", "ada")).toBe("to be verified");
    await auth.worker.runDue();
    const mails = inbox.mails.length;
    for (const email of ["ada", "eve"])
      expect(await outcomeOf(email, "refused"), email).toBe("DOMAIN_NOT_ALLOWED");
    await auth.worker.runDue();
    expect(inbox.mails).toHaveLength(mails);
    for (const email of ["ada", "bob"])
      expect(await outcomeOf(email, "allowed"), email).toBe("to be verified");
    expect(await count("auth_user")).toBe(2);
    expect(await count("profile")).toBe(2);
  });

  it("does not depend on it either where a sign-up says that the email address is taken", async () => {
    const { outcomeOf } = await openDoor({ subscribers: [byDomain] });
    expect(await outcomeOf("ada", "ada")).toBe("signed in");
    for (const email of ["ada", "eve"])
      expect(await outcomeOf(email, "refused"), email).toBe("DOMAIN_NOT_ALLOWED");
    expect(await outcomeOf("ada", "allowed")).toBe("USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL");
  });

  it("is not decided by a row of the application that the known email address has already", async () => {
    const { outcomeOf, log, store } = await openDoor({
      requireEmailVerification: true,
      subscribers: [
        on("user.created", {
          async within(tx, { created }) {
            await kyselyOf(tx)
              .withTables<{ contact: { email: string } }>()
              .insertInto("contact")
              .values({ email: created.email })
              .execute();
          },
        }),
      ],
    });
    await store.transaction(async (tx) => {
      await kyselyOf(tx)
        .schema.createTable("contact")
        .addColumn("email", "text", (column) => column.notNull().unique())
        .execute();
    });
    for (const email of ["ada", "ada"]) expect(await outcomeOf(email, "x")).toBe("to be verified");
    expect(log.some(({ event }) => event === "subscriber_failed")).toBe(true);
  });

  it("is not decided by a conflict of the store, also as the cause of what is thrown", async () => {
    const isThere = Object.assign(new Error("is there already"), { code: "STORE_CONFLICT" });
    const { outcomeOf } = await openDoor({
      requireEmailVerification: true,
      subscribers: [
        on("user.created", {
          async within(_tx, { created }) {
            if (created.name === "is there") throw isThere;
            if (created.name === "wrapped") throw new Error("no profile", { cause: isThere });
          },
        }),
      ],
    });
    for (const name of ["ada", "is there", "wrapped"])
      expect(await outcomeOf("ada", name), name).toBe("to be verified");
  });

  it("does not depend on it where a subscriber fails", async () => {
    const { outcomeOf } = await openDoor({
      requireEmailVerification: true,
      subscribers: [
        on("user.created", {
          async within(_tx, { created }) {
            if (created.name === "fails") throw new Error("the table is full");
          },
        }),
      ],
    });
    expect(await outcomeOf("ada", "ada")).toBe("to be verified");
    for (const email of ["ada", "eve"])
      expect(await outcomeOf(email, "fails"), email).toEqual(new Error("the table is full"));
  });

  it.each([
    ["a subscriber that looks up a row", "to be verified", async () => {}],
    ["one that refuses", "DOMAIN_NOT_ALLOWED", refuse],
  ])("costs the same statements with %s", async (_what, answer, decide) => {
    const statements: string[] = [];
    const store = await openMemoryStore({ verbose: (text) => void statements.push(text) });
    cleanUps.push(() => store.close());
    const byRow = on("user.created", {
      async within(tx, { created }) {
        await tx.users.findById(toId("x"));
        if (created.name === "x") await decide();
      },
    });
    const { outcomeOf } = await openDoor({
      store,
      subscribers: [byRow],
      requireEmailVerification: true,
    });
    expect(await outcomeOf("ada", "ada")).toBe("to be verified");
    const kinds = async (email: string) => {
      statements.length = 0;
      expect(await outcomeOf(email, "x")).toBe(answer);
      return statements.map((text) => text.split(" ", 1)[0]!.toLowerCase());
    };
    const known = await kinds("ada");
    const free = await kinds("eve");
    expect(known).toHaveLength(free.length);
    expect(known.filter((text) => text === "begin")).toEqual(["begin", "begin"]);
  });
});

describe("a subscriber after an event", () => {
  it("is told once it is committed, by the worker, of ids and a time", async () => {
    const { told, after } = remembering();
    const { auth, signUp, clock } = await openWorld({
      subscribers: [on("user.created", { after })],
    });
    const { user } = await signUp("ada");
    expect(told).toEqual([]);
    await auth.worker.runDue();
    const entry = (
      await auth.auditLog.activity(standIn({ user }), { after: null, limit: 9 })
    ).entries.find(({ event }) => event === "user.created")!;
    expect(told).toEqual([
      {
        id: entry.id,
        event: "user.created",
        at: clock.now(),
        userId: user.id,
        organizationId: null,
        actorId: user.id,
        detail: { method: "password" },
      },
    ]);
    await auth.worker.runDue();
    expect(told).toHaveLength(1);
  });

  it("is told nothing of what was undone", async () => {
    const { told, after } = remembering();
    const { auth, signUp } = await openWorld({
      subscribers: [on("user.created", { after }), on("user.created", { within: refuse })],
    });
    await expect(signUp("ada")).rejects.toThrow();
    await auth.worker.runDue();
    expect(told).toEqual([]);
  });

  it("costs no row where the event has no subscriber", async () => {
    const { after } = remembering();
    const { signUp, count } = await openWorld({ subscribers: [on("member.left", { after })] });
    await signUp("ada");
    expect(await count("auth_job")).toBe(0);
  });

  it("is told again with the same id until it succeeds, and the others only once", async () => {
    const { told, after } = remembering();
    const attempts: AuthEvent[] = [];
    const { auth, signUp, clock, log } = await openWorld({
      subscribers: [
        on("user.created", {
          name: "crm",
          async after(event) {
            attempts.push(event);
            if (attempts.length < 3) throw new Error("the CRM is away");
          },
        }),
        on("user.created", { name: "metrics", after }),
      ],
    });
    await signUp("ada");
    for (const pause of DELETION_BACKOFF.slice(0, 4)) {
      await auth.worker.runDue();
      clock.advance(pause);
    }
    expect(attempts).toHaveLength(3);
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(1);
    expect(told).toHaveLength(1);
    const failed = log.filter(({ event }) => event === "subscriber_failed");
    expect(failed).toHaveLength(2);
    expect(failed[0]).toMatchObject({
      fields: { event: "user.created", subscriber: "crm", attempt: 1 },
      cause: new Error("the CRM is away"),
    });
  });

  it("is set aside after three days of failures, and an operator can retry it", async () => {
    let isAway = true;
    const { told, after } = remembering();
    const { auth, signUp, clock, log } = await openWorld({
      subscribers: [
        on("user.created", {
          after: (event) => (isAway ? Promise.reject(new Error("away")) : after(event)),
        }),
      ],
    });
    await signUp("ada");
    await auth.worker.runDue();
    for (const pause of DELETION_BACKOFF) {
      clock.advance(pause);
      await auth.worker.runDue();
    }
    expect(DELETION_BACKOFF.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(3 * DAY - HOUR);
    expect(log.at(-1)).toMatchObject({ event: "job_dead", fields: { kind: "notify-subscriber" } });
    const [dead, ...others] = await auth.worker.listDead("jobs");
    expect(others).toEqual([]);
    expect(dead).toMatchObject({ kind: "notify-subscriber", subject: "user.created default" });
    isAway = false;
    expect(await auth.worker.retryDead("jobs", dead!.id)).toBe(true);
    await auth.worker.runDue();
    expect(told).toHaveLength(1);
  });

  it("that hangs is given up after its time, and tried again", async () => {
    let calls = 0;
    const { auth, signUp, clock, scheduler, log } = await openWorld({
      subscribers: [
        on("user.created", {
          after: () => (++calls === 1 ? new Promise<never>(() => {}) : Promise.resolve()),
        }),
      ],
    });
    await signUp("ada");
    const run = auth.worker.runDue();
    await expect.poll(() => calls).toBe(1);
    scheduler.advance(auth.policy.subscriberTimeout);
    await run;
    expect(log.find(({ event }) => event === "subscriber_failed")?.cause).toEqual(
      new Error(`took longer than ${auth.policy.subscriberTimeout} ms`),
    );
    clock.advance(5 * SECOND);
    await auth.worker.runDue();
    expect(calls).toBe(2);
  });

  it("that hangs holds up neither a deletion nor another subscriber", async () => {
    const { told, after } = remembering();
    let calls = 0;
    const hang = (): Promise<never> => {
      calls++;
      return new Promise(() => {});
    };
    const { auth, signUp, scheduler, count } = await openWorld({
      policy: { deletionGraceDays: 0, workerBatch: 2 },
      subscribers: [
        on("user.created", { name: "crm", after: hang }),
        on("user.created", { name: "metrics", after }),
      ],
    });
    const { signedIn } = await signUp("ada");
    const caller = (await auth.sessions.identify({ ...somebody, sessionToken: signedIn!.token }))!;
    for (const name of ["bob", "cem", "dan", "eve"]) await signUp(name);
    auth.worker.start();
    await expect.poll(() => (scheduler.advance(0), calls)).toBe(1);
    const password = new Secret("correct horse battery");
    await auth.accountDeletion.request(caller, { password, reason: "" }, somebody);
    await expect
      .poll(async () => {
        scheduler.advance(auth.policy.workerPoll);
        return [told.length, await count("auth_user")];
      })
      .toEqual([5, 4]);
    // The one that hangs is called no further meanwhile.
    expect(calls).toBe(1);
    const stopped = auth.worker.stop();
    scheduler.advance(auth.policy.subscriberTimeout);
    await stopped;
  });

  it("that hangs in nine subscriptions holds up no other", async () => {
    const { told, after } = remembering();
    let calls = 0;
    const hang = (): Promise<never> => (calls++, new Promise(() => {}));
    const hanging = Array.from({ length: 9 }, (_, index) =>
      on("user.created", { name: `crm-${index}`, after: hang }),
    );
    const { auth, signUp, scheduler } = await openWorld({
      policy: { workerBatch: 1 },
      subscribers: [...hanging, on("user.created", { name: "metrics", after })],
    });
    await signUp("ada");
    auth.worker.start();
    await expect
      .poll(() => (scheduler.advance(auth.policy.workerPoll), [calls, told.length]))
      .toEqual([9, 1]);
    const stopped = auth.worker.stop();
    scheduler.advance(auth.policy.subscriberTimeout);
    await stopped;
  });

  it("that was given up is kept for thirty days, and then swept", async () => {
    const away = () => Promise.reject(new Error("away"));
    const { auth, signUp, clock, count } = await openWorld({
      policy: { subscriberAttempts: 1 },
      subscribers: [on("user.created", { after: away })],
    });
    await signUp("ada");
    await auth.worker.runDue();
    expect(await auth.worker.listDead("jobs")).toHaveLength(1);
    clock.advance(30 * DAY);
    await auth.worker.runDue();
    expect(await count("auth_job")).toBe(1);
    clock.advance(HOUR + auth.policy.workerLease);
    await auth.worker.runDue();
    expect(await count("auth_job")).toBe(0);
  });

  it("that throws before it returns a promise is told again, and no timer outlives it", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    cleanUps.push(async () => void process.off("unhandledRejection", note));
    const { auth, signUp, scheduler, log } = await openWorld({
      subscribers: [
        on("user.created", {
          after() {
            throw new Error("misconfigured");
          },
        }),
      ],
    });
    await signUp("ada");
    await auth.worker.runDue();
    scheduler.advance(auth.policy.subscriberTimeout);
    await new Promise((resolve) => setImmediate(resolve));
    expect(log.find(({ event }) => event === "subscriber_failed")?.cause).toEqual(
      new Error("misconfigured"),
    );
    expect(unhandled).toEqual([]);
  });

  it("whose code is gone fails loudly", async () => {
    const { after } = remembering();
    const first = await openWorld({ subscribers: [on("user.created", { name: "crm", after })] });
    await first.signUp("ada");
    const second = await openWorld({
      store: first.store,
      subscribers: [on("user.created", { name: "renamed", after })],
    });
    await second.auth.worker.runDue();
    const failed = second.log.find(({ event }) => event === "subscriber_failed");
    expect(String(failed?.cause)).toContain("no subscriber crm of user.created is registered");
  });

  it("is not told of a user who was erased meanwhile, except that it happened and what became of organizations", async () => {
    const told: string[] = [];
    let isAway = true;
    const subscribers = (
      ["user.created", "session.opened", "organization.created", "deletion.completed"] as const
    ).map((event) =>
      on(event, {
        async after() {
          if (isAway) throw new Error("the CRM is away");
          told.push(event);
        },
      }),
    );
    const { auth, signUp, clock, count, store } = await openWorld({
      subscribers,
      policy: { deletionGraceDays: 0 },
    });
    const { signedIn } = await signUp("ada");
    const caller = (await auth.sessions.identify({ ...somebody, sessionToken: signedIn!.token }))!;
    const input = { name: "Acme", slug: null, logo: null, metadata: {} };
    const { organization } = await auth.organizations.create(caller, input, somebody);
    await store.transaction((tx) => tx.organizations.delete(organization.id));
    await auth.worker.runDue();
    const password = new Secret("correct horse battery");
    await auth.accountDeletion.request(caller, { password, reason: "" }, somebody);
    await auth.worker.runDue();
    expect(await count("auth_user")).toBe(0);
    isAway = false;
    for (const pause of DELETION_BACKOFF) {
      clock.advance(pause);
      await auth.worker.runDue();
    }
    expect(told.toSorted()).toEqual(["deletion.completed", "organization.created"]);
  });

  it("does not learn who tried to sign in, and of an unknown email address nothing", async () => {
    const { told, after } = remembering();
    const { auth, signUp, count } = await openWorld({
      subscribers: [on("password.refused", { after })],
    });
    const { user } = await signUp("ada");
    await auth.worker.runDue();
    for (const name of ["ada", "eve"]) {
      const before = await count("auth_job");
      const attempt = { email: addressOf(name), password: new Secret("wrong"), redirectTo: null };
      await expect(auth.passwords.signIn(attempt, somebody)).rejects.toThrow();
      // A row in both cases: the two cost the same.
      expect(await count("auth_job")).toBe(before + 1);
    }
    await auth.worker.runDue();
    expect(told).toMatchObject([{ event: "password.refused", userId: user.id, actorId: null }]);
    expect(await count("auth_job")).toBe(0);
  });
});

it("a job that tells somebody is stored under the word that every release knows", async () => {
  const { after } = remembering();
  const { auth } = await openWorld({ subscribers: [on("password.refused", { after })] });
  const attempt = { email: addressOf("eve"), password: new Secret("wrong"), redirectTo: null };
  await expect(auth.passwords.signIn(attempt, somebody)).rejects.toThrow();
  expect(await auth.worker.listQueued("jobs")).toMatchObject([
    { kind: "notify-subscriber", subject: "none" },
  ]);
});

describe("a change that is repeated", () => {
  it("is entered and told once, and told once more when ten minutes are over: who copies it has the last one", async () => {
    const { told, after } = remembering();
    const { auth, clock, signUp, count, inbox } = await openWorld({
      subscribers: [on("user.updated", { after }), on("organization.updated", { after })],
    });
    const { signedIn } = await signUp("ada");
    const caller = (await auth.sessions.identify({ ...somebody, sessionToken: signedIn!.token }))!;
    await auth.worker.runDue();
    expect(inbox.mails).toHaveLength(1);
    const entries = await count("auth_audit_entry");
    const rename = async (...names: readonly string[]): Promise<void> => {
      for (const name of names) await auth.profiles.update(caller, { name }, somebody);
      await auth.worker.runDue();
    };
    await rename("Ada", "Grace", "Ada", "Grace");
    expect(told).toHaveLength(1);
    clock.advance(10 * MINUTE - 1);
    await rename("Ada");
    expect(told).toHaveLength(1);
    clock.advance(1);
    await auth.worker.runDue();
    expect(told).toHaveLength(2);
    expect(await auth.worker.listQueued("jobs")).toEqual([]);
    expect(new Set(told.map(({ id }) => id)).size).toBe(2);
    for (const event of told)
      expect(event).toMatchObject({
        event: "user.updated",
        userId: caller.user.id,
        actorId: caller.user.id,
        detail: { fields: "name" },
      });
    expect(await count("auth_audit_entry")).toBe(entries + 1);
  });

  it("is told once when it is a refused attempt: an attacker must not fill the queue", async () => {
    const { told, after } = remembering();
    const { auth, signUp } = await openWorld({ subscribers: [on("password.refused", { after })] });
    await signUp("ada");
    const attempt = { email: addressOf("ada"), password: new Secret("wrong"), redirectTo: null };
    for (let times = 0; times < 3; times++)
      await expect(auth.passwords.signIn(attempt, somebody)).rejects.toThrow();
    await auth.worker.runDue();
    expect(told).toHaveLength(1);
  });
});

describe("an event of the application", () => {
  const events = defineEvents({ "billing.plan_changed": { detail: ["from", "to"] } });
  const entry = {
    event: "billing.plan_changed",
    organizationId: null,
    client: somebody,
    detail: { from: "free", to: "team" },
  };

  it("is shown in the activity of the user, and rolled back with the transaction", async () => {
    const { auth, store, signUp } = await openWorld();
    const { user } = await signUp("ada");
    const record = (work: () => void) =>
      store.transaction(async (tx) => {
        expect(await auth.auditLog.record(tx, { ...entry, userId: user.id })).toBe(true);
        work();
      });
    await record(() => {});
    await expect(
      record(() => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    const { entries } = await auth.auditLog.activity(standIn({ user }), { after: null, limit: 9 });
    expect(
      entries.filter(({ event }) => !event.startsWith("user") && !event.startsWith("session")),
    ).toMatchObject([
      {
        event: "billing.plan_changed",
        userId: user.id,
        ipAddress: "192.0.2.1",
        detail: entry.detail,
      },
    ]);
  });

  it("is told to its subscribers after the commit, with its own detail", async () => {
    const told: AuthEvent<(typeof events)["billing.plan_changed"]>[] = [];
    const { auth, store, signUp, clock } = await openWorld({
      subscribers: [
        on(events["billing.plan_changed"], { after: async (event) => void told.push(event) }),
      ],
    });
    const { user } = await signUp("ada");
    const changed = { ...entry, event: events["billing.plan_changed"], userId: user.id };
    await store.transaction((tx) => auth.auditLog.record(tx, changed));
    await auth.worker.runDue();
    const { entries } = await auth.auditLog.activity(standIn({ user }), { after: null, limit: 1 });
    expect(told).toEqual([
      {
        id: entries[0]!.id,
        event: "billing.plan_changed",
        at: clock.now(),
        userId: user.id,
        organizationId: null,
        actorId: user.id,
        detail: { from: "free", to: "team" },
      },
    ]);
  });

  it("is told to somebody when it is rolled back, or its user is gone", async () => {
    const { auth, store, count } = await openWorld({
      subscribers: [on(events["billing.plan_changed"], { after: async () => {} })],
    });
    const undone = store.transaction(async (tx) => {
      await auth.auditLog.record(tx, { ...entry, userId: null });
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    const gone = { ...entry, userId: toId<UserId>("gone") };
    expect(await store.transaction((tx) => auth.auditLog.record(tx, gone))).toBe(false);
    expect(await count("auth_audit_entry")).toBe(0);
    expect(await count("auth_job")).toBe(0);
  });

  it("is told of a user who was erased meanwhile only where an organization outlives them", async () => {
    const told: AuthEvent<(typeof events)["billing.plan_changed"]>[] = [];
    const { auth, store, signUp } = await openWorld({
      subscribers: [
        on(events["billing.plan_changed"], { after: async (event) => void told.push(event) }),
      ],
    });
    const { user } = await signUp("ada");
    await store.transaction(async (tx) => {
      for (const organizationId of [null, toId<OrganizationId>("acme")])
        await auth.auditLog.record(tx, { ...entry, userId: user.id, organizationId });
      await tx.users.delete(user.id);
    });
    await auth.worker.runDue();
    expect(told).toMatchObject([{ organizationId: "acme" }]);
  });

  it.each(["user.exploded", "Plan changed", "billing"])("cannot be defined as %s", (name) => {
    expect(() => defineEvents({ [name]: { detail: [] } })).toThrow(RangeError);
  });

  const TOO_MUCH = "a detail has up to 20 texts and numbers, 1024 characters as JSON";
  const numbered = (fields: number) =>
    Object.fromEntries(Array.from({ length: fields }, (_, at) => [`f${at}`, at]));
  const longest = { plan: "x".repeat(1_024 - '{"plan":""}'.length) };

  it.each<readonly [what: string, own: Partial<ApplicationEntry>, problem: string]>([
    [
      "with a noun of the library",
      { event: "user.suspended" },
      "the events of user are the library's",
    ],
    [
      "that is no noun.verb",
      { event: "Plan changed" },
      "Plan changed is not of the form noun.verb_past",
    ],
    ["with an object in its detail", { detail: { plan: {} as string } }, TOO_MUCH],
    ["with no finite number", { detail: { plan: "team", seats: Infinity } }, TOO_MUCH],
    ["with a field too many", { detail: numbered(21) }, TOO_MUCH],
    ["with a character too many", { detail: { plan: `${longest.plan}x` } }, TOO_MUCH],
  ])("%s is a mistake, and says which", async (_what, own, problem) => {
    const { auth, store } = await openWorld();
    const recording = store.transaction((tx) =>
      auth.auditLog.record(tx, { ...entry, userId: null, ...own }),
    );
    await expect(recording).rejects.toThrow(new RangeError(`auditLog: ${problem}`));
  });

  it("may have twenty fields, and a detail of 1,024 characters", async () => {
    const { auth, store, count } = await openWorld();
    for (const detail of [numbered(20), longest])
      await store.transaction((tx) =>
        auth.auditLog.record(tx, { ...entry, event: "billing.paid", userId: null, detail }),
      );
    expect(await count("auth_audit_entry")).toBe(2);
  });
});

describe("subscribing", () => {
  const after = async (): Promise<void> => {};

  it.each<readonly [what: string, subscribe: () => unknown, problem: string]>([
    [
      "to an unknown event",
      () => on("user.exploded" as "user.created", { after }),
      "there is no event user.exploded",
    ],
    [
      "to an event that was not defined",
      () => on({ name: "user.created", detail: [] }, { after }),
      "the events of user are the library's",
    ],
    [
      "to an event whose name is none",
      () => on({ name: "Plan changed", detail: [] }, { after }),
      "Plan changed is not of the form noun.verb_past",
    ],
    [
      "within an event of the application",
      () => on({ name: "billing.paid", detail: [] }, { within: after } as never),
      "billing.paid is no creation, so it has no within",
    ],
    [
      "within what is no creation",
      () => on("session.ended", { within: after } as never),
      "session.ended is no creation, so it has no within",
    ],
    ["with no handler", () => on("user.created", {}), "user.created has neither within nor after"],
    ...["a b", "", "ä", "x".repeat(65)].map(
      (name) =>
        [
          `under the name ${name}`,
          () => on("user.created", { name, after }),
          `${name} of user.created is not of letters, digits, _ and -`,
        ] as const,
    ),
  ])("%s is a mistake", (_what, subscribe, problem) => {
    expect(subscribe).toThrow(new RangeError(`subscribers: ${problem}`));
  });

  it("takes a name of letters, digits, _ and - alone, as long as it may be", () => {
    for (const name of ["a", "crm_2-b", "x".repeat(64)])
      expect(on("user.created", { name, after })).toMatchObject({ name, within: null });
  });

  it("twice under one name is a mistake", async () => {
    const twice = [on("user.created", { after }), on("user.created", { after })];
    await expect(openWorld({ subscribers: twice })).rejects.toThrow(
      new RangeError("subscribers: give each of user.created a name of its own"),
    );
  });
});
