import { type AuditEntry, type AuditPosition, isStoreConflict } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { MANY, type Opened, race, RETENTION } from "./fixture.js";
import {
  at,
  emailAddress,
  entryId,
  organizationId,
  someEntry,
  someUser,
  userId,
} from "./samples.js";

const ACME = organizationId("acme");
const WHERE = { organizationId: ACME };

const NEWEST = { after: null, event: null, actor: null, from: null, to: null };
const AT_ONCE = { ...RETENTION, auditEntries: 0 };

export function describeAudit(opened: Opened): void {
  const audit = () => opened().store.audit;
  const ofAcme = async (after: AuditPosition | null, limit: number, from = audit()) =>
    (
      await from.listNamed(
        { organizationId: ACME },
        { after, event: null, actor: null, from: null, to: null },
        limit,
      )
    ).map(({ entry }) => entry);
  const removeAll = () => opened().store.sweep(at(1_000_000_000), 1_000, AT_ONCE);

  describe("the audit log", () => {
    it("takes entries about users and organizations that are not there", async () => {
      await audit().append(
        someEntry("one", { userId: userId("nobody"), organizationId: organizationId("nowhere") }),
      );
      await audit().append(
        someEntry("two", { ipAddress: "2001:db8::1", userAgent: "x", detail: {} }),
      );
      expect(await removeAll()).toBe(2);
    });

    it("never takes one entry twice", async () => {
      await audit().append(someEntry("one"));
      await expect(audit().append(someEntry("one"))).rejects.toSatisfy(isStoreConflict);
      expect(await removeAll()).toBe(1);
    });

    it("takes an entry for an email address that a user has, and none for one that no user has", async () => {
      await opened().store.users.insertUnlessTaken(someUser("ada"));
      const { userId: _, ...entry } = someEntry("one", { ipAddress: "192.0.2.1", userAgent: "x" });
      await audit().appendRefusal(emailAddress("ada"), entry);
      await audit().appendRefusal(emailAddress("nobody"), { ...entry, id: someEntry("two").id });
      expect(await removeAll()).toBe(1);
    });

    it("takes an entry for an email address with everything else absent", async () => {
      await opened().store.users.insertUnlessTaken(someUser("ada"));
      const { userId: _, ...entry } = someEntry("one");
      await opened().store.transaction((tx) => tx.audit.appendRefusal(emailAddress("ada"), entry));
      expect(await removeAll()).toBe(1);
    });

    it.each([true, false])(
      "says from where a user was refused, unless the email address is unverified (verified: %s)",
      async (emailVerified) => {
        await opened().store.users.insertUnlessTaken(someUser("ada", { emailVerified }));
        const { userId: _, ...entry } = someEntry("one", {
          ...WHERE,
          ipAddress: "192.0.2.1",
          userAgent: "x",
          detail: { type: "sign-in" },
        });
        await audit().appendRefusal(emailAddress("ada"), entry);
        const from = emailVerified ? {} : { ipAddress: null, userAgent: null };
        expect(await audit().listByUser(userId("ada"), null, 10)).toEqual([
          { ...entry, ...from, userId: userId("ada") },
        ]);
      },
    );

    it("lists a user's entries whole and newest first, and no other user's", async () => {
      const plain = someEntry("plain", { userId: userId("ada"), at: at(5), detail: {} });
      const rich = someEntry("rich", {
        userId: userId("ada"),
        at: at(7),
        ...WHERE,
        ipAddress: "2001:db8::1",
        userAgent: "x",
      });
      await audit().append(rich);
      await audit().append(plain);
      await audit().append(someEntry("grace", { userId: userId("grace"), at: at(6) }));
      await audit().append(someEntry("nobody", { at: at(6) }));
      expect(await audit().listByUser(userId("ada"), null, 10)).toEqual([rich, plain]);
      expect(
        await opened().store.transaction((tx) => tx.audit.listByUser(userId("ada"), null, 10)),
      ).toEqual([rich, plain]);
      expect(await audit().listByUser(userId("ADA"), null, 10)).toEqual([]);
    });

    it("lists an entry that was taken for an email address under the email address's owner", async () => {
      await opened().store.users.insertUnlessTaken(someUser("ada"));
      const { userId: _, ...entry } = someEntry("one");
      await audit().appendRefusal(emailAddress("ada"), entry);
      expect(await audit().listByUser(userId("ada"), null, 10)).toEqual([
        { ...entry, userId: userId("ada") },
      ]);
    });

    it("lists an organization's entries whole and newest first, whichever users they are about, and no other organization's", async () => {
      const ada = someEntry("ada", {
        ...WHERE,
        userId: userId("ada"),
        at: at(5),
        ipAddress: "2001:db8::1",
        userAgent: "x",
      });
      const nobody = someEntry("nobody", { ...WHERE, at: at(7), detail: {} });
      await audit().append(nobody);
      await audit().append(ada);
      await audit().append(
        someEntry("other", {
          organizationId: organizationId("other"),
          userId: userId("ada"),
          at: at(6),
        }),
      );
      await audit().append(someEntry("nowhere", { userId: userId("ada"), at: at(6) }));
      expect(await ofAcme(null, 10)).toEqual([nobody, ada]);
      expect(await opened().store.transaction((tx) => ofAcme(null, 10, tx.audit))).toEqual([
        nobody,
        ada,
      ]);
      for (const unknown of ["ACME", "nowhere"])
        expect(
          await audit().listNamed({ organizationId: organizationId(unknown) }, NEWEST, 10),
        ).toEqual([]);
    });

    it("begins a page of one list at a place in another, and shows nothing of the other", async () => {
      await audit().append(someEntry("old", { ...WHERE, at: at(1) }));
      const elsewhere = someEntry("elsewhere", { userId: userId("ada"), at: at(2) });
      await audit().append(elsewhere);
      await audit().append(someEntry("new", { ...WHERE, at: at(3) }));
      await audit().append(
        someEntry("oldest", {
          at: at(0),
          userId: userId("eve"),
          organizationId: organizationId("other"),
        }),
      );
      expect((await ofAcme(elsewhere, 10)).map(({ id }) => id)).toEqual([entryId("old")]);
      expect(
        await audit().listByUser(userId("ada"), { at: at(3), id: entryId("new") }, 10),
      ).toEqual([elsewhere]);
    });

    it("forgets entries made before an instant, and none made at it", async () => {
      await audit().append(someEntry("one", { at: at(5) }));
      await audit().append(someEntry("two", { at: at(6) }));
      expect(await opened().store.sweep(at(5), 10, AT_ONCE)).toBe(0);
      expect(await opened().store.sweep(at(6), 10, AT_ONCE)).toBe(1);
      expect(await opened().store.sweep(at(7), 10, AT_ONCE)).toBe(1);
    });

    it("forgets no more at a time than asked", async () => {
      for (let index = 0; index < 5; index++) await audit().append(someEntry(`e${index}`));
      expect(await opened().store.sweep(at(10), 3, AT_ONCE)).toBe(3);
      expect(await opened().store.sweep(at(10), 3, AT_ONCE)).toBe(2);
    });

    it("takes fifty entries at once and forgets each of them once", async () => {
      await race(opened(), MANY, (rival, turn) => rival.audit.append(someEntry(`e${turn}`)));
      const forgotten = await race(opened(), MANY, (rival) => rival.sweep(at(10), 3, AT_ONCE));
      expect(forgotten.reduce((total, count) => total + count, 0)).toBe(MANY);
    });
  });

  /** Both lists are read page by page in the same way. */
  const LISTS: Readonly<
    Record<
      string,
      {
        readonly mine: Partial<AuditEntry>;
        readonly list: (
          after: AuditPosition | null,
          limit: number,
        ) => Promise<readonly AuditEntry[]>;
      }
    >
  > = {
    user: {
      mine: { userId: userId("ada") },
      list: (after, limit) => audit().listByUser(userId("ada"), after, limit),
    },
    organization: {
      mine: WHERE,
      list: ofAcme,
    },
  };

  describe.each(Object.keys(LISTS))("pages of the audit log of one %s", (whose) => {
    const { mine, list } = LISTS[whose]!;

    it("hold no more entries than asked, and none behind the oldest", async () => {
      for (let index = 0; index < 3; index++)
        await audit().append(someEntry(`e${index}`, { ...mine, at: at(index) }));
      expect((await list(null, 2)).map(({ id }) => id)).toEqual([entryId("e2"), entryId("e1")]);
      expect(await list({ at: at(0), id: entryId("e0") }, 2)).toEqual([]);
    });

    it("begin behind a position at which there is no entry any more", async () => {
      for (const name of ["a", "c"]) await audit().append(someEntry(name, { ...mine, at: at(1) }));
      expect((await list({ at: at(1), id: entryId("b") }, 10)).map(({ id }) => id)).toEqual([
        entryId("a"),
      ]);
    });

    it.each([1, 2, 3, 7])(
      "of %i hold every entry once, however many were made at one instant",
      async (size) => {
        const names = ["a", "B", "c", "D", "e", "-", "_", "1"];
        for (const [index, name] of names.entries())
          await audit().append(someEntry(name, { ...mine, at: at(index < 6 ? 5 : index) }));
        const paged: AuditEntry[] = [];
        for (
          let after: AuditPosition | null = null, page: readonly AuditEntry[];
          ;
          after = page.at(-1)!
        ) {
          page = await list(after, size);
          if (page.length === 0) break;
          paged.push(...page);
        }
        expect(paged).toEqual(await list(null, 100));
        expect(paged.map(({ id }) => id)).toEqual(
          ["1", "_", "e", "c", "a", "D", "B", "-"].map(entryId),
        );
      },
    );
  });
}
