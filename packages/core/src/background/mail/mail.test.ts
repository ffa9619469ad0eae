import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  asChecked,
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
} from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import { stringContaining } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { MAILS, sampleMail } from "../../../test/sample-mails.js";
import { createTestAuth, createTestWorld, loggerTo, secretOf } from "../../../test/worlds.js";
import { after, DAY, HOUR, MINUTE, SECOND } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import {
  type DeletionRequestId,
  type InvitationId,
  type LeaseToken,
  type OneTimeCodeId,
  type OutboxMailId,
  toId,
} from "../../kernel/ids.js";
import { definePolicy, type Policy } from "../../kernel/policy.js";
import type { SecretHash } from "../../kernel/secret.js";
import { createKeyRing } from "../../platform/key-ring.js";
import { createSealer } from "../../platform/node-sealer.js";
import type { LogFields } from "../../ports/logger.js";
import type { Mailer } from "../../ports/mailer.js";
import type { OneTimeCode } from "../../sign-in/email-otp/one-time-code-store.js";
import { enqueueMail } from "./enqueue-mail.js";
import type { MailOptions } from "./mail-options.js";
import type { NewMail, NoMail } from "./mails.js";

const ada = asChecked<EmailAddress>("ada@example.com");

async function openWorld(mailer?: Mailer, policy: Partial<Policy> = {}, mails?: MailOptions) {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const random = createSeededRandom();
  const inbox = createInbox();
  const scheduler = createManualScheduler();
  const log: {
    readonly level: string;
    readonly event: string;
    readonly fields: LogFields | undefined;
  }[] = [];
  const auth = createTestAuth({
    store,
    mailer: mailer ?? inbox,
    logger: loggerTo(({ level, event, fields }) => log.push({ level, event, fields })),
    policy,
    ...(mails && { mails }),
    ports: { clock, random, scheduler },
  });
  const world = { ...createTestWorld({}, clock), random };

  /** A mail whose code lives for a day, so that nothing but the test ends it. */
  async function enqueue({
    to = ada,
    sealer = world.sealer,
    expiresAt = after(clock.now(), DAY),
    language = null as string | null,
  } = {}): Promise<OneTimeCode> {
    const id = random.id<OneTimeCodeId>();
    const code: OneTimeCode = {
      id,
      email: to,
      type: "sign-in",
      codeHash: asChecked<SecretHash>("hash"),
      attemptsLeft: 5,
      createdAt: clock.now(),
      expiresAt,
    };
    const mail: NewMail = {
      template: "sign-in-code",
      to,
      data: { code: "042137", minutes: 10 },
      carries: { kind: "one-time-code", id },
      language,
    };
    await store.transaction(async (tx) => {
      await tx.oneTimeCodes.replace(code);
      await enqueueMail(tx, { ...world, sealer }, mail, expiresAt);
    });
    return code;
  }

  const events = (level: string) =>
    log.filter((entry) => entry.level === level).map(({ event }) => event);
  /** What waits in the outbox, due or not. */
  const waiting = () =>
    store.outbox.claimDue(
      after(clock.now(), 300 * DAY),
      1_000,
      toId<LeaseToken>("test"),
      after(clock.now(), 300 * DAY),
    );
  return { auth, store, clock, random, scheduler, inbox, log, world, enqueue, events, waiting };
}

