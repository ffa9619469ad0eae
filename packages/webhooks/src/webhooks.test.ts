import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import {
  type AuditEntryId,
  type AuthOptions,
  type Client,
  createAuth,
  type LogFields,
  type OrganizationId,
  parseEmailAddress,
  Secret,
  silentLogger,
  toId,
  type UserId,
} from "@acme/auth-core";
import { after, DAY, HOUR, SECOND } from "@acme/auth-core/surface";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
  fixedLinks,
} from "@acme/auth-testing";
import { anyString } from "@acme/auth-testing/matchers";
import { portOf } from "@acme/auth-testing/port-of";
import { parseJson } from "@acme/auth-testing/read-json";
import { theOnly } from "@acme/auth-testing/the-only";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, it } from "vitest";
import { enqueueDeliveries } from "./enqueue-deliveries.js";
import { webhookTables } from "./kysely/tables.js";
import { WEBHOOK_BACKOFF, type WebhookLimit } from "./limits.js";
import type { WebhookEvent } from "./payload.js";
import type { WebhookWorld } from "./webhook-env.js";
import type { WebhookDeliveryId, WebhookEndpointId } from "./webhook-ids.js";
import type { WebhookAnswer } from "./webhook-sender.js";
import { type WebhookOptions, webhooks } from "./webhooks.js";

const SECRET = Buffer.alloc(32, 7).toString("base64");
const LOOPBACK = { allowedNetworks: ["127.0.0.0/8"] };
const USER = toId<UserId>("00000000-0000-7000-8000-000000000001");

const NO_HTTPS = "An endpoint is an https URL.";
const PORT = "An endpoint is an https URL on port 443. Allow a network of your own for any other.";
const USER_AND_PASSWORD = "The URL of an endpoint has no user and password.";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A receiver that notes what comes and answers with the status it is told; null hangs. */
async function openReceiver() {
  const received: Received[] = [];
  const answers: (number | null)[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ headers: textHeaders(request.headers), body });
      const status = answers.length > 0 ? answers.shift() : 200;
      if (status) response.writeHead(status, { location: "/elsewhere" }).end("said");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUps.push(() => server.close().closeAllConnections());
  const url = `http://127.0.0.1:${portOf(server)}/hooks`;
  return { url, received, answer: (...next: (number | null)[]) => answers.push(...next) };
}

const typeIn = (body: string): string => parseJson(body, { type: "string" }).type;

const textHeaders = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

async function openWorld({
  options = LOOPBACK,
  policy = {},
}: {
  options?: WebhookOptions;
  policy?: NonNullable<AuthOptions["policy"]> & Partial<Readonly<Record<WebhookLimit, number>>>;
} = {}) {
  const store = await openMemoryStore({ features: [webhookTables] });
  cleanUps.push(() => store.close());
  // The verifier compares with the time of the machine.
  const clock = createFixedClock(new Date());
  const random = createSeededRandom();
  const log: string[] = [];
  const lines: (readonly [event: string, fields?: LogFields])[] = [];
  const write = (event: string, fields?: LogFields): void => {
    log.push(event);
    lines.push(fields ? [event, fields] : [event]);
  };
  let world!: WebhookWorld;
  const feature = webhooks(options);
  const auth = createAuth({
    store,
    mailer: createInbox(),
    links: fixedLinks,
    secret: SECRET,
    policy,
    features: [
      {
        ...feature,
        create: (env) => ((world = env), feature.create(env)),
      } satisfies typeof feature,
    ],
    ports: { clock, random },
    logger: { debug: write, info: write, warn: write, error: write },
  });
  const happen = async (event = "member.added", own: Partial<WebhookEvent> = {}) => {
    const happened: WebhookEvent = {
      id: random.id<AuditEntryId>(),
      event,
      at: clock.now(),
      userId: USER,
      organizationId: null,
      actorId: null,
      detail: {},
      ...own,
    };
    await store.transaction((tx) =>
      enqueueDeliveries(tx, world, { event: happened, notifies: true }),
    );
    return happened;
  };
  return { auth, store, clock, log, lines, happen };
}

