import type { AuditPosition } from "@acme/auth-core";
import type { AuditFilter, AuditQuery, AuditScope, OperatorText } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { type Opened } from "./fixture.js";
import {
  at,
  emailAddress,
  entryId,
  invitationId,
  organizationId,
  passkeyId,
  someEntry,
  someInvitation,
  someMembership,
  someOrganization,
  somePasskey,
  someUser,
  userId,
} from "./samples.js";

const ACME = organizationId("acme");
const ADA = userId("ada");
const GRACE = userId("grace");
const OF_ACME: AuditScope = { organizationId: ACME };
const OF_ADA: AuditScope = { userId: ADA };
const NO_NAMES = { user: null, doneTo: null, invitation: null, passkey: null, organization: null };

export function describeNamedEntries(opened: Opened): void {
  const list = (scope: AuditScope, query: Partial<AuditQuery> = {}, limit = 100) =>
    opened().store.audit.listNamed(
      scope,
      { after: null, event: null, actor: null, from: null, to: null, ...query },
      limit,
    );
  const inAcme = (name: string, own: object = {}) =>
    someEntry(name, { userId: ADA, organizationId: ACME, ...own });

  describe("named entries of the audit log", () => {
    beforeEach(async () => {
      const { store } = opened();
      for (const name of ["ada", "grace", "eve"])
        await store.users.insertUnlessTaken(someUser(name));
      await store.organizations.insertUnlessTaken(someOrganization("acme"));
      for (const name of ["ada", "grace"])
        await store.memberships.insertUnlessMember(someMembership(name, "acme"));
    });

    it("say who did it, to whom, and where", async () => {
      const entry = inAcme("one", {
        event: "member.removed",
        detail: { memberId: "m", role: "x" },
      });
      await opened().store.audit.append(entry, null, GRACE);
      const named = {
        entry,
        doneTo: GRACE,
        byOperator: false,
        names: {
          ...NO_NAMES,
          user: { name: "ada", email: emailAddress("ada") },
          doneTo: { name: "grace", email: emailAddress("grace") },
          organization: "Name of acme",
        },
      };
      expect(await list(OF_ACME)).toEqual([named]);
      expect(await list(OF_ADA)).toEqual([named]);
      expect(await list({ userId: GRACE })).toEqual([]);
    });

    it("are those of the event, the user and the times that are asked for, in pages and as a number", async () => {
      const { audit } = opened().store;
      const made = [
        inAcme("a", { at: at(1) }),
        inAcme("b", { at: at(2), userId: GRACE }),
        inAcme("c", { at: at(2), event: "member.left" }),
        inAcme("d", { at: at(3), userId: null }),
        inAcme("e", { at: at(4) }),
        someEntry("f", { at: at(2), userId: ADA }),
        someEntry("g", { at: at(2), userId: ADA, organizationId: organizationId("other") }),
      ];
      for (const entry of made) await audit.append(entry);
      const expectIn = async (
        scope: AuditScope,
        query: Partial<AuditFilter>,
        names: readonly string[],
      ) => {
        const ids = names.map(entryId);
        expect((await list(scope, query)).map(({ entry }) => entry.id)).toEqual(ids);
        const filter = { event: null, actor: null, from: null, to: null, ...query };
        expect(await audit.countMatching(scope, filter, 100)).toBe(ids.length);
        expect(await audit.countMatching(scope, filter, 1)).toBe(Math.min(1, ids.length));
        const paged = [];
        for (let after: AuditPosition | null = null; ;) {
          const [next] = await list(scope, { ...query, after }, 1);
          if (next === undefined) break;
          paged.push(next.entry.id);
          after = { at: next.entry.at, id: next.entry.id };
        }
        expect(paged).toEqual(ids);
      };
      await expectIn(OF_ACME, {}, ["e", "d", "c", "b", "a"]);
      await expectIn(OF_ACME, { actor: ADA }, ["e", "c", "a"]);
      await expectIn(OF_ACME, { actor: GRACE }, ["b"]);
      await expectIn(OF_ACME, { actor: userId("nobody") }, []);
      await expectIn(OF_ACME, { from: at(2) }, ["e", "d", "c", "b"]);
      await expectIn(OF_ACME, { to: at(2) }, ["a"]);
      await expectIn(OF_ACME, { from: at(2), to: at(4) }, ["d", "c", "b"]);
      await expectIn(OF_ACME, { from: at(4), to: at(2) }, []);
      await expectIn(OF_ACME, { actor: ADA, event: "member.left" }, ["c"]);
      await expectIn(OF_ACME, { actor: ADA, event: "member.left", to: at(2) }, []);
      await expectIn(OF_ADA, { from: at(2), to: at(3) }, ["g", "f", "c"]);
      await expectIn(OF_ADA, { actor: GRACE }, []);
    });

    it("say whether an operator did it, and never what the operator wrote", async () => {
      await opened().store.audit.append(inAcme("one"), "jane: chargeback" as OperatorText);
      const named = await list(OF_ADA);
      expect(named).toMatchObject([{ byOperator: true, doneTo: null }]);
      expect(JSON.stringify(named)).not.toContain("chargeback");
    });

    it("name the invitation and the passkey of their detail", async () => {
      const { store } = opened();
      await store.invitations.insertUnlessPending(someInvitation("one", "friend"));
      await store.passkeys.insertUnlessTaken(somePasskey("key", "ada"));
      await store.passkeys.insertUnlessTaken(somePasskey("hers", "grace"));
      const about = async (name: string, detail: Readonly<Record<string, string>>) => {
        await store.audit.append(inAcme(name, { detail }));
        return (await list(OF_ACME)).find(({ entry }) => entry.id === entryId(name))?.names;
      };
      expect(await about("a", { invitationId: invitationId("one") })).toMatchObject({
        invitation: emailAddress("friend"),
        passkey: null,
      });
      expect(await about("b", { passkeyId: passkeyId("key") })).toMatchObject({
        invitation: null,
        passkey: "key",
      });
      // Another user's, and what is gone.
      expect(await about("c", { passkeyId: passkeyId("hers") })).toMatchObject({ passkey: null });
      expect(await about("d", { invitationId: invitationId("gone") })).toMatchObject({
        invitation: null,
      });
    });

    it("name no user who is erased, and no organization that is gone", async () => {
      const { store } = opened();
      await store.audit.append(inAcme("one"), null, GRACE);
      await store.users.delete(GRACE);
      expect(await list(OF_ACME)).toMatchObject([
        { names: { user: { name: "ada" }, doneTo: null } },
      ]);
      await store.users.delete(ADA);
      await store.organizations.delete(ACME);
      expect((await list(OF_ACME)).map(({ names }) => names)).toEqual([NO_NAMES]);
    });

    it("keep a new email address from those whom its owner has left", async () => {
      const { store } = opened();
      await store.audit.append(inAcme("one", { userId: GRACE, at: at(5) }), null, ADA);
      const emails = async (scope: AuditScope) =>
        (await list(scope, { event: "session.opened" })).map(({ names }) => [
          names.user?.email,
          names.doneTo?.email,
        ]);
      const move = async (name: string, changedAt: number) => {
        await store.users.changeEmail(userId(name), emailAddress(`${name}-new`), at(changedAt));
        const event = { event: "email.changed", detail: {}, at: at(changedAt) } as const;
        await store.audit.append(someEntry(`moved-${name}`, { ...event, userId: userId(name) }));
      };
      await move("grace", 5);
      await move("ada", 6);
      const [graceNew, adaNew] = [emailAddress("grace-new"), emailAddress("ada-new")];
      // Members know each other's email addresses.
      expect(await emails(OF_ACME)).toEqual([[graceNew, adaNew]]);
      for (const name of ["ada", "grace"])
        for (const { membershipId } of await store.organizations.listByUser(userId(name)))
          await store.memberships.delete(ACME, membershipId);
      // Grace had hers at that instant already.
      expect(await emails(OF_ACME)).toEqual([[graceNew, null]]);
      expect((await list(OF_ACME))[0]?.names.doneTo?.name).toBe("ada");
      // Her own list shows her, whatever has changed, and no organization that she has left.
      expect(await list({ userId: GRACE }, { event: "session.opened" })).toMatchObject([
        { names: { user: { email: graceNew }, doneTo: { email: null }, organization: null } },
      ]);
    });

    it("are those of one event when one is asked for, page by page", async () => {
      const { store } = opened();
      for (let index = 0; index < 5; index++) {
        const event = index % 2 === 0 ? "organization.updated" : "organization.created";
        await store.audit.append(
          inAcme(`e${index}`, { at: at(Math.floor(index / 3)), event, detail: {} }),
        );
      }
      const event = "organization.updated";
      const ids = (entries: Awaited<ReturnType<typeof list>>) =>
        entries.map(({ entry }) => entry.id);
      for (const scope of [OF_ACME, OF_ADA]) {
        expect(ids(await list(scope, { event }))).toEqual(["e4", "e2", "e0"].map(entryId));
        const [first] = await list(scope, { event }, 1);
        expect(ids(await list(scope, { event, after: first!.entry }))).toEqual(
          ["e2", "e0"].map(entryId),
        );
        expect(await list(scope, { event: "organization.deleted" })).toEqual([]);
      }
      expect(await list({ organizationId: organizationId("other") })).toEqual([]);
    });
  });
}