describe("a mail", () => {
  it("is delivered once, to its one recipient, and then gone", async () => {
    const { auth, enqueue, inbox, waiting, log } = await openWorld();
    await enqueue();
    expect(await auth.worker.runDue()).toBe(1);
    expect(inbox.mails).toHaveLength(1);
    expect(inbox.mails[0]).toMatchObject({ to: ada, subject: "042137 is your Acme code" });
    expect(inbox.mails[0]!.text).toContain("\n042137\n");
    expect(inbox.mails[0]!.html).toContain(">042137<");
    expect(await auth.worker.runDue()).toBe(0);
    expect(await waiting()).toEqual([]);
    expect(log).toMatchObject([
      {
        level: "info",
        event: "mail_sent",
        fields: { template: "sign-in-code", to: "a***@example.com", attempt: 1 },
      },
    ]);
  });

  it("keeps its Message-ID, made of its row and our host, when it is delivered again", async () => {
    const inbox = createInbox();
    let losses = 2;
    const { auth, clock, enqueue } = await openWorld({
      async deliver(mail) {
        await inbox.deliver(mail);
        if (losses-- > 0)
          throw new Error("the connection was lost after the mail had been accepted");
      },
    });
    await enqueue();
    for (const pause of [0, 5 * SECOND, 15 * SECOND]) {
      clock.advance(pause);
      await auth.worker.runDue();
    }
    const ids = inbox.mails.map(({ messageId }) => messageId);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<[\da-f-]{36}@api\.example\.com>$/);
  });

  it("is tried eight times, after 5 s, 15 s, 1, 3, 10, 30 and 60 min, and is then dead and reported", async () => {
    const { auth, clock, store, inbox, enqueue, events, log, waiting } = await openWorld();
    await enqueue();
    inbox.failNext(Infinity);
    await auth.worker.runDue();
    const pauses = [5 * SECOND, 15 * SECOND, MINUTE, 3 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR];
    for (const [index, pause] of pauses.entries()) {
      clock.advance(pause - 1);
      expect(await auth.worker.runDue(), `a millisecond before attempt ${index + 2}`).toBe(0);
      clock.advance(1);
      expect(await auth.worker.runDue(), `attempt ${index + 2}`).toBe(1);
    }
    expect(events("warn")).toEqual(Array(7).fill("mail_failed"));
    expect(log.find(({ event }) => event === "mail_failed")?.fields).toMatchObject({
      attempt: 1,
      reason: "the mail server refused the mail",
    });
    expect(log.at(-1)).toMatchObject({
      level: "error",
      event: "mail_dead",
      fields: { to: "a***@example.com", attempt: 8 },
    });
    expect(await store.outbox.countBacklog(new Date(0))).toMatchObject({ dead: 1 });
    expect(await waiting()).toEqual([]);
  });

  it("that fails does not hold up the others", async () => {
    const { auth, inbox, enqueue } = await openWorld();
    for (const name of ["ada", "eve", "bob"])
      await enqueue({ to: asChecked<EmailAddress>(`${name}@example.com`) });
    inbox.failNext(1);
    await auth.worker.runDue();
    expect(inbox.mails).toHaveLength(2);
  });

  it("is delivered by the next worker when the one that held it died, once the lease is over", async () => {
    const { auth, clock, store, inbox, enqueue } = await openWorld();
    await enqueue();
    await store.outbox.claimDue(
      clock.now(),
      10,
      toId<LeaseToken>("a worker that dies"),
      after(clock.now(), MINUTE),
    );
    clock.advance(MINUTE - 1);
    expect(await auth.worker.runDue()).toBe(0);
    clock.advance(1);
    expect(await auth.worker.runDue()).toBe(1);
    expect(inbox.mails).toHaveLength(1);
  });

  it("is held by one of two workers", async () => {
    const { auth, inbox, enqueue } = await openWorld();
    for (let mail = 0; mail < 50; mail++)
      await enqueue({ to: asChecked<EmailAddress>(`user${mail}@example.com`) });
    await Promise.all([auth.worker.runDue(), auth.worker.runDue(), auth.worker.runDue()]);
    expect(inbox.mails).toHaveLength(50);
    expect(new Set(inbox.mails.map(({ messageId }) => messageId)).size).toBe(50);
  });
});