it("operators read in the log what was delivered, and what was dropped because its endpoint is disabled", async () => {
  const { auth, happen, lines } = await openWorld();
  const { url } = await openReceiver();
  const { id } = await auth.webhooks.add({ url });
  const deliver = async () => {
    await auth.worker.runDue();
    return lines.splice(0).filter(([event]) => event.startsWith("webhook_"));
  };
  const fields = {
    deliveryId: anyString(),
    event: "member.added",
    endpointId: id,
    attempt: 1,
  };
  await happen();
  expect(await deliver()).toEqual([["webhook_sent", fields]]);
  await happen();
  await auth.webhooks.disable(id);
  expect(await deliver()).toEqual([["webhook_dropped", fields]]);
  expect(await auth.webhooks.listDeliveries(id)).toMatchObject([{ state: "delivered" }]);
});

describe("a webhook", () => {
  it("is verified by the library of Standard Webhooks, and by no other secret", async () => {
    const { auth, happen } = await openWorld();
    const { url, received } = await openReceiver();
    const { secret } = await auth.webhooks.add({ url });
    const { id, at } = await happen("member.added", { detail: { memberId: "m1", role: "admin" } });
    await auth.worker.runDue();
    const { headers, body } = theOnly(received);
    expect(headers["webhook-id"]).toBe(id);
    expect(headers["content-type"]).toBe("application/json");
    const verify = () => new Webhook(secret.reveal()).verify(body, headers);
    expect(verify).not.toThrow();
    expect(verify()).toEqual({
      type: "member.added",
      timestamp: at.toISOString(),
      data: { userId: USER, memberId: "m1" },
    });
    const other = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
    expect(() => new Webhook(other).verify(body, headers)).toThrow("No matching signature");
    expect(() => new Webhook(secret.reveal()).verify(`${body} `, headers)).toThrow();
  });

  it("holds ids and times, and nothing else of the detail", async () => {
    const { auth, happen } = await openWorld();
    const { url, received } = await openReceiver();
    await auth.webhooks.add({ url });
    await happen("session.opened", {
      detail: { sessionId: "s1", method: "password", count: 3, email: "ada@example.com" },
    });
    await auth.worker.runDue();
    const { data } = parseJson(theOnly(received).body, { data: "object" });
    expect(data).toEqual({ userId: USER, sessionId: "s1" });
  });

  it("is signed with both secrets while they rotate, and with the new one alone afterwards", async () => {
    const { auth, clock, happen } = await openWorld();
    const { url, received } = await openReceiver();
    const { id, secret: first } = await auth.webhooks.add({ url });
    const second = (await auth.webhooks.rotate(id))!;
    const verifies = (secret: { reveal(): string }, { headers, body }: Received): boolean => {
      try {
        // Of the machine's time, to which the clock here is a day ahead.
        const raw = headers["webhook-timestamp"]!;
        const verifier = new Webhook(secret.reveal());
        const ours = verifier.sign(headers["webhook-id"]!, new Date(Number(raw) * 1_000), body);
        return headers["webhook-signature"]!.split(" ").includes(ours);
      } catch {
        return false;
      }
    };
    await happen();
    await auth.worker.runDue();
    expect(
      new Webhook(first.reveal()).verify(received[0]!.body, received[0]!.headers),
    ).toBeTruthy();
    expect(
      new Webhook(second.reveal()).verify(received[0]!.body, received[0]!.headers),
    ).toBeTruthy();
    expect((await auth.webhooks.list())[0]!.rotatesUntil).toEqual(after(clock.now(), DAY));
    clock.advance(DAY);
    await happen();
    await auth.worker.runDue();
    expect([first, second].map((secret) => verifies(secret, received[1]!))).toEqual([false, true]);
    expect((await auth.webhooks.list())[0]!.rotatesUntil).toBeNull();
    expect(await auth.webhooks.rotate(toId<WebhookEndpointId>("unknown"))).toBeNull();
  });

  it("is tried ten times over three days, each time later and with the same id, and is then dead", async () => {
    const { auth, clock, happen, log } = await openWorld();
    const { url, received, answer } = await openReceiver();
    const { id } = await auth.webhooks.add({ url });
    const event = await happen();
    const start = clock.now();
    answer(...Array.from({ length: 10 }, () => 500));
    for (const pause of WEBHOOK_BACKOFF) {
      expect(await auth.worker.runDue()).toBeGreaterThan(0);
      const [waiting] = await auth.webhooks.listDeliveries(id);
      const waits = waiting!.nextAttemptAt.getTime() - clock.now().getTime();
      expect(waits).toBeGreaterThanOrEqual(pause);
      expect(waits).toBeLessThanOrEqual(pause * 1.1);
      expect(waiting).toMatchObject({ state: "queued", lastAttempt: { status: 500 } });
      clock.set(waiting!.nextAttemptAt);
    }
    await auth.worker.runDue();
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual(
      Array.from({ length: 10 }, () => event.id),
    );
    expect(new Set(received.map(({ headers }) => headers["webhook-signature"])).size).toBe(10);
    const took = clock.now().getTime() - start.getTime();
    expect(took).toBeGreaterThan(3 * DAY);
    expect(took).toBeLessThan(3.5 * DAY);
    expect(await auth.webhooks.listDeliveries(id)).toMatchObject([{ state: "dead", attempts: 10 }]);
    expect(log.filter((line) => /^(job|webhook)_/.test(line))).toEqual([
      ...Array.from({ length: 9 }, () => "webhook_failed"),
      "webhook_dead",
    ]);
  });

  it("is not spread alike: pauses differ from delivery to delivery", async () => {
    const { auth, happen } = await openWorld();
    const { url, answer } = await openReceiver();
    const { id } = await auth.webhooks.add({ url });
    for (let event = 0; event < 15; event++) await happen();
    answer(...Array.from({ length: 15 }, () => 503));
    await auth.worker.runDue();
    const due = (await auth.webhooks.listDeliveries(id)).map((one) => one.nextAttemptAt.getTime());
    expect(new Set(due).size).toBeGreaterThan(5);
  });

  it("that is redirected has failed, and goes nowhere else", async () => {
    const { auth, happen, lines } = await openWorld();
    const { url, received, answer } = await openReceiver();
    const { id } = await auth.webhooks.add({ url });
    await happen();
    answer(302);
    await auth.worker.runDue();
    expect(received).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject([
      "webhook_failed",
      { reason: "127.0.0.1 answers with status 302" },
    ]);
    expect(await auth.webhooks.listDeliveries(id)).toMatchObject([
      { state: "queued", attempts: 1, lastAttempt: { status: 302, failure: null } },
    ]);
  });

  it("that is answered 410 disables its endpoint, and what waits for it is dropped", async () => {
    const { auth, clock, happen, lines } = await openWorld({ policy: { workerBatch: 1 } });
    const { url, received, answer } = await openReceiver();
    const { id } = await auth.webhooks.add({ url });
    await happen();
    await happen();
    answer(410);
    await auth.worker.runDue();
    expect(received).toHaveLength(1);
    expect(await auth.webhooks.list()).toMatchObject([
      { disabledAt: clock.now(), disabledReason: "gone" },
    ]);
    expect(await auth.webhooks.listDeliveries(id)).toMatchObject([
      { state: "dead", lastAttempt: { status: 410 } },
    ]);
    expect(lines).toContainEqual(["webhook_endpoint_gone", { endpointId: id, host: "127.0.0.1" }]);
    await happen();
    expect(await auth.webhooks.listDeliveries(id)).toHaveLength(1);
  });

  it("that is answered 410 is reported once, also when another of the batch is answered so too", async () => {
    const { auth, happen, lines } = await openWorld();
    const { url, received, answer } = await openReceiver();
    await auth.webhooks.add({ url });
    for (let times = 0; times < 2; times++) await happen();
    answer(410, 410);
    await auth.worker.runDue();
    expect(received).toHaveLength(2);
    expect(lines.filter(([event]) => event === "webhook_endpoint_gone")).toHaveLength(1);
  });

  it("to a receiver that hangs fails in time, and the others of the batch have arrived", async () => {
    const { auth, happen, lines } = await openWorld({ policy: { webhookTimeout: SECOND } });
    const [slow, quick] = [await openReceiver(), await openReceiver()];
    const { id } = await auth.webhooks.add({ url: slow.url });
    await auth.webhooks.add({ url: quick.url });
    await happen();
    slow.answer(null);
    await auth.worker.runDue();
    expect(quick.received).toHaveLength(1);
    expect(await auth.webhooks.listDeliveries(id)).toMatchObject([
      { state: "queued", lastAttempt: { status: null, failure: "timed_out" } },
    ]);
    expect(lines.find(([event]) => event === "webhook_failed")).toMatchObject([
      "webhook_failed",
      { reason: "127.0.0.1 does not answer: timed_out" },
    ]);
  });

  it("to a receiver that hangs holds up none to another, in this batch and in the next", async () => {
    const { auth, happen } = await openWorld({ policy: { workerBatch: 2, workerPoll: 10 } });
    const [hanging, other] = [await openReceiver(), await openReceiver()];
    hanging.answer(null, null, null, null, null, null);
    for (const { url } of [hanging, other]) await auth.webhooks.add({ url });
    for (let times = 0; times < 5; times++) await happen();
    auth.worker.start();
    await expect.poll(() => other.received.length).toBe(5);
    expect(hanging.received).toHaveLength(1);
    await auth.worker.stop();
  });

  it("to a receiver that hangs is given back when the worker stops, and no attempt is counted", async () => {
    const { auth, happen } = await openWorld();
    const { url, received, answer } = await openReceiver();
    const { id } = await auth.webhooks.add({ url });
    await happen();
    answer(null);
    auth.worker.start();
    while (received.length === 0) await new Promise((turn) => setTimeout(turn, 5));
    const from = performance.now();
    await auth.worker.stop();
    expect(performance.now() - from).toBeLessThan(10 * SECOND);
    expect(await auth.webhooks.listDeliveries(id)).toMatchObject([
      { state: "queued", attempts: 0, lastAttempt: null },
    ]);
  });
});

