import type { AuditEntry, AuditPosition, OrganizationId } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { MANY, type Opened, race } from "./fixture.js";
import { address, at, entryId, someEntry, someUser, userId } from "./samples.js";

export function describeAudit(opened: Opened): void {
  const audit = () => opened().store.audit;
  const removeAll = () => audit().deleteBefore(at(1_000_000_000), 1_000);

  describe("the audit log", () => {
    it("takes entries about users and organizations that are not there", async () => {
      await audit().append(someEntry("one", { userId: userId("nobody"), organizationId: "nowhere" as OrganizationId }));
      await audit().append(someEntry("two", { ipAddress: "2001:db8::1", userAgent: "x", detail: {} }));
      expect(await removeAll()).toBe(2);
    });

    it("never takes one entry twice", async () => {
      await audit().append(someEntry("one"));
      await expect(audit().append(someEntry("one"))).rejects.toThrow();
      expect(await removeAll()).toBe(1);
    });

    it("takes an entry for an address that is somebody's, and none for nobody's", async () => {
      await opened().store.users.insertUnlessTaken(someUser("ada"));
      const { userId: _, ...entry } = someEntry("one", { ipAddress: "192.0.2.1", userAgent: "x" });
      await audit().appendForAddress(address("ada"), entry);
      await audit().appendForAddress(address("nobody"), { ...entry, id: someEntry("two").id });
      expect(await removeAll()).toBe(1);
    });

    it("takes an entry for an address with everything else absent", async () => {
      await opened().store.users.insertUnlessTaken(someUser("ada"));
      const { userId: _, ...entry } = someEntry("one");
      await opened().store.transaction((tx) => tx.audit.appendForAddress(address("ada"), entry));
      expect(await removeAll()).toBe(1);
    });

    it("lists a user's entries whole and newest first, and nobody else's", async () => {
      const plain = someEntry("plain", { userId: userId("ada"), at: at(5), detail: {} });
      const organizationId = "nowhere" as OrganizationId;
      const rich = someEntry("rich", { userId: userId("ada"), at: at(7), organizationId, ipAddress: "2001:db8::1", userAgent: "x" });
      await audit().append(rich);
      await audit().append(plain);
      await audit().append(someEntry("grace", { userId: userId("grace"), at: at(6) }));
      await audit().append(someEntry("nobody", { at: at(6) }));
      expect(await audit().listByUser(userId("ada"), null, 10)).toEqual([rich, plain]);
      expect(await opened().store.transaction((tx) => tx.audit.listByUser(userId("ada"), null, 10))).toEqual([rich, plain]);
      expect(await audit().listByUser(userId("ADA"), null, 10)).toEqual([]);
    });

    it("lists an entry that was taken for an address under the address's owner", async () => {
      await opened().store.users.insertUnlessTaken(someUser("ada"));
      const { userId: _, ...entry } = someEntry("one");
      await audit().appendForAddress(address("ada"), entry);
      expect(await audit().listByUser(userId("ada"), null, 10)).toEqual([{ ...entry, userId: userId("ada") }]);
    });

    it("lists no more entries than asked, and none behind the oldest", async () => {
      for (let index = 0; index < 3; index++) await audit().append(someEntry(`e${index}`, { userId: userId("ada"), at: at(index) }));
      const page = await audit().listByUser(userId("ada"), null, 2);
      expect(page.map(({ id }) => id)).toEqual([entryId("e2"), entryId("e1")]);
      expect(await audit().listByUser(userId("ada"), { at: at(0), id: entryId("e0") }, 2)).toEqual([]);
    });

    it("begins a page behind a position at which there is no entry any more", async () => {
      for (const name of ["a", "c"]) await audit().append(someEntry(name, { userId: userId("ada"), at: at(1) }));
      const listed = await audit().listByUser(userId("ada"), { at: at(1), id: entryId("b") }, 10);
      expect(listed.map(({ id }) => id)).toEqual([entryId("a")]);
    });

    it.each([1, 2, 3, 7])("lists every entry once in pages of %i, however many were made at one instant", async (size) => {
      const names = ["a", "B", "c", "D", "e", "-", "_", "1"];
      for (const [index, name] of names.entries()) await audit().append(someEntry(name, { userId: userId("ada"), at: at(index < 6 ? 5 : index) }));
      const whole = await audit().listByUser(userId("ada"), null, 100);
      const paged: AuditEntry[] = [];
      for (let after: AuditPosition | null = null, page: readonly AuditEntry[]; ; after = page.at(-1)!) {
        page = await audit().listByUser(userId("ada"), after, size);
        if (page.length === 0) break;
        paged.push(...page);
      }
      expect(paged).toEqual(whole);
      expect(paged.map(({ id }) => id)).toEqual(["1", "_", "e", "c", "a", "D", "B", "-"].map(entryId));
    });

    it("forgets entries made before an instant, and none made at it", async () => {
      await audit().append(someEntry("one", { at: at(5) }));
      await audit().append(someEntry("two", { at: at(6) }));
      expect(await audit().deleteBefore(at(5), 10)).toBe(0);
      expect(await audit().deleteBefore(at(6), 10)).toBe(1);
      expect(await audit().deleteBefore(at(7), 10)).toBe(1);
    });

    it("forgets no more at a time than asked", async () => {
      for (let index = 0; index < 5; index++) await audit().append(someEntry(`e${index}`));
      expect(await audit().deleteBefore(at(10), 3)).toBe(3);
      expect(await audit().deleteBefore(at(10), 3)).toBe(2);
    });

    it("takes fifty entries at once and forgets each of them once", async () => {
      await race(opened(), MANY, (rival, turn) => rival.audit.append(someEntry(`e${turn}`)));
      const forgotten = await race(opened(), MANY, (rival) => rival.audit.deleteBefore(at(10), 3));
      expect(forgotten.reduce((total, count) => total + count, 0)).toBe(MANY);
    });
  });
}
