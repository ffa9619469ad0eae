import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  asChecked,
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
} from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAILS } from "../../../test/sample-mails.js";
import { createTestAuth, createTestWorld } from "../../../test/worlds.js";
import type { Client } from "../../kernel/client.js";
import { DAY, HOUR, MINUTE, SECOND } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { type PasskeyId, toId } from "../../kernel/ids.js";
import { type Policy } from "../../kernel/policy.js";
import { silentLogger } from "../../platform/console-logger.js";
import { enqueueNotice, type Notice } from "./enqueue-notice.js";
import type { Actor, TemplateName } from "./mails.js";

const ADA = {
  email: asChecked<EmailAddress>("ada@example.com"),
  emailVerified: true,
  locale: null,
  signInLanguage: null,
};
const QUARTER = 15 * MINUTE;
const NOBODY = { client: null, by: null };
const ASKED: Notice = {
  template: "deletion-requested",
  data: {
    scheduledFor: "2026-12-21T10:00:00.000Z",
    organizations: [],
    byPassword: false,
  },
  ...NOBODY,
};
const PASSWORD: Notice = { template: "password-changed", ...NOBODY };
const CANCELLED: Notice = { template: "deletion-cancelled", ...NOBODY };
const ERASED: Notice = { template: "account-deleted", ...NOBODY };
const EXPORT: Notice = { template: "export-ready", ...NOBODY };
const EMAIL: Notice = { template: "email-changed", ...NOBODY };
const ROLE: Notice = {
  template: "role-changed",
  data: { organization: "Acme", role: "admin" },
  ...NOBODY,
};
const PASSKEY: Notice = {
  template: "passkey-added",
  data: { passkey: { id: toId<PasskeyId>("00000000-0000-7000-8000-000000000002"), name: "" } },
  ...NOBODY,
};
const LINKED: Notice = { template: "account-linked", data: { provider: "idp" }, ...NOBODY };

async function openWorld(overrides: Partial<Policy> = {}) {
  const store = await openMemoryStore();
  const [clock, random, inbox] = [createFixedClock(), createSeededRandom(), createInbox()];
  const ports = { clock, random, scheduler: createManualScheduler() };
  const auth = createTestAuth({
    store,
    mailer: inbox,
    logger: silentLogger,
    policy: overrides,
    ports,
  });
  const world = { ...createTestWorld(overrides, clock), random };

  const tell = (notice: Notice, to = ADA): Promise<void> =>
    store.transaction((tx) => enqueueNotice(tx, world, to, notice));
  const deliver = (): Promise<number> => auth.worker.runDue();
  const subjects = (): readonly string[] => inbox.mails.map(({ subject }) => subject);
  return { store, clock, inbox, tell, deliver, subjects };
}

/** Tells the same so many times, each delivered at once. */
async function tellAndDeliver(
  { tell, deliver }: Awaited<ReturnType<typeof openWorld>>,
  notice: Notice,
  times: number,
): Promise<void> {
  for (let i = 0; i < times; i++) {
    await tell(notice);
    await deliver();
  }
}

const ABOUT_DELETION: ReadonlySet<TemplateName> = new Set<TemplateName>([
  "deletion-requested",
  "deletion-cancelled",
  "deletion-rejected",
  "account-deleted",
]);
const NOTICES = keysOf(MAILS).filter((template) => {
  const { data } = MAILS[template];
  return !("code" in data) && !("token" in data);
});

it.each(NOTICES)(
  "the notice %s waits under the name of its group, which every release knows and which does not say whose it is",
  async (template) => {
    const { store, clock, tell } = await openWorld();
    // The compiler does not see that template and data are of one row.
    const notice = { template, data: MAILS[template].data, ...NOBODY } as Notice;
    for (const each of [notice, notice]) await tell(each);
    const rows = await store.outbox.claimDue(clock.now(), 9, toId("test"), clock.now());
    const groups = rows.map(({ noticeGroup }) => noticeGroup?.replace(/\/[\w-]+$/, ""));
    // Of those about a deletion an earlier one is of no use.
    expect(groups).toEqual(ABOUT_DELETION.has(template) ? ["deletion"] : [template, template]);
  },
);