it("a delivery that ends while its lease is being extended leaves nothing for later", async () => {
  const store = await openMemoryStore({ features: [webhookTables] });
  cleanUps.push(() => store.close());
  const scheduler = createManualScheduler();
  let begin!: () => void;
  let answer!: (answer: WebhookAnswer) => void;
  let reach!: () => void;
  let release!: () => void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const answered = new Promise<WebhookAnswer>((resolve) => (answer = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const { webhookDeliveries } = store;
  const auth = createAuth({
    store: {
      ...store,
      webhookDeliveries: {
        ...webhookDeliveries,
        extend: async (...lease) => {
          const isOurs = await webhookDeliveries.extend(...lease);
          reach();
          await released;
          return isOurs;
        },
      },
    },
    mailer: createInbox(),
    links: fixedLinks,
    secret: SECRET,
    features: [webhooks({ sender: { send: () => (begin(), { answer: answered, cancel() {} }) } })],
    ports: { scheduler },
    logger: silentLogger,
  });
  const { id } = await auth.webhooks.add({ url: "https://crm.example.com/" });
  const paid = { event: "billing.paid", userId: null, organizationId: null, client: null };
  await store.transaction((tx) => auth.auditLog.record(tx, { ...paid, detail: {} }));
  const run = auth.worker.runDue();
  await begun;
  scheduler.advance(SECOND);
  await reached;
  answer({ status: 200 });
  await run;
  release();
  for (let turns = 0; turns < 5; turns++) await new Promise((turn) => setImmediate(turn));
  expect(scheduler.waiting()).toBe(0);
  expect(await auth.webhooks.listDeliveries(id)).toMatchObject([{ state: "delivered" }]);
});

describe("endpoints", () => {
  it("get the events they name, or all, and every one is told that a user is erased", async () => {
    const { auth, happen } = await openWorld();
    const [all, some] = [await openReceiver(), await openReceiver()];
    await auth.webhooks.add({ url: all.url });
    await auth.webhooks.add({ url: some.url, events: ["member.added"] });
    for (const event of ["member.added", "member.removed", "user.erased"]) await happen(event);
    await auth.worker.runDue();
    const types = ({ received }: { received: readonly Received[] }) =>
      received.map(({ body }) => typeIn(body)).toSorted();
    expect(types(all)).toEqual(["member.added", "member.removed", "user.erased"]);
    expect(types(some)).toEqual(["member.added", "user.erased"]);
  });

  it("get the events of the application that they name, with the ids of the detail alone", async () => {
    const { auth, store } = await openWorld();
    const receiver = await openReceiver();
    await auth.webhooks.add({ url: receiver.url, events: ["billing.plan_changed"] });
    await store.transaction(async (tx) => {
      for (const event of ["billing.plan_changed", "billing.card_added"])
        await auth.auditLog.record(tx, {
          event,
          userId: null,
          organizationId: toId<OrganizationId>("acme"),
          client: null,
          detail: { invoiceId: "i1", to: "team" },
        });
    });
    await auth.worker.runDue();
    expect(receiver.received.map(({ body }) => parseJson(body, "object"))).toMatchObject([
      { type: "billing.plan_changed", data: { organizationId: "acme", invoiceId: "i1" } },
    ]);
    expect(receiver.received[0]!.body).not.toContain("team");
  });

  it("keep their secrets sealed in the database, each bound to its endpoint", async () => {
    const { auth, store } = await openWorld();
    const { url } = await openReceiver();
    const { id, secret } = await auth.webhooks.add({ url });
    const next = (await auth.webhooks.rotate(id))!;
    const stored = JSON.stringify(await store.webhookEndpoints.list());
    for (const text of [secret.reveal(), next.reveal()]) {
      expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
      expect(stored).not.toContain(text.slice("whsec_".length));
    }
    expect(JSON.stringify(await auth.webhooks.list())).not.toContain("sealed");
  });

  it.each([
    ["http://crm.example.com/", {}, PORT],
    ["http://crm.example.com:443/", {}, PORT],
    ["https://crm.example.com:8443/", {}, PORT],
    ["https://ada:secret@crm.example.com/", LOOPBACK, USER_AND_PASSWORD],
    ["https://ada@crm.example.com/", LOOPBACK, USER_AND_PASSWORD],
    ["https://:secret@crm.example.com/", LOOPBACK, USER_AND_PASSWORD],
    ["https://crm.example.com/#part", LOOPBACK, "The URL of an endpoint has no fragment."],
    ["ftp://crm.example.com/", LOOPBACK, NO_HTTPS],
    ["httpsx://crm.example.com/", LOOPBACK, NO_HTTPS],
    ["xhttps://crm.example.com/", LOOPBACK, NO_HTTPS],
    ["https://crm.example.com/\u0000", LOOPBACK, NO_HTTPS],
    ["crm.example.com", LOOPBACK, NO_HTTPS],
    ["https://crm.example.com/".padEnd(2_049, "x"), {}, "A URL has at most 2048 characters."],
  ])("are not added at %s", async (url, options, message) => {
    const { auth } = await openWorld({ options });
    await expect(auth.webhooks.add({ url })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      issues: [{ path: "url", message }],
    });
  });

  it("are added at a URL of the greatest length, counted in code points", async () => {
    const { auth } = await openWorld({ options: {} });
    for (const letter of ["x", "😀"])
      await auth.webhooks.add({
        url: `https://crm.example.com/${letter.repeat(2_048 - "https://crm.example.com/".length)}`,
      });
    expect(await auth.webhooks.list()).toHaveLength(2);
  });

  it.each([
    [["member.aded", "member.added", "toString"], "There is no event member.aded, toString."],
    [["Plan changed"], "There is no event Plan changed."],
    [[], "Name an event, or leave them out for all."],
  ])("are not added for the events %j, and the refusal says why", async (events, message) => {
    const { auth } = await openWorld();
    const adding = auth.webhooks.add({ url: "https://crm.example.com/", events });
    await expect(adding).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      issues: [{ path: "events", message }],
    });
  });

  it("may name user.erased, of which they are told in any case", async () => {
    const { auth } = await openWorld();
    await auth.webhooks.add({ url: "https://crm.example.com/", events: ["user.erased"] });
    expect(await auth.webhooks.list()).toMatchObject([{ events: ["user.erased"] }]);
  });

  it("are as many as the policy says", async () => {
    const { auth } = await openWorld({ policy: { webhookEndpoints: 1 } });
    await auth.webhooks.add({ url: "https://crm.example.com/" });
    const adding = auth.webhooks.add({ url: "https://crm.example.com/" });
    await expect(adding).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  });

  it("get what waits for them once webhooks are on again, and nothing of what happens while they are off", async () => {
    const { auth, store, happen } = await openWorld();
    const { url, received } = await openReceiver();
    await auth.webhooks.add({ url });
    const { id } = await happen();
    const off = createAuth({
      store,
      mailer: createInbox(),
      links: fixedLinks,
      secret: SECRET,
      logger: silentLogger,
    });
    const paid = { event: "billing.paid", userId: null, organizationId: null, client: null };
    await store.transaction((tx) => off.auditLog.record(tx, { ...paid, detail: {} }));
    await off.worker.runDue();
    expect(received).toEqual([]);
    expect(await store.webhookDeliveries.listQueued(null, 9)).toHaveLength(1);
    await auth.worker.runDue();
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([id]);
  });

  it("sign with their secret alone, and with both new ones where it was rotated twice at once", async () => {
    const { auth, happen } = await openWorld();
    const { url, received } = await openReceiver();
    const { id, secret } = await auth.webhooks.add({ url });
    const deliver = async () => {
      await happen();
      await auth.worker.runDue();
      const { headers, body } = received.at(-1)!;
      const verifies = (one: Secret | null) => () =>
        new Webhook(one!.reveal()).verify(body, headers);
      return { verifies, signatures: headers["webhook-signature"]!.split(" ") };
    };
    const before = await deliver();
    expect(before.verifies(secret)).not.toThrow();
    expect(before.signatures).toHaveLength(1);
    const rotated = await Promise.all([auth.webhooks.rotate(id), auth.webhooks.rotate(id)]);
    const afterwards = await deliver();
    for (const one of rotated) expect(afterwards.verifies(one)).not.toThrow();
    expect(afterwards.verifies(secret)).toThrow("No matching signature");
    expect(afterwards.signatures).toHaveLength(2);
  });

  it("whose secret no configured key opens get nothing, and their deliveries wait", async () => {
    const { auth, happen, store, lines } = await openWorld();
    const { url, received } = await openReceiver();
    const { id } = await auth.webhooks.add({ url });
    const { sealedSecret } = (await store.webhookEndpoints.find(id))!;
    await store.webhookEndpoints.updateSecrets(id, sealedSecret, {
      sealedSecret: "unknown.sealed",
      previousSealedSecret: sealedSecret,
      previousSecretEndsAt: new Date(Date.now() + HOUR),
    });
    await happen();
    await auth.worker.runDue();
    expect(received).toEqual([]);
    expect(lines.at(-1)).toMatchObject([
      "webhook_failed",
      { reason: "the secret of the endpoint is sealed with an unknown key" },
    ]);
    expect(await auth.webhooks.listDeliveries(id)).toMatchObject([
      { state: "queued", attempts: 1 },
    ]);
  });
});

