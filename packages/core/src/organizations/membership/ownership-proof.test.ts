import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox } from "@acme/auth-testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestAuth, nobody, signInByCode } from "../../../test/worlds.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { Auth } from "../../auth.js";
import { DAY } from "../../kernel/duration.js";
import { type EmailAddress, parseEmailAddress } from "../../kernel/email-address.js";
import type { MembershipId, OrganizationId } from "../../kernel/ids.js";
import type { Fresh, Granted } from "../access-control/granted.js";
import type { CorePermission } from "../access-control/permissions.js";

const addressOf = (name: string): EmailAddress => parseEmailAddress(`${name}@example.com`)!;

describe("the proof that an owner's session is fresh", () => {
  const clock = createFixedClock();
  let auth: Auth;
  let close: () => Promise<void>;
  let ada: Caller;
  let grace: Caller;
  let signIn: (name: string) => Promise<Caller>;
  let organizationId: OrganizationId;
  let graceId: MembershipId;

  beforeEach(async () => {
    const store = await openMemoryStore();
    close = () => store.close();
    const inbox = createInbox();
    auth = createTestAuth({ store, mailer: inbox, ports: { clock } });
    signIn = async (name) => (await signInByCode({ auth, inbox }, addressOf(name))).caller;
    [ada, grace] = [await signIn("ada"), await signIn("grace")];
    organizationId = (
      await auth.organizations.create(
        ada,
        { name: "Acme", slug: "acme", logo: null, metadata: {} },
        nobody,
      )
    ).organization.id;
    graceId = auth.random.id<MembershipId>();
    const membership = {
      id: graceId,
      organizationId,
      userId: grace.user.id,
      role: "owner",
      createdAt: clock.now(),
    } as const;
    expect(await store.memberships.insertUnlessMember(membership)).toBe(true);
  });
  afterEach(() => close());

  const grant = <P extends CorePermission>(permission: P, caller = ada) =>
    auth.accessControl.authorizeIn(caller, { organizationId, permission }, nobody);

  it("is there until, and not at, the end of a day", async () => {
    clock.advance(DAY - 1);
    const fresh = await grant("org:delete");
    expect(fresh.fresh).toBe(true);
    expect(auth.accessControl.requireFresh(fresh)).toBe(fresh);
    clock.advance(1);
    const stale = await grant("org:delete");
    expect(stale.fresh).toBe(false);
    expect(() => auth.accessControl.requireFresh(stale)).toThrow(
      expect.objectContaining({ code: "SESSION_NOT_FRESH" }),
    );
  });

  it("is demanded at run time too by use cases whose type demands it", async () => {
    clock.advance(DAY);
    /** What a caller in JavaScript can do. */
    const unchecked = async <P extends CorePermission>(permission: P) =>
      (await grant(permission)) as Granted<P> & Fresh;
    await expect(
      auth.organizations.remove(await unchecked("org:delete"), nobody),
    ).rejects.toMatchObject({ code: "SESSION_NOT_FRESH" });
    await expect(
      auth.memberships.transferOwnership(
        await unchecked("org:ownership:transfer"),
        graceId,
        nobody,
      ),
    ).rejects.toMatchObject({ code: "SESSION_NOT_FRESH" });
    expect(await auth.organizations.list(ada)).toMatchObject([{ role: "owner" }]);
  });

  it("is one person's own: the session of one owner does not make the grant of another fresh", async () => {
    const early = await grant("org:delete");
    clock.advance(DAY);
    const freshGrace = await signIn("grace");
    const hers = await grant("org:delete", freshGrace);
    const his = await grant("org:delete");
    expect([early, his, hers]).toMatchObject([
      { userId: ada.user.id, fresh: true },
      { userId: ada.user.id, fresh: false },
      { userId: grace.user.id, fresh: true },
    ]);
    expect(() => auth.accessControl.requireFresh(his)).toThrow(
      expect.objectContaining({ code: "SESSION_NOT_FRESH" }),
    );
    await auth.organizations.remove(auth.accessControl.requireFresh(hers), nobody);
    const events = async (caller: Caller) =>
      (await auth.auditLog.activity(caller, { after: null, limit: 10 })).entries.map(
        ({ event }) => event,
      );
    expect(await events(freshGrace)).toContain("organization.deleted");
    expect(await events(ada)).not.toContain("organization.deleted");
  });

  it("is demanded by every use case that makes, unmakes, removes or invites an owner", async () => {
    const fresh = await grant("org:members:write");
    clock.advance(DAY);
    const members = await grant("org:members:write");
    const invitations = await grant("org:invitations:write");
    const attempts = [
      () => auth.memberships.changeRole(members, { memberId: graceId, role: "member" }, nobody),
      () => auth.memberships.remove(members, graceId, nobody),
      () => auth.memberships.leave(ada, organizationId, nobody),
      () =>
        auth.invitations.invite(invitations, { email: addressOf("eve"), role: "owner" }, nobody),
    ];
    for (const attempt of attempts)
      await expect(attempt()).rejects.toMatchObject({ code: "SESSION_NOT_FRESH" });
    await auth.memberships.changeRole(fresh, { memberId: graceId, role: "admin" }, nobody);
    await expect(
      auth.memberships.changeRole(members, { memberId: graceId, role: "owner" }, nobody),
    ).rejects.toMatchObject({ code: "SESSION_NOT_FRESH" });
    expect(
      await auth.memberships.changeRole(members, { memberId: graceId, role: "member" }, nobody),
    ).toMatchObject({ role: "member" });
  });
});
