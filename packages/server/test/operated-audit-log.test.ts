import { type AuditEntryId, type NamedRecord, toId, type UserId } from "@acme/auth-core";
import { expect, it } from "vitest";
import { describeService } from "./describe-service.js";
import { createTeams, type Person } from "./teams.js";

const operator = "jane@support: ticket 4712";

describeService("the audit log, for operators", { timeout: 60_000 }, (service) => {
  const { team, person } = createTeams(service);
  const userOf = ({ userId }: Person) => toId<UserId>(userId);

  it("is read whole, newest first, page by page and by filters", async () => {
    const acme = await team();
    const userId = userOf(acme.people.owner);
    const organizationId = toId<NonNullable<NamedRecord["organizationId"]>>(acme.id);
    service.clock.advance(1_000);
    const from = service.clock.now();
    await service.auth.users.endSessions(userId, { operator });
    const since = await service.auth.operators.listRecords({ from, limit: 10 });
    expect(since).toMatchObject({
      entries: [{ event: "sessions.ended", operator, email: acme.people.owner.email }],
      next: null,
    });
    const [before] = (await service.auth.operators.listRecords({ userId, to: from, limit: 1 }))
      .entries;
    expect(before?.event).toBe("invitation.created");
    const added = { organizationId, event: "member.added" };
    const first = await service.auth.operators.listRecords({ ...added, limit: 2 });
    const rest = await service.auth.operators.listRecords({
      ...added,
      after: first.next,
      limit: 2,
    });
    const emails = [...first.entries, ...rest.entries].map(({ email }) => email);
    const { owner, admin, member } = acme.people;
    expect(emails).toEqual([member.email, admin.email, owner.email]);
    expect(rest.next).toBeNull();
  });

  /** Follows the entries of a user until `count` of them were seen, then ends. */
  async function follow(
    { userId, limit = 0 }: { readonly userId: UserId; readonly limit?: number },
    count: number,
  ): Promise<readonly string[]> {
    const stop = new AbortController();
    const seen: string[] = [];
    const { signal } = stop;
    for await (const { event } of service.auth.operators.followRecords({ userId, limit, signal })) {
      seen.push(event);
      if (seen.length === count) stop.abort();
    }
    return seen;
  }

  it("is followed from its newest entries on, oldest first, each once", async () => {
    const id = userOf(await person());
    service.clock.advance(1_000);
    await service.auth.users.suspend(id, { operator });
    service.clock.advance(1_000);
    const followed = follow({ userId: id, limit: 1 }, 3);
    await service.auth.users.reinstate(id, { operator });
    await service.auth.users.endSessions(id, { operator });
    const seen = await followed;
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(3);
    expect(seen).toEqual(expect.arrayContaining(["user.reinstated", "sessions.ended"]));
  });

  it("shows an entry that is committed late, although newer ones were shown", async () => {
    const id = userOf(await person());
    service.clock.advance(60_000);
    const followed = follow({ userId: id }, 2);
    await service.auth.users.suspend(id, { operator });
    const late = new Date(service.clock.now().getTime() - 10_000);
    await service.store.audit.append({
      id: service.auth.random.id<AuditEntryId>(),
      at: late,
      event: "user.exported",
      userId: id,
      organizationId: null,
      ipAddress: null,
      userAgent: null,
      detail: {},
    });
    expect([...(await followed)].sort()).toEqual(["user.exported", "user.suspended"]);
  });

  it("is followed without a gap, however long its reader was busy", async () => {
    const id = userOf(await person());
    const stop = new AbortController();
    const following = { userId: id, limit: 1, signal: stop.signal };
    const records = service.auth.operators.followRecords(following)[Symbol.asyncIterator]();
    await records.next();
    await service.auth.users.suspend(id, { operator });
    service.clock.advance(600_000);
    await service.auth.users.reinstate(id, { operator });
    expect(await records.next()).toMatchObject({ value: { event: "user.suspended" } });
    stop.abort();
    await records.return?.();
  });

  it("is not followed once its reader has gone", async () => {
    const stop = new AbortController();
    const records = service.auth.operators.followRecords({ limit: 0, signal: stop.signal });
    const next = records[Symbol.asyncIterator]().next();
    stop.abort();
    expect(await next).toMatchObject({ done: true });
  });
});