describe("a mail that the application renders", () => {
  it("is sent as it says, from the data, the language and what would be sent without it", async () => {
    const { auth, enqueue, inbox } = await openWorld(
      undefined,
      {},
      {
        render: ({ template, to, data }, { locale, link, standard }) => ({
          subject: `${template} ${to} ${locale}`,
          text: JSON.stringify([data, link]),
          html: standard.html.replace("Acme", "ACME"),
        }),
      },
    );
    await enqueue();
    await auth.worker.runDue();
    expect(inbox.mails).toMatchObject([
      {
        to: ada,
        subject: `sign-in-code ${ada} en`,
        text: '[{"code":"042137","minutes":10},null]',
        html: stringContaining("ACME"),
      },
    ]);
  });

  it.each([
    ["de", "042137 ist dein Code für Acme"],
    ["ja-JP, en;q=0.5", "042137 は Acme の確認コードです"],
    ["../../../etc/passwd", "042137 is your Acme code"],
    [null, "042137 is your Acme code"],
  ])("speaks the language that fits %s", async (language, subject) => {
    const { auth, enqueue, inbox } = await openWorld();
    await enqueue({ language });
    await auth.worker.runDue();
    expect(inbox.mails).toMatchObject([{ subject }]);
  });

  it("is sent as ever where it says nothing", async () => {
    const { auth, enqueue, inbox } = await openWorld(undefined, {}, { render: async () => null });
    await enqueue();
    await auth.worker.runDue();
    expect(inbox.mails).toMatchObject([{ subject: "042137 is your Acme code" }]);
  });

  it("has no second line in its subject", async () => {
    const { auth, enqueue, inbox } = await openWorld(
      undefined,
      {},
      {
        render: (_mail, { standard }) => ({ ...standard, subject: "Hi\r\nBcc: eve@example.com" }),
      },
    );
    await enqueue();
    await auth.worker.runDue();
    expect(inbox.mails).toMatchObject([{ subject: "Hi Bcc: eve@example.com" }]);
  });

  it("is reported and tried again when the renderer throws", async () => {
    let failures = 2;
    const { auth, clock, enqueue, inbox, log } = await openWorld(
      undefined,
      {},
      {
        render() {
          if (failures-- > 0) throw new Error("the template of 042137 is broken");
          return null;
        },
      },
    );
    await enqueue();
    for (const pause of [0, 5 * SECOND, 15 * SECOND]) {
      clock.advance(pause);
      await auth.worker.runDue();
    }
    expect(log.map(({ event }) => event)).toEqual(["mail_failed", "mail_failed", "mail_sent"]);
    expect(inbox.mails).toHaveLength(1);
  });
});

type World = Awaited<ReturnType<typeof openWorld>>;

const DEATHS: readonly (readonly [
  how: string,
  end: (world: World, code: OneTimeCode) => Promise<unknown>,
])[] = [
  ["was used", ({ store, clock }, { id }) => store.oneTimeCodes.consume(id, clock.now())],
  [
    "was replaced",
    ({ store, random }, code) =>
      store.oneTimeCodes.replace({ ...code, id: random.id<OneTimeCodeId>() }),
  ],
  [
    "is out of tries",
    ({ store }) =>
      Promise.all(Array.from({ length: 5 }, () => store.oneTimeCodes.spendAttempt(ada, "sign-in"))),
  ],
  ["expires this instant", async ({ clock }, { expiresAt }) => clock.set(expiresAt)],
];

/** A mailer that accepts a mail when it is told. */
function slowMailer() {
  const delivered: string[] = [];
  const accepting: (() => void)[] = [];
  const mailer: Mailer = {
    deliver: ({ to }) =>
      new Promise((resolve) => {
        delivered.push(to);
        accepting.push(resolve);
      }),
  };
  const accept = (): void => {
    for (const one of accepting.splice(0)) one();
  };
  return { mailer, delivered, accept };
}