describe("an operator", () => {
  it("disables an endpoint, which gets nothing more, and removes it", async () => {
    const { auth, happen } = await openWorld();
    const { url, received } = await openReceiver();
    const { id } = await auth.webhooks.add({ url });
    await happen();
    expect(await auth.webhooks.disable(id)).toBe(true);
    expect(await auth.webhooks.disable(id)).toBe(false);
    await happen();
    await auth.worker.runDue();
    expect(received).toEqual([]);
    expect(await auth.webhooks.list()).toMatchObject([{ disabledReason: "operator" }]);
    expect(await auth.webhooks.remove(id)).toBe(true);
    expect(await auth.webhooks.remove(id)).toBe(false);
    expect(await auth.webhooks.list()).toEqual([]);
  });

  it("enables an endpoint that was disabled, which gets what happens from then on", async () => {
    const { auth, happen } = await openWorld();
    const { url, received } = await openReceiver();
    const { id } = await auth.webhooks.add({ url });
    expect(await auth.webhooks.enable(id)).toBe(false);
    await auth.webhooks.disable(id);
    await happen();
    expect(await auth.webhooks.enable(id)).toBe(true);
    expect(await auth.webhooks.list()).toMatchObject([{ disabledAt: null, disabledReason: null }]);
    await auth.worker.runDue();
    expect(received).toEqual([]);
    await happen();
    await auth.worker.runDue();
    expect(received).toHaveLength(1);
  });

  it("tests an endpoint at once, disabled or not, and is told what it answered", async () => {
    const { auth } = await openWorld();
    const { url, received, answer } = await openReceiver();
    const { id, secret } = await auth.webhooks.add({ url });
    answer(204, 500);
    expect(await auth.webhooks.test(id)).toEqual({ status: 204 });
    await auth.webhooks.disable(id);
    expect(await auth.webhooks.test(id)).toEqual({ status: 500 });
    const { headers, body } = received[0]!;
    expect(new Webhook(secret.reveal()).verify(body, headers)).toMatchObject({
      type: "webhook.test",
      data: { endpointId: id },
    });
    expect(await auth.webhooks.test(toId<WebhookEndpointId>("unknown"))).toBeNull();
  });

  it("replays what has arrived, under the same id", async () => {
    const { auth, happen } = await openWorld();
    const { url, received } = await openReceiver();
    const { id } = await auth.webhooks.add({ url });
    await happen();
    expect(await auth.webhooks.replay((await auth.webhooks.listDeliveries(id))[0]!.id)).toBe(false);
    await auth.worker.runDue();
    const [delivery] = await auth.webhooks.listDeliveries(id);
    expect(delivery).toMatchObject({
      state: "delivered",
      attempts: 1,
      lastAttempt: { status: 200 },
    });
    expect(await auth.webhooks.replay(delivery!.id)).toBe(true);
    await auth.worker.runDue();
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([
      delivery!.eventId,
      delivery!.eventId,
    ]);
    await auth.webhooks.disable(id);
    expect(await auth.webhooks.replay(delivery!.id)).toBe(false);
    expect(await auth.webhooks.replay(toId<WebhookDeliveryId>("unknown"))).toBe(false);
  });

  it("need not wait for the next poll for what is replayed", async () => {
    const { auth, happen } = await openWorld({ policy: { workerPoll: HOUR } });
    const { url, received } = await openReceiver();
    const { id } = await auth.webhooks.add({ url });
    await happen();
    auth.worker.start();
    const deliveries = () => auth.webhooks.listDeliveries(id);
    await expect.poll(async () => (await deliveries())[0]!.state).toBe("delivered");
    const [delivery] = await deliveries();
    expect(await auth.webhooks.replay(delivery!.id)).toBe(true);
    await expect.poll(() => received.length).toBe(2);
    await auth.worker.stop();
  });

  it("finds status and time of every delivery, and no word of the answer", async () => {
    const { auth, happen, store } = await openWorld();
    const { url } = await openReceiver();
    const { id } = await auth.webhooks.add({ url });
    await happen();
    await auth.worker.runDue();
    const [report] = await auth.webhooks.listDeliveries(id);
    expect(report).toMatchObject({ lastAttempt: { status: 200, failure: null } });
    const stored = await store.webhookDeliveries.find(report!.id);
    expect(JSON.stringify([report, stored])).not.toContain("said");
  });
});

