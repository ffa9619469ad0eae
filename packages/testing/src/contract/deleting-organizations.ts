import { beforeEach, describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import {
  at,
  hash,
  invitationId,
  organizationId,
  someEntry,
  someInvitation,
  someMembership,
} from "./samples.js";
import { someOrganization, someSession, someUser, userId } from "./samples.js";

const ACME = organizationId("acme");
const OTHER = organizationId("other");

export function describeDeletingOrganizations(opened: Opened): void {
  const organizations = () => opened().store.organizations;

  describe("deleted organizations", () => {
    beforeEach(async () => {
      const { store } = opened();
      for (const name of ["ada", "grace"]) await store.users.insertUnlessTaken(someUser(name));
      for (const name of ["acme", "other"]) {
        await store.organizations.insertUnlessTaken(someOrganization(name));
        for (const member of ["ada", "grace"])
          await store.memberships.insertUnlessMember(
            someMembership(member, name, { role: "owner" }),
          );
        await store.invitations.insertUnlessPending(
          someInvitation(name, "eve", { organizationId: organizationId(name) }),
        );
      }
    });

    it("take memberships and invitations of every status along, and no other organization's", async () => {
      const { store } = opened();
      await store.invitations.insertUnlessPending(someInvitation("settled", "kim"));
      await store.invitations.settle(invitationId("settled"), "accepted", at(1));
      expect(await organizations().delete(ACME)).toBe(true);
      expect(await organizations().find(ACME)).toBeNull();
      expect(await organizations().findBySlug("acme")).toBeNull();
      expect(await store.memberships.find(ACME, userId("ada"))).toBeNull();
      expect(await store.memberships.countByOrganization(ACME)).toBe(0);
      for (const name of ["acme", "settled"])
        expect(await store.invitations.find(invitationId(name))).toBeNull();
      expect(
        (await organizations().listByUser(userId("ada"))).map(
          ({ organization }) => organization.id,
        ),
      ).toEqual([OTHER]);
      expect(await store.memberships.countByOrganization(OTHER)).toBe(2);
      expect(await store.invitations.find(invitationId("other"))).not.toBeNull();
    });

    it("leave users, their sessions and what is in the audit log", async () => {
      const { store } = opened();
      const entry = someEntry("one", { organizationId: ACME });
      await store.audit.append(entry);
      await store.sessions.insert(someSession("one", "ada"));
      await organizations().delete(ACME);
      expect(await store.users.findById(userId("ada"))).toEqual(someUser("ada"));
      expect(await store.callers.find(hash("one"), ACME, at(1))).toMatchObject({
        membership: null,
      });
      const query = { after: null, event: null, actor: null, from: null, to: null };
      expect(await store.audit.listNamed({ organizationId: ACME }, query, 10)).toMatchObject([
        { entry, names: { organization: null } },
      ]);
    });

    it("are gone for good: the slug is free, and nothing comes back under the same id", async () => {
      const { store } = opened();
      await organizations().delete(ACME);
      expect(await organizations().delete(ACME)).toBe(false);
      expect(await organizations().delete(organizationId("nowhere"))).toBe(false);
      expect(await organizations().insertUnlessTaken(someOrganization("acme"))).toBe(true);
      expect(await store.memberships.countByOrganization(ACME)).toBe(0);
      expect(await store.invitations.listByOrganization(ACME, 10)).toEqual([]);
    });

    it("are deleted once, however many race", async () => {
      expect(howMany(await race(opened(), MANY, (rival) => rival.organizations.delete(ACME)))).toBe(
        1,
      );
      expect(await organizations().find(OTHER)).toEqual(someOrganization("other"));
    });

    it("are all there again after a transaction that fails", async () => {
      const { store } = opened();
      await rollBack(store, async (tx) => {
        expect(await tx.organizations.delete(ACME)).toBe(true);
        expect(await tx.memberships.countByOrganization(ACME)).toBe(0);
      });
      expect(await organizations().find(ACME)).toEqual(someOrganization("acme"));
      expect(await store.memberships.countOwners(ACME)).toBe(2);
      expect(await store.invitations.find(invitationId("acme"))).not.toBeNull();
    });

    it("take in no user who joins or is invited at that moment", async () => {
      const { store } = opened();
      await store.users.insertUnlessTaken(someUser("eve"));
      const outcomes = await Promise.allSettled([
        store.transaction(
          async (tx) =>
            (await tx.organizations.lock(ACME)) !== null && tx.organizations.delete(ACME),
        ),
        store.memberships.insertUnlessMember(someMembership("eve", "acme")),
        store.invitations.insertUnlessPending(someInvitation("late", "kim")),
      ]);
      expect(outcomes[0]).toEqual({ status: "fulfilled", value: true });
      expect(await store.memberships.countByUser(userId("eve"))).toBe(0);
      expect(await store.invitations.find(invitationId("late"))).toBeNull();
    });
  });
}