/** Lets everything that can run, run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a mail whose delivery lasts longer than its lease", () => {
  it("is sent once: its lease is extended for as long as it is under way", async () => {
    const { mailer, delivered, accept } = slowMailer();
    const { auth, clock, scheduler, enqueue, waiting } = await openWorld(mailer);
    await enqueue();
    const run = auth.worker.runDue();
    while (delivered.length === 0) await settled();
    for (let third = 0; third < 6; third++) {
      clock.advance(20 * SECOND);
      scheduler.advance(20 * SECOND);
      await settled();
      const other = auth.worker.runDue();
      await settled();
      expect(delivered).toHaveLength(1);
      void other;
    }
    accept();
    await run;
    expect(delivered).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });
});

describe("a worker that stops while mails are under way", () => {
  it("finishes what is being delivered and resolves only then", async () => {
    const { mailer, delivered, accept } = slowMailer();
    const { auth, scheduler, enqueue, waiting } = await openWorld(mailer);
    await enqueue();
    auth.worker.start();
    scheduler.advance(0);
    while (delivered.length === 0) await settled();
    let stopped = false;
    const stopping = auth.worker.stop().then(() => (stopped = true));
    await settled();
    expect(stopped).toBe(false);
    accept();
    await stopping;
    expect(await waiting()).toEqual([]);
  });
});

describe("dead mails", () => {
  it("are counted, shown with their template and masked recipient, and tried again when told", async () => {
    const { auth, inbox, enqueue } = await openWorld(undefined, { mailAttempts: 1 });
    await enqueue();
    inbox.failNext(1);
    await auth.worker.runDue();
    expect(await auth.worker.backlog()).toEqual({
      mail: { queued: 0, dead: 1, oldestDueAt: null },
      jobs: { queued: 0, dead: 0, oldestDueAt: null },
    });
    const [dead] = await auth.worker.listDead("mail");
    expect(dead).toMatchObject({
      kind: "sign-in-code",
      subject: "a***@example.com",
      attempts: 1,
    });
    expect(await auth.worker.listDead("mail", dead)).toEqual([]);
    expect(await auth.worker.retryDead("jobs", dead!.id)).toBe(false);
    expect(await auth.worker.retryDead("mail", dead!.id)).toBe(true);
    await auth.worker.runDue();
    expect(inbox.mails).toHaveLength(1);
    expect(await auth.worker.listDead("mail")).toEqual([]);
  });

  it("that cannot be opened are shown without template and recipient", async () => {
    const { auth, enqueue } = await openWorld();
    await enqueue({ sealer: createSealer(createKeyRing([secretOf(8)])) });
    await auth.worker.runDue();
    expect(await auth.worker.listDead("mail")).toMatchObject([{ kind: null, subject: null }]);
  });
});

describe("a mail whose code", () => {
  it.each(DEATHS)("%s is dropped and said to be, not sent", async (_how, end) => {
    const world = await openWorld();
    const code = await world.enqueue();
    await end(world, code);
    await world.auth.worker.runDue();
    expect(world.inbox.mails).toEqual([]);
    expect(world.log[0]).toMatchObject({
      level: "info",
      event: "mail_dropped",
      fields: { template: "sign-in-code", to: "a***@example.com" },
    });
    expect(await world.waiting()).toEqual([]);
    expect(await world.store.outbox.countBacklog(new Date(0))).toMatchObject({ dead: 0 });
  });

  it.each(DEATHS)("%s between two attempts is not tried again", async (_how, end) => {
    const world = await openWorld();
    const code = await world.enqueue();
    world.inbox.failNext(1);
    await world.auth.worker.runDue();
    await end(world, code);
    world.clock.advance(5 * SECOND);
    await world.auth.worker.runDue();
    expect(world.inbox.mails).toEqual([]);
    expect(await world.waiting()).toEqual([]);
  });
});

describe("when its turn comes", () => {
  async function deliver(mail: NewMail) {
    const { auth, clock, store, world, inbox, events } = await openWorld();
    await store.transaction((tx) => enqueueMail(tx, world, mail, after(clock.now(), DAY)));
    await auth.worker.runDue();
    return { sent: inbox.mails.length, log: events("info") };
  }

  it.each(keysOf(MAILS))(
    "the mail %s is dropped if it brings a secret that is gone, and else sent",
    async (template) => {
      const bringsSecret = MAILS[template].carries !== null;
      expect(await deliver({ ...sampleMail(template), language: null })).toEqual(
        bringsSecret ? { sent: 0, log: ["mail_dropped"] } : { sent: 1, log: ["mail_sent"] },
      );
    },
  );

  it("a mail about a deletion that is pending no more is dropped", async () => {
    const { data, carries } = MAILS["deletion-requested"];
    const requestId = toId<DeletionRequestId>("request-1");
    const mail: NewMail = {
      template: "deletion-requested",
      to: ada,
      data: { ...data, requestId },
      carries,
      language: null,
    };
    expect(await deliver(mail)).toEqual({ sent: 0, log: ["mail_dropped"] });
  });
});

describe("a mail of the first release, which names its invitation without a link,", () => {
  it("is dropped and said to be when the invitation is gone", async () => {
    const { auth, clock, random, store, world, inbox, events, waiting } = await openWorld();
    const invitation: NewMail = {
      ...MAILS.invitation,
      template: "invitation",
      to: ada,
      carries: { kind: "invitation", id: random.id<InvitationId>() },
      language: null,
    };
    await store.transaction((tx) => enqueueMail(tx, world, invitation, after(clock.now(), DAY)));
    await auth.worker.runDue();
    expect(inbox.mails).toEqual([]);
    expect(events("info")).toEqual(["mail_dropped"]);
    expect(await waiting()).toEqual([]);
  });
});

describe("a mail that is itself too old", () => {
  it("is dropped though its code lives", async () => {
    const { auth, clock, store, inbox, enqueue, events } = await openWorld();
    const code = await enqueue();
    await store.oneTimeCodes.replace({ ...code, expiresAt: after(code.expiresAt, DAY) });
    clock.set(code.expiresAt);
    await auth.worker.runDue();
    expect(inbox.mails).toEqual([]);
    expect(events("info")).toContain("mail_dropped");
  });
});

describe("a mail that cannot be opened", () => {
  it("for its key is gone is set aside and reported", async () => {
    const { auth, store, inbox, enqueue, log } = await openWorld();
    await enqueue({ sealer: createSealer(createKeyRing([secretOf(8)])) });
    await auth.worker.runDue();
    expect(inbox.mails).toEqual([]);
    expect(await store.outbox.countBacklog(new Date(0))).toMatchObject({ dead: 1 });
    expect(log).toMatchObject([{ level: "error", event: "mail_unreadable" }]);
  });

  it("is named in the log by its row, which operators see in the list of dead mails", async () => {
    const { auth, enqueue, log } = await openWorld();
    await enqueue({ sealer: createSealer(createKeyRing([secretOf(8)])) });
    await auth.worker.runDue();
    const [dead] = await auth.worker.listDead("mail");
    expect(log).toMatchObject([{ event: "mail_unreadable", fields: { mailId: dead!.id } }]);
  });

  it("for it was moved to another row is set aside and reported", async () => {
    const { auth, clock, store, world, inbox, random, events } = await openWorld();
    const [id, other] = [random.id<OutboxMailId>(), random.id()];
    const sealed = world.sealer.seal(
      "outbox",
      JSON.stringify({ template: "none", to: ada } satisfies NoMail),
      other,
    );
    const now = clock.now();
    await store.outbox.enqueue({
      id,
      sealed,
      noticeGroup: null,
      overBudget: false,
      attempts: 0,
      nextAttemptAt: now,
      expiresAt: after(now, DAY),
      createdAt: now,
    });
    await auth.worker.runDue();
    expect(inbox.mails).toEqual([]);
    expect(events("error")).toEqual(["mail_unreadable"]);
  });
});

/** Puts `text` into the outbox, sealed as it should be; it lives for ten days. */
async function enqueueText({ store, clock, random, world }: World, text: string): Promise<void> {
  const id = random.id<OutboxMailId>();
  const now = clock.now();
  await store.outbox.enqueue({
    id,
    sealed: world.sealer.seal("outbox", text, id),
    attempts: 0,
    nextAttemptAt: now,
    expiresAt: after(now, 10 * DAY),
    createdAt: now,
    noticeGroup: null,
    overBudget: false,
  });
}

