import type { StoredFields } from "@acme/auth-core";
import type { EmailChangeOutcome, UserStore } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { asChecked } from "../as-checked.js";
import { type Opened, rollBack } from "./fixture.js";
import { at, emailAddress, someUser, userId } from "./samples.js";

const ADA = userId("ada");
const NEW = emailAddress("new");
const unproven = someUser("ada", { emailVerified: false, name: "Ada", image: "x" });

export function describeChangingUsers(opened: Opened): void {
  const users = () => opened().store.users;
  const insertBoth = async (): Promise<void> => {
    for (const user of [unproven, someUser("grace", { emailVerified: false })])
      await users().insertUnlessTaken(user);
  };

  /** One kind of change, and how the store says that it was made, or that the user is gone. */
  interface Change {
    readonly make: (at: UserStore, name: string) => Promise<boolean | EmailChangeOutcome>;
    readonly made: boolean | EmailChangeOutcome;
    readonly gone: boolean | EmailChangeOutcome;
  }
  const APPLIED = { made: true, gone: false };

  /** What every change has in common. */
  const CHANGES: readonly (readonly [name: string, change: Change])[] = [
    [
      "markVerified",
      { make: (store, name) => store.markVerified(userId(name), at(9)), ...APPLIED },
    ],
    [
      "markReclaimed",
      { make: (store, name) => store.markReclaimed(userId(name), at(9)), ...APPLIED },
    ],
    [
      "changeEmail",
      {
        make: (store, name) => store.changeEmail(userId(name), NEW, at(9)),
        made: "changed",
        gone: "gone",
      },
    ],
    [
      "updateFields",
      {
        make: (store, name) => store.updateFields(userId(name), asChecked({ plan: "team" }), at(9)),
        ...APPLIED,
      },
    ],
    [
      "updateProfile",
      {
        make: (store, name) =>
          store.updateProfile(userId(name), asChecked({ name: "Somebody" }), at(9)),
        ...APPLIED,
      },
    ],
  ];

  describe.each(CHANGES)("%s", (_, { make, made, gone }) => {
    beforeEach(insertBoth);

    it("changes no other user", async () => {
      expect(await make(users(), "ada")).toBe(made);
      expect(await users().findById(userId("grace"))).toEqual(
        someUser("grace", { emailVerified: false }),
      );
    });

    it("tells that a user is gone, and changes nothing", async () => {
      expect(await make(users(), "nobody")).toBe(gone);
      expect(await users().findByEmail(NEW)).toBeNull();
    });

    it("is undone with a transaction that fails", async () => {
      await rollBack(opened().store, async (tx) => {
        expect(await make(tx.users, "ada")).toBe(made);
        expect(await tx.users.findById(ADA)).not.toEqual(unproven);
      });
      expect(await users().findById(ADA)).toEqual(unproven);
    });
  });

  describe("proven email addresses", () => {
    beforeEach(insertBoth);

    it("a verified user is that and nothing else", async () => {
      expect(await users().markVerified(ADA, at(9))).toBe(true);
      expect(await users().findById(ADA)).toEqual({
        ...unproven,
        emailVerified: true,
        updatedAt: at(9),
      });
    });

    it("a reclaimed user is verified, and reclaimed at that instant", async () => {
      expect(await users().markReclaimed(ADA, at(9))).toBe(true);
      expect(await users().findById(ADA)).toEqual({
        ...unproven,
        emailVerified: true,
        reclaimedAt: at(9),
        updatedAt: at(9),
      });
    });

    it("verifying keeps the instant at which a user was reclaimed", async () => {
      await users().markReclaimed(ADA, at(5));
      expect(await users().markVerified(ADA, at(9))).toBe(true);
      expect(await users().findById(ADA)).toEqual({
        ...unproven,
        emailVerified: true,
        reclaimedAt: at(5),
        updatedAt: at(9),
      });
    });
  });

  describe("second factors", () => {
    beforeEach(insertBoth);

    it("when a user enrolled, and when a way back is due, is set, and nothing else changes", async () => {
      const before = await users().findById(ADA);
      expect(await users().markEnrolled(ADA, at(3))).toBe(true);
      expect(await users().markRecoveryDue(ADA, at(4))).toBe(true);
      expect(await users().findById(ADA)).toEqual({
        ...before,
        secondFactorSince: at(3),
        recoveryDueAt: at(4),
      });
      expect(await users().markEnrolled(ADA, null)).toBe(true);
      expect(await users().markRecoveryDue(ADA, null)).toBe(true);
      expect(await users().findById(ADA)).toEqual(before);
    });

    it("those who have enrolled are counted", async () => {
      expect(await users().countEnrolled()).toBe(0);
      await users().markEnrolled(ADA, at(3));
      expect(await users().countEnrolled()).toBe(1);
      await users().markEnrolled(ADA, null);
      expect(await users().countEnrolled()).toBe(0);
    });

    it("of a user who is gone is not set", async () => {
      expect(await users().markEnrolled(userId("nobody"), at(3))).toBe(false);
      expect(await users().markRecoveryDue(userId("nobody"), at(3))).toBe(false);
    });
  });

  describe("profiles", () => {
    beforeEach(insertBoth);

    it.each([
      [{ name: "Lovelace" }],
      [{ name: "" }],
      [{ image: "y" }],
      [{ image: "" }],
      [{ image: null }],
      [{ name: "Lovelace", image: "y" }],
      [{ name: "Lovelace", image: null }],
      [{}],
    ])("%j is set, and the rest kept", async (profile) => {
      expect(await users().updateProfile(ADA, asChecked(profile), at(9))).toBe(true);
      expect(await users().findById(ADA)).toEqual({ ...unproven, ...profile, updatedAt: at(9) });
    });
  });

  describe("updateFields", () => {
    beforeEach(insertBoth);

    it.each<StoredFields>([
      { plan: "team", seats: 3, isBeta: false, tags: ["a", { b: null }], constructor: "x" },
      { text: '日本語 🦆\n"quoted"' },
    ])("%j takes the place of what was there, and null empties it", async (fields) => {
      await users().updateFields(ADA, asChecked({ plan: "free", gone: true }), at(8));
      expect(await users().updateFields(ADA, asChecked(fields), at(9))).toBe(true);
      expect(await users().findById(ADA)).toEqual({ ...unproven, fields, updatedAt: at(9) });
      await users().markReclaimed(ADA, at(10));
      expect(await users().findById(ADA)).toMatchObject({ fields });
      expect(await users().updateFields(ADA, null, at(11))).toBe(true);
      expect((await users().findById(ADA))?.fields).toBeUndefined();
    });
  });
}
