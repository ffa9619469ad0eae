import type { OrganizationId } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { MANY, type Opened, race } from "./fixture.js";
import { address, at, someEntry, someUser, userId } from "./samples.js";

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
