import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked, asProven, createFixedClock, createSeededRandom } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { after, DAY, HOUR, MINUTE } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import {
  type AuditEntryId,
  type InvitationId,
  type OrganizationId,
  type SessionId,
  toId,
  type UserId,
} from "../../kernel/ids.js";
import { definePolicy } from "../../kernel/policy.js";
import type { SecretHash } from "../../kernel/secret.js";
import { silentLogger } from "../../platform/console-logger.js";
import type { Metrics } from "../../ports/metrics.js";
import { createSweep } from "./sweep-expired.procedure.js";

const NO_METRICS: Metrics = {
  requestStarted: () => () => {},
  requestRefused() {},
  signInEnded() {},
  hashQueueChanged() {},
  sweepEnded() {},
};

async function openWorld() {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const random = createSeededRandom();
  const log: unknown[] = [];
  const logger = {
    ...silentLogger,
    info: (event: string, fields?: object) => void log.push([event, fields]),
  };
  const sweeps: number[] = [];
  const metrics = { ...NO_METRICS, sweepEnded: (rows: number) => void sweeps.push(rows) };
  const policy = definePolicy({ sweepBatch: 10 });
  const sweep = createSweep({ store, clock, policy, logger, metrics });
  const start = clock.now();
  const userId = random.id<UserId>();
  const email = asChecked<EmailAddress>("ada@example.com");
  await store.users.insertUnlessTaken(
    asChecked({
      id: userId,
      email,
      emailVerified: true,
      name: "",
      image: null,
      createdAt: start,
      updatedAt: start,
      reclaimedAt: null,
    }),
  );

  const addSession = (expiresAt: Date) =>
    store.sessions.insert(
      asProven({
        id: random.id<SessionId>(),
        userId,
        tokenHash: asChecked<SecretHash>(random.token(32).reveal()),
        authenticatedAt: start,
        authenticatedBy: "email-otp",
        remembered: true,
        createdAt: start,
        lastSeenAt: start,
        expiresAt,
        ipAddress: null,
        userAgent: null,
        methods: null,
        secondFactorAt: null,
      }),
    );
  const organizationId = toId<OrganizationId>("acme");
  const addInvitation = async (name: string, expiresAt: Date): Promise<void> => {
    const times = { createdAt: start, updatedAt: start };
    await store.organizations.insertUnlessTaken(
      asChecked({
        id: organizationId,
        name: "",
        slug: "acme",
        logo: null,
        metadata: {},
        requireSecondFactor: false,
        ...times,
      }),
    );
    await store.invitations.insertUnlessPending({
      id: toId<InvitationId>(name),
      organizationId,
      email: asChecked<EmailAddress>(`${name}@example.com`),
      role: "member",
      status: "pending",
      tokenHash: asChecked<SecretHash>(name),
      expiresAt,
      inviterId: userId,
      createdAt: start,
    });
  };
  const addEntry = (at: Date) =>
    store.audit.append({
      id: random.id<AuditEntryId>(),
      at,
      event: "session.opened",
      userId,
      organizationId: null,
      ipAddress: null,
      userAgent: null,
      detail: {},
    });
  /** Sweeps until there is nothing left; how much there was. */
  async function sweepAll(): Promise<number> {
    let total = 0;
    for (let done = await sweep.runDue(); done > 0; done = await sweep.runDue()) total += done;
    return total;
  }
  return {
    store,
    clock,
    log,
    sweeps,
    random,
    sweep,
    sweepAll,
    userId,
    start,
    addSession,
    addInvitation,
    organizationId,
    addEntry,
  };
}

describe("the sweep", () => {
  it("keeps invitations of every status for 30 days after they expire, and no longer", async () => {
    const { store, clock, sweepAll, start, organizationId, addInvitation } = await openWorld();
    const end = after(start, HOUR);
    await addInvitation("first", end);
    await addInvitation("second", after(end, 1));
    await addInvitation("accepted", end);
    await store.invitations.settle(toId<InvitationId>("accepted"), "accepted", start);
    clock.set(after(end, 30 * DAY));
    expect(await sweepAll()).toBe(2);
    expect(
      (await store.invitations.listByOrganization(organizationId, 10)).map(({ id }) => id),
    ).toEqual(["second"]);
  });

  it("keeps audit entries for 365 days", async () => {
    const { clock, sweepAll, start, addEntry } = await openWorld();
    await addEntry(start);
    await addEntry(after(start, 1));
    clock.advance(365 * DAY);
    expect(await sweepAll()).toBe(0);
    clock.advance(HOUR);
    expect(await sweepAll()).toBe(2);
  });

  it("goes in batches, and says at the end how much it was", async () => {
    const { clock, sweep, sweepAll, log, sweeps, start, addSession } = await openWorld();
    for (let session = 0; session < 25; session++) await addSession(start);
    clock.advance(MINUTE);
    expect(await sweep.runDue()).toBe(10);
    expect(log).toEqual([]);
    expect(await sweepAll()).toBe(15);
    expect(log).toEqual([["swept", { rows: 25 }]]);
    expect(sweeps).toEqual([25]);
  });

  it("comes once an hour, and is silent when there was nothing", async () => {
    const { clock, sweepAll, log, start, addSession } = await openWorld();
    expect(await sweepAll()).toBe(0);
    await addSession(start);
    clock.advance(HOUR - 1);
    expect(await sweepAll()).toBe(0);
    expect(log).toEqual([]);
    clock.advance(1);
    expect(await sweepAll()).toBe(1);
  });

  it("is called so where the log names the task that failed", async () => {
    const { sweep } = await openWorld();
    expect(sweep.name).toBe("sweep");
  });
});
