import { type OrganizationId, toId } from "@acme/auth-core";
import { beforeEach, describe, expect, it } from "vitest";
import { asChecked } from "../as-checked.js";
import { type Opened, type Rival } from "./fixture.js";
import {
  at,
  hash,
  membershipId,
  organizationId,
  sessionId,
  signedInUser,
  someMembership,
  someOrganization,
  someRenewal,
  someSession,
  someUser,
  userId,
  withoutHash,
} from "./samples.js";

const ACME = organizationId("acme");
const NO_FACTOR = { since: null, recoveryDueAt: null };

export function describeCallers(opened: Opened): void {
  const callers = () => opened().store.callers;
  const everybody = (): readonly Rival[] => [opened().store, ...opened().rivals];
  const user = someUser("ada", { image: "x", reclaimedAt: at(4) });
  const session = someSession("one", "ada", { remembered: false });

  describe("callers", () => {
    beforeEach(async () => {
      await opened().store.users.insertUnlessTaken(user);
      await opened().store.users.insertUnlessTaken(someUser("grace"));
      await opened().store.sessions.insert(session);
      await opened().store.sessions.insert(
        someSession("two", "grace", { ipAddress: null, userAgent: null }),
      );
    });

    it("a token tells the user and the session, whole except for its hash", async () => {
      expect(await callers().find(hash("one"), null, at(1))).toEqual({
        user: signedInUser(user),
        session: withoutHash(session),
        secondFactor: NO_FACTOR,
        membership: null,
      });
      expect(await callers().find(hash("two"), null, at(1))).toEqual({
        user: signedInUser(someUser("grace")),
        session: withoutHash(someSession("two", "grace", { ipAddress: null, userAgent: null })),
        secondFactor: NO_FACTOR,
        membership: null,
      });
    });

    it("a token tells the own fields of the user", async () => {
      const fields = { plan: "team", nested: { tags: ["日本語", 1.5] }, isBeta: false };
      await opened().store.users.updateFields(user.id, asChecked(fields), at(1));
      expect((await callers().find(hash("one"), null, at(1)))?.user.fields).toEqual(fields);
    });

    it("an unknown token finds no caller", async () => {
      expect(await callers().find(hash("three"), null, at(1))).toBeNull();
    });

    it("a token finds no caller from the instant its session expires", async () => {
      expect(await callers().find(hash("one"), null, at(999))).not.toBeNull();
      expect(await callers().find(hash("one"), null, at(1_000))).toBeNull();
    });

    it("an enrolled user's token finds a caller only where a second factor was proven", async () => {
      await opened().store.sessions.insert(
        someSession("proven", "ada", { methods: "password totp", secondFactorAt: at(3) }),
      );
      await opened().store.users.markRecoveryDue(user.id, at(9));
      await opened().store.users.markEnrolled(user.id, at(2));
      for (const finder of everybody()) {
        expect(await finder.callers.find(hash("one"), null, at(1))).toBeNull();
        expect(await finder.callers.find(hash("proven"), null, at(1))).toMatchObject({
          session: { methods: "password totp", secondFactorAt: at(3) },
          secondFactor: { since: at(2), recoveryDueAt: at(9) },
        });
      }
      expect(await callers().find(hash("two"), null, at(1))).not.toBeNull();
      await opened().store.users.markEnrolled(user.id, null);
      for (const finder of everybody())
        expect(await finder.callers.find(hash("one"), null, at(1))).not.toBeNull();
    });

    it("a hint tells whether the organization requires a second factor", async () => {
      await opened().store.organizations.insertUnlessTaken(
        someOrganization("acme", { requireSecondFactor: true }),
      );
      await opened().store.memberships.insertUnlessMember(someMembership("ada", "acme"));
      const found = await callers().find(hash("one"), ACME, at(1));
      expect(found?.membership?.organization.requireSecondFactor).toBe(true);
    });

    it("a hint tells the organization and the user's role in it, and no other organization", async () => {
      for (const name of ["acme", "other"])
        await opened().store.organizations.insertUnlessTaken(someOrganization(name));
      await opened().store.memberships.insertUnlessMember(
        someMembership("ada", "acme", { role: "admin" }),
      );
      await opened().store.memberships.insertUnlessMember(
        someMembership("ada", "other", { role: "owner" }),
      );
      const organization = {
        id: ACME,
        name: "Name of acme",
        slug: "acme",
        requireSecondFactor: false,
      };
      expect(await callers().find(hash("one"), ACME, at(1))).toEqual({
        user: signedInUser(user),
        session: withoutHash(session),
        secondFactor: NO_FACTOR,
        membership: { organization, role: "admin" },
      });
      expect(await callers().find(hash("one"), null, at(1))).toEqual({
        user: signedInUser(user),
        session: withoutHash(session),
        secondFactor: NO_FACTOR,
        membership: null,
      });
      expect((await callers().find(hash("two"), ACME, at(1)))?.membership).toBeNull();
    });

    it("a hint that names no organization of the user gives no membership", async () => {
      await opened().store.organizations.insertUnlessTaken(someOrganization("acme"));
      await opened().store.memberships.insertUnlessMember(someMembership("grace", "acme"));
      for (const hint of [ACME, organizationId("nowhere"), toId<OrganizationId>("")])
        expect(await callers().find(hash("one"), hint, at(1))).toEqual({
          user: signedInUser(user),
          session: withoutHash(session),
          secondFactor: NO_FACTOR,
          membership: null,
        });
    });

    it("every process sees another role and the end of a membership at once, whichever made it", async () => {
      const roleSeenBy = async ({ callers: seeing }: Rival) =>
        (await seeing.find(hash("one"), ACME, at(1)))?.membership?.role;
      await opened().store.organizations.insertUnlessTaken(someOrganization("acme"));
      for (const changer of everybody()) {
        await changer.memberships.insertUnlessMember(
          someMembership("ada", "acme", { role: "owner" }),
        );
        for (const finder of everybody()) expect(await roleSeenBy(finder)).toBe("owner");
        await changer.memberships.changeRole(ACME, membershipId("ada-acme"), "member");
        for (const finder of everybody()) expect(await roleSeenBy(finder)).toBe("member");
        await changer.memberships.delete(ACME, membershipId("ada-acme"));
        for (const finder of everybody()) expect(await roleSeenBy(finder)).toBeUndefined();
      }
    });

    it("every process sees a revocation at once, whichever made it", async () => {
      for (const [turn, revoker] of everybody().entries()) {
        await revoker.sessions.insert(someSession(`revoked-${turn}`, "ada"));
        for (const finder of everybody())
          expect(await finder.callers.find(hash(`revoked-${turn}`), null, at(1))).not.toBeNull();
        await revoker.sessions.revoke(userId("ada"), sessionId(`revoked-${turn}`));
        for (const finder of everybody())
          expect(await finder.callers.find(hash(`revoked-${turn}`), null, at(1))).toBeNull();
      }
    });

    it("every process sees a renewal at once, whichever made it", async () => {
      for (const [turn, renewer] of everybody().entries()) {
        await renewer.sessions.insert(someSession(`old-${turn}`, "ada"));
        await renewer.sessions.renew(
          sessionId(`old-${turn}`),
          hash(`old-${turn}`),
          someRenewal(`new-${turn}`),
        );
        for (const finder of everybody()) {
          expect(await finder.callers.find(hash(`old-${turn}`), null, at(1))).toBeNull();
          const found = await finder.callers.find(hash(`new-${turn}`), null, at(1));
          expect(found?.session).toEqual(
            withoutHash({ ...someSession(`old-${turn}`, "ada"), ...someRenewal(`new-${turn}`) }),
          );
        }
      }
    });

    it("a session that its transaction rolled back finds no caller, during and after", async () => {
      const { store } = opened();
      const during: Promise<unknown>[] = [];
      const look = (): void => void during.push(store.callers.find(hash("never"), null, at(1)));
      let started: (() => void) | undefined;
      const begun = new Promise<void>((resolve) => (started = resolve));
      const work = store.transaction(async (tx) => {
        await tx.sessions.insert(someSession("never", "ada"));
        started!();
        for (let index = 0; index < 10; index++)
          expect(await tx.sessions.findLive(hash("never"), at(1))).not.toBeNull();
        throw new Error("changed my mind");
      });
      await Promise.all([begun.then(look), expect(work).rejects.toThrow("changed my mind")]);
      expect(await Promise.all(during)).toEqual([null]);
      expect(await callers().find(hash("never"), null, at(1))).toBeNull();
    });
  });
}