const base = { to: ada, data: {}, carries: null };
describe.each([
  ["of a template", { ...base, template: "from-the-future" }],
  ["of a version", { ...base, template: "sign-in-code", payloadVersion: 2 }],
])("a mail %s that only a newer release knows", (_, mail) => {
  const unknown = JSON.stringify(mail);

  it("is left to the workers of that release, however often it is met, and reported", async () => {
    const world = await openWorld();
    await enqueueText(world, unknown);
    for (let round = 1; round <= 10; round++) {
      expect(await world.auth.worker.runDue()).toBe(1);
      world.clock.advance(HOUR);
    }
    expect(await world.store.outbox.countBacklog(new Date(0))).toMatchObject({ dead: 0 });
    expect(await world.waiting()).toMatchObject([{ attempts: 0 }]);
    expect(new Set(world.log.map(({ level, event }) => `${level} ${event}`))).toEqual(
      new Set(["warn mail_unknown"]),
    );
  });

  it("is named in the log by its row and its template", async () => {
    const world = await openWorld();
    await enqueueText(world, unknown);
    await world.auth.worker.runDue();
    const [waiting] = await world.waiting();
    const fields = { mailId: waiting!.id, template: mail.template };
    expect(world.log).toEqual([{ level: "warn", event: "mail_unknown", fields }]);
  });

  it("waits for a worker of that release for seconds, not for the lease of the worker that met it", async () => {
    const world = await openWorld();
    const { auth, clock, store } = world;
    const newer = toId<LeaseToken>("newer");
    const claimByNewer = () =>
      store.outbox.claimDue(clock.now(), 1, newer, after(clock.now(), HOUR));
    await enqueueText(world, unknown);
    await auth.worker.runDue();
    expect(await claimByNewer()).toEqual([]);
    clock.advance(5_000);
    expect(await claimByNewer()).toMatchObject([{ attempts: 0 }]);
  });

  it("is dropped once it is too old", async () => {
    const world = await openWorld();
    await enqueueText(world, unknown);
    world.clock.advance(10 * DAY);
    await world.auth.worker.runDue();
    expect(world.events("info")).toEqual(["mail_dropped"]);
    expect(await world.waiting()).toEqual([]);
    expect(await world.store.outbox.countBacklog(new Date(0))).toMatchObject({ dead: 0 });
  });
});