describe("what happens", () => {
  const client: Client = {
    ipAddress: "192.0.2.1",
    network: "192.0.2.1",
    userAgent: "suite/1.0",
    sessionToken: null,
    browserToken: null,
    organization: null,
  };
  const email = parseEmailAddress("ada@example.com")!;
  const password = new Secret("correct horse battery");
  const newUser = { email, password, name: "Ada", image: null, redirectTo: null };
  const typesOf = (received: readonly Received[]) =>
    received.map(({ body }) => typeIn(body)).toSorted();

  it("is told with the id of its audit entry, and without what the person entered", async () => {
    const { auth, store } = await openWorld();
    const { url, received } = await openReceiver();
    await auth.webhooks.add({ url, events: ["user.created"] });
    const { user } = await auth.passwords.signUp(newUser, client);
    await auth.worker.runDue();
    const { headers, body } = theOnly(received);
    expect(JSON.parse(body)).toMatchObject({ type: "user.created", data: { userId: user.id } });
    expect(body).not.toMatch(/Ada|ada@|192\.0\.2/);
    const entries = await store.audit.listByUser(user.id, null, 10);
    const created = entries.find(({ event }) => event === "user.created");
    expect(headers["webhook-id"]).toBe(created?.id);
    expect(received).toHaveLength(1);
  });

  it("is told of an email address without a user to nobody, by a delivery that leads nowhere", async () => {
    const { auth, lines } = await openWorld();
    const { url, received } = await openReceiver();
    await auth.webhooks.add({ url });
    const attempt = { email, password: new Secret("wrong"), redirectTo: null };
    await expect(auth.passwords.signIn(attempt, client)).rejects.toThrow();
    const queued = await auth.worker.listQueued("webhooks");
    expect(queued).toMatchObject([{ kind: "password.refused", subject: "nowhere" }]);
    await auth.worker.runDue();
    expect(received).toEqual([]);
    expect(lines.at(-1)).toMatchObject(["webhook_dropped", { endpointId: "nowhere" }]);
    expect(await auth.worker.listQueued("webhooks")).toEqual([]);
  });

  it("is told of an account that is erased, to every endpoint and at last", async () => {
    const { auth } = await openWorld({ policy: { deletionGraceDays: 0 } });
    const { url, received } = await openReceiver();
    await auth.webhooks.add({ url, events: ["user.created"] });
    const { user, signedIn } = await auth.passwords.signUp(newUser, client);
    const sessionToken = signedIn?.token ?? null;
    const caller = (await auth.sessions.identify({ sessionToken, organization: null }))!;
    await auth.accountDeletion.request(caller, { password, reason: "" }, client);
    await auth.worker.runDue();
    expect(typesOf(received)).toEqual(["user.created", "user.erased"]);
    const erased = received.find(({ body }) => body.includes("user.erased"))!;
    expect(JSON.parse(erased.body)).toMatchObject({ data: { userId: user.id } });
  });
});
