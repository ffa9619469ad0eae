import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked, createFixedClock, createSeededRandom } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { after, DAY, HOUR, MINUTE } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import {
  type AuditEntryId,
  type InvitationId,
  type LeaseToken,
  type MailedLinkId,
  type OAuthStateId,
  type OneTimeCodeId,
  type OrganizationId,
  type OutboxMailId,
  type PasskeyChallengeId,
  type SessionId,
  type UserId,
  toId,
} from "../../kernel/ids.js";
import { definePolicy } from "../../kernel/policy.js";
import type { SecretHash } from "../../kernel/secret.js";
import type { Metrics } from "../../ports/metrics.js";
import { createSweep } from "./sweep-expired.procedure.js";

const LONG = 400 * DAY;
const NO_METRICS: Metrics = {
  requestStarted: () => () => {},
  requestRefused() {},
  signInEnded() {},
  hashQueueChanged() {},
  sweepEnded() {},
};
const NO_LINK = { purpose: "magic-link", sessionId: null, redirectTo: null, name: null } as const;

async function openWorld() {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const random = createSeededRandom();
  const log: unknown[] = [];
  const logger = {
    debug() {},
    warn() {},
    error() {},
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
    store.sessions.insert({
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
    });
  const addCode = async (expiresAt: Date): Promise<OneTimeCodeId> => {
    const id = random.id<OneTimeCodeId>();
    await store.oneTimeCodes.replace({
      id,
      email: asChecked<EmailAddress>(`${id}@example.com`),
      type: "sign-in",
      codeHash: asChecked<SecretHash>("hash"),
      attemptsLeft: 5,
      createdAt: start,
      expiresAt,
    });
    return id;
  };
  const addChallenge = (hash: string, expiresAt: Date) =>
    store.passkeyChallenges.insert({
      id: random.id<PasskeyChallengeId>(),
      ceremony: "authentication",
      challengeHash: asChecked<SecretHash>(hash),
      userId: null,
      browserHash: asChecked<SecretHash>("browser"),
      createdAt: start,
      expiresAt,
    });
  const addState = (hash: string, expiresAt: Date) =>
    store.oauthStates.insert({
      id: random.id<OAuthStateId>(),
      stateHash: asChecked<SecretHash>(hash),
      providerId: "provider",
      browserHash: asChecked<SecretHash>("browser"),
      userId: null,
      sealed: "sealed",
      createdAt: start,
      expiresAt,
    });
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
  const addMail = (expiresAt: Date) =>
    store.outbox.enqueue({
      id: random.id<OutboxMailId>(),
      sealed: "sealed",
      attempts: 0,
      nextAttemptAt: start,
      expiresAt,
      createdAt: start,
      noticeGroup: null,
      overBudget: false,
    });
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
    addCode,
    addChallenge,
    addState,
    addInvitation,
    organizationId,
    addMail,
    addEntry,
  };
}

describe("the sweep", () => {
  it("removes what expired this instant and keeps what lives a millisecond longer", async () => {
    const { store, clock, sweepAll, start, userId, addSession, addCode } = await openWorld();
    const end = after(start, HOUR);
    for (const expiresAt of [end, after(end, 1)]) {
      await addSession(expiresAt);
      await store.counters.spend(
        `key-${expiresAt.getTime()}`,
        5,
        expiresAt.getTime() - start.getTime(),
        start,
      );
    }
    const living = await addCode(after(end, 1));
    await addCode(end);
    clock.set(end);
    expect(await sweepAll()).toBe(3);
    expect(await store.sessions.listLive(userId, new Date(0))).toHaveLength(1);
    expect(await store.oneTimeCodes.isLive(living, clock.now())).toBe(true);
    expect(
      (await store.counters.spend(`key-${end.getTime() + 1}`, 5, HOUR, clock.now())).count,
    ).toBe(2);
  });

  it("removes challenges and states on the instant they expire", async () => {
    const { store, clock, sweepAll, start, addChallenge, addState } = await openWorld();
    const end = after(start, MINUTE);
    for (const expiresAt of [end, after(end, 1)]) {
      await addChallenge(`challenge-${expiresAt.getTime()}`, expiresAt);
      await addState(`state-${expiresAt.getTime()}`, expiresAt);
    }
    clock.set(end);
    expect(await sweepAll()).toBe(2);
    const left = end.getTime() + 1;
    expect(
      await store.passkeyChallenges.consume(
        "authentication",
        asChecked<SecretHash>(`challenge-${left}`),
        end,
      ),
    ).not.toBeNull();
    expect(
      await store.oauthStates.consume(asChecked<SecretHash>(`state-${left}`), end),
    ).not.toBeNull();
  });

  it("removes links and streaks of wrong passwords on the instant they expire", async () => {
    const { store, clock, sweepAll, start, random, userId } = await openWorld();
    const end = after(start, MINUTE);
    for (const expiresAt of [end, after(end, 1)]) {
      const name = `${expiresAt.getTime()}`;
      const email = asChecked<EmailAddress>(`person${name}@example.com`);
      const link = {
        ...NO_LINK,
        subject: name,
        email,
        userId,
        tokenHash: asChecked<SecretHash>(name),
        createdAt: start,
        expiresAt,
      };
      await store.mailedLinks.replace({ ...link, id: random.id<MailedLinkId>() });
      await store.failureStreaks.replace({
        key: name,
        failures: 1,
        blockedUntil: start,
        expiresAt,
      });
    }
    clock.set(end);
    expect(await sweepAll()).toBe(2);
    const left = `${end.getTime() + 1}`;
    expect(await store.mailedLinks.find("magic-link", asChecked<SecretHash>(left))).not.toBeNull();
    expect(await store.transaction((tx) => tx.failureStreaks.lock(left))).not.toBeNull();
  });

  it("removes dead mails that are of no use any more, and no queued ones", async () => {
    const { store, clock, sweepAll, start, addMail } = await openWorld();
    const lease = toId<LeaseToken>("lease");
    await addMail(after(start, HOUR));
    for (const { id } of await store.outbox.claimDue(start, 10, lease, after(start, MINUTE)))
      await store.outbox.bury(id, lease);
    await addMail(after(start, HOUR));
    expect(await sweepAll()).toBe(0);
    clock.advance(HOUR);
    expect(await sweepAll()).toBe(1);
    expect(await store.outbox.countBacklog(new Date(0))).toMatchObject({ dead: 0 });
    expect(await store.outbox.claimDue(clock.now(), 10, lease, clock.now())).toHaveLength(1);
  });

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

  it("leaves what has not expired alone for as long as that is", async () => {
    const { store, clock, sweepAll, start, userId, addSession } = await openWorld();
    await addSession(after(start, LONG));
    clock.advance(LONG - 1);
    expect(await sweepAll()).toBe(0);
    expect(await store.sessions.listLive(userId, clock.now())).toHaveLength(1);
  });
});