describe("a mail that cannot be understood", () => {
  it("is reported, and the round waits for the others all the same", async () => {
    let accept!: () => void;
    let enter!: () => void;
    const entered = new Promise<void>((resolve) => (enter = resolve));
    const accepted = new Promise<void>((resolve) => (accept = resolve));
    const world = await openWorld({ deliver: () => (enter(), accepted) });
    await enqueueText(world, "no JSON");
    await world.enqueue();
    const round = world.auth.worker.runDue();
    await entered;
    accept();
    expect(await round).toBe(2);
    expect(world.log.map(({ event }) => event)).toEqual(["mail_unsettled", "mail_sent"]);
  });
});

describe("a mail whose lease has passed to another worker", () => {
  it("is left to it, and reported as lost", async () => {
    const world: Awaited<ReturnType<typeof openWorld>> = await openWorld({
      async deliver() {
        const { clock, store } = world;
        const lease = definePolicy().workerLease;
        clock.advance(lease);
        const thief = toId<LeaseToken>("thief");
        const stolen = await store.outbox.claimDue(
          clock.now(),
          1,
          thief,
          after(clock.now(), lease),
        );
        expect(stolen).toHaveLength(1);
      },
    });
    await world.enqueue();
    await world.auth.worker.runDue();
    expect(world.log).toMatchObject([
      { level: "info", event: "mail_sent" },
      {
        level: "info",
        event: "mail_lost",
        fields: { template: "sign-in-code", to: "a***@example.com", attempt: 1 },
      },
    ]);
  });
});

describe("the mail without a recipient", () => {
  it("vanishes in silence", async () => {
    const { auth, clock, store, world, inbox, log, waiting } = await openWorld();
    await store.transaction((tx) =>
      enqueueMail(tx, world, { template: "none", to: ada }, after(clock.now(), DAY)),
    );
    expect(await auth.worker.runDue()).toBe(1);
    expect(inbox.mails).toEqual([]);
    expect(log).toEqual([]);
    expect(await waiting()).toEqual([]);
  });
});
