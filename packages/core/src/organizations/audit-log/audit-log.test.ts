import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  asChecked,
  createFixedClock,
  createInbox,
  createSeededRandom,
  fixedLinks,
} from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import type { Caller } from "../../account/session/caller-store.js";
import type { AuditPosition } from "../../background/audit-log/audit-store.js";
import { createAuth } from "../../create-auth.js";
import { after, SECOND } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { type AuditEntryId, type SessionId, toId, type UserId } from "../../kernel/ids.js";
import type { AuditLog } from "./audit-log.js";

async function openWorld() {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const random = createSeededRandom();
  const start = clock.now();
  const callerOf = (name: string): Caller => {
    const id = toId<UserId>(`user-${name}`);
    const times = { createdAt: start, updatedAt: start, reclaimedAt: null };
    return {
      user: {
        id,
        email: asChecked<EmailAddress>(`${name}@example.com`),
        emailVerified: true,
        name,
        image: null,
        ...times,
      },
      by: { kind: "session", id: toId<SessionId>("session-1") },
      session: {
        id: toId<SessionId>("session-1"),
        userId: id,
        authenticatedAt: start,
        authenticatedBy: "password",
        remembered: true,
        createdAt: start,
        lastSeenAt: start,
        expiresAt: start,
        ipAddress: null,
        userAgent: null,
        methods: null,
        secondFactorAt: null,
      },
      secondFactor: { since: null, recoveryDueAt: null },
      membership: null,
    };
  };
  const record = (name: string, at = clock.now()) =>
    store.audit.append({
      id: random.id<AuditEntryId>(),
      at,
      event: "email.verified",
      userId: toId<UserId>(`user-${name}`),
      organizationId: null,
      ipAddress: null,
      userAgent: null,
      detail: {},
    });
  const { auditLog } = createAuth({
    store,
    mailer: createInbox(),
    links: fixedLinks,
    secret: Buffer.alloc(32, 7).toString("base64"),
  });

  const activity: AuditLog["activity"] = (caller, page) => auditLog.activity(caller, page);
  /** The sizes of the pages of Ada's activity, and all that is on them. */
  async function read(limit: number) {
    const pages = [];
    let after: AuditPosition | null = null;
    do {
      const page = await activity(callerOf("ada"), { after, limit });
      pages.push(page.entries);
      after = page.next;
    } while (after !== null);
    return { sizes: pages.map(({ length }) => length), entries: pages.flat() };
  }
  return { clock, start, record, read, activity, callerOf };
}

describe("the activity of an account", () => {
  it.each([
    [0, 3, [0]],
    [1, 3, [1]],
    [3, 3, [3]],
    [4, 3, [3, 1]],
    [6, 3, [3, 3]],
    [7, 3, [3, 3, 1]],
    [5, 1, [1, 1, 1, 1, 1]],
    [5, 100, [5]],
  ])(
    "of %i entries comes in pages of %i, newest first, each entry once",
    async (count, limit, sizes) => {
      const { clock, record, read } = await openWorld();
      for (let entry = 0; entry < count; entry++) {
        await record("ada");
        await record("eve");
        clock.advance(SECOND);
      }
      const { sizes: actual, entries } = await read(limit);
      expect(actual).toEqual(sizes);
      expect(entries.map(({ at }) => at.getTime())).toEqual(
        entries.map(({ at }) => at.getTime()).sort((one, other) => other - one),
      );
      expect(new Set(entries.map(({ id }) => id)).size).toBe(count);
      expect(entries.every(({ userId }) => userId === "user-ada")).toBe(true);
    },
  );

  it("loses none of what happened in one instant at the end of a page", async () => {
    const { record, read } = await openWorld();
    for (let entry = 0; entry < 10; entry++) await record("ada");
    const { entries } = await read(3);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(10);
  });

  it("goes on where it was, whatever has happened since", async () => {
    const { clock, record, activity, callerOf, start } = await openWorld();
    for (let entry = 0; entry < 4; entry++) {
      await record("ada");
      clock.advance(SECOND);
    }
    const first = await activity(callerOf("ada"), { after: null, limit: 2 });
    await record("ada");
    const second = await activity(callerOf("ada"), { after: first.next, limit: 2 });
    expect([...first.entries, ...second.entries].map(({ at }) => at)).toEqual(
      [3, 2, 1, 0].map((seconds) => after(start, seconds * SECOND)),
    );
    expect(second.next).toBeNull();
  });

  it("is not shown by another's place in it", async () => {
    const { clock, record, activity, callerOf } = await openWorld();
    for (const name of ["ada", "ada", "eve"]) {
      await record(name);
      clock.advance(SECOND);
    }
    const { next } = await activity(callerOf("ada"), { after: null, limit: 1 });
    expect((await activity(callerOf("eve"), { after: next, limit: 10 })).entries).toEqual([]);
  });
});