describe("a notice", () => {
  it("goes out at once five times in a quarter of an hour; beyond that one waits until the window ends, and counts then", async () => {
    const world = await openWorld();
    await tellAndDeliver(world, PASSWORD, 9);
    expect(world.inbox.mails).toHaveLength(5);
    world.clock.advance(QUARTER - 1);
    await world.deliver();
    expect(world.inbox.mails).toHaveLength(5);
    world.clock.advance(1);
    await world.deliver();
    expect(world.inbox.mails).toHaveLength(6);
    await tellAndDeliver(world, PASSWORD, 9);
    expect(world.inbox.mails).toHaveLength(10);
  });

  it("goes out thirty times in a day; beyond that one waits until the day ends", async () => {
    const world = await openWorld();
    for (let quarter = 0; quarter < 10; quarter++) {
      await tellAndDeliver(world, ROLE, 7);
      world.clock.advance(QUARTER);
      await world.deliver();
    }
    expect(world.inbox.mails).toHaveLength(30);
    world.clock.advance(DAY - 10 * QUARTER - 1);
    await world.deliver();
    expect(world.inbox.mails).toHaveLength(30);
    world.clock.advance(1);
    await world.deliver();
    expect(world.inbox.mails).toHaveLength(31);
    await tellAndDeliver(world, ROLE, 9);
    expect(world.inbox.mails).toHaveLength(35);
  });

  it("delays none of another group, nor to another email; those about a deletion are one group", async () => {
    const world = await openWorld();
    await tellAndDeliver(world, ROLE, 9);
    for (const notice of [PASSWORD, PASSKEY, EMAIL, LINKED] as const) await world.tell(notice);
    await world.tell(ROLE, { ...ADA, email: asChecked<EmailAddress>("grace@example.com") });
    await world.deliver();
    expect(world.inbox.mails).toHaveLength(10);
    for (const notice of [ASKED, CANCELLED, ASKED, CANCELLED, ASKED, ERASED] as const)
      await tellAndDeliver(world, notice, 1);
    expect(world.inbox.mails).toHaveLength(15);
  });

  it("is not sent to an email that is not verified, and spends nothing", async () => {
    const world = await openWorld();
    for (const notice of [PASSWORD, ASKED, CANCELLED, EXPORT, ERASED] as const)
      for (let i = 0; i < 7; i++) await world.tell(notice, { ...ADA, emailVerified: false });
    world.clock.advance(HOUR);
    await world.deliver();
    expect(world.inbox.mails).toEqual([]);
    expect(await world.store.counters.spend("any", 1, 1, world.clock.now())).toMatchObject({
      spent: true,
    });
    await tellAndDeliver(world, PASSWORD, 5);
    expect(world.inbox.mails).toHaveLength(5);
  });

  it("that waits is counted once, however often its delivery fails, and lives a day from when it is due", async () => {
    const world = await openWorld();
    await tellAndDeliver(world, PASSWORD, 6);
    world.clock.advance(QUARTER);
    world.inbox.failNext(2);
    for (const pause of [0, 5 * SECOND, 15 * SECOND]) {
      world.clock.advance(pause);
      await world.deliver();
    }
    expect(world.inbox.mails).toHaveLength(6);
    await tellAndDeliver(world, PASSWORD, 9);
    expect(world.inbox.mails).toHaveLength(10);
    world.clock.advance(QUARTER - 20 * SECOND + DAY - 1);
    await world.deliver();
    expect(world.inbox.mails).toHaveLength(11);
  });

  it("that waits gives way to a newer one that has budget", async () => {
    const world = await openWorld({ noticesPerGroup: 1 });
    await tellAndDeliver(world, PASSWORD, 2);
    world.clock.advance(QUARTER);
    await world.tell(PASSWORD);
    await world.deliver();
    world.clock.advance(QUARTER);
    await world.deliver();
    expect(world.inbox.mails).toHaveLength(2);
  });
});

describe("what a notice says of a request", () => {
  const client: Client = {
    ipAddress: "192.0.2.7",
    network: "192.0.2.7",
    userAgent: "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/131.0",
    sessionToken: null,
    browserToken: null,
    organization: null,
  };
  const FROM = "Device: Firefox on Windows\nIP address: 192.0.2.7";

  it.each<readonly [Actor | null, boolean]>([
    [null, true],
    ["session", true],
    ["mailbox", true],
    ["new-mailbox", true],
    ["provider", true],
    ["operator", false],
    [{ name: "Grace", email: asChecked<EmailAddress>("grace@example.com") }, false],
  ])("names its device and network to their own user only: %j", async (by, isOwn) => {
    const world = await openWorld();
    await tellAndDeliver(world, { template: "password-changed", client, by }, 1);
    const { text } = world.inbox.mails[0]!;
    expect(text.includes(FROM)).toBe(isOwn);
    expect(text.includes("192.0.2.7")).toBe(isOwn);
  });
});

describe("the last mail about a deletion", () => {
  const step = fc.constantFrom(
    "tell",
    "tell",
    "tell",
    "deliver",
    "fail",
    "wait a minute",
    "wait an hour",
  );

  it(
    "tells the last state, whatever happens in which order and however often",
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40, size: "max" }), async (steps) => {
          const world = await openWorld();
          let asked = false;
          const advance = { "wait a minute": MINUTE, "wait an hour": HOUR } as const;
          for (const next of [...steps, "tell"] as const) {
            if (next === "tell") {
              asked = !asked;
              await world.tell(asked ? ASKED : CANCELLED);
            } else if (next === "deliver") await world.deliver();
            else if (next === "fail") {
              world.inbox.failNext(3);
              await world.deliver();
              world.inbox.failNext(0);
            } else world.clock.advance(advance[next]);
          }
          for (let i = 0; i < 26; i++) {
            await world.deliver();
            world.clock.advance(HOUR);
          }
          expect(world.subjects().at(-1)).toBe(
            asked ? "Your Acme account will be deleted" : "Your Acme account stays",
          );
        }),
        { numRuns: 15 },
      );
    },
  );

  it("is the newer one, also when both are due at once, and the older one has failed", async () => {
    const world = await openWorld();
    world.inbox.failNext(1);
    await world.tell(ASKED);
    await world.deliver();
    await world.tell(CANCELLED);
    for (let i = 0; i < 3; i++) {
      await world.deliver();
      world.clock.advance(MINUTE);
    }
    expect(world.subjects()).toEqual(["Your Acme account stays"]);
  });

  it("is the newer one, though the older one was under way to a slow mailbox, and failed there", async () => {
    const world = await openWorld();
    const claimed = world.store.outbox;
    await world.tell(ASKED);
    const [held] = await claimed.claimDue(
      world.clock.now(),
      1,
      toId("slow"),
      new Date(world.clock.now().getTime() + MINUTE),
    );
    await world.tell(CANCELLED);
    await world.deliver();
    expect(world.subjects()).toEqual([]);
    await claimed.retry(held!.id, toId("slow"), world.clock.now());
    await world.deliver();
    world.clock.advance(DAY);
    await world.deliver();
    expect(world.subjects()).toEqual(["Your Acme account stays"]);
  });
});
