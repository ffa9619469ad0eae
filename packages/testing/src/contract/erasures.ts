import type { ErasureEntry } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import { at, someUser } from "./samples.js";

const entryOf = (name: string): ErasureEntry => `keyidkey.${name.padEnd(43, "-")}` as ErasureEntry;

/** What a ledger of erasures is compared with: the known entries, and the ids of all users. */
export function describeErasures(opened: Opened): void {
  const erasures = () => opened().store.erasures;

  describe("erasures", () => {
    it("are known from the first time on, and to one of fifty for the first time", async () => {
      const first = await race(opened(), MANY, (rival) =>
        rival.erasures.insertUnlessKnown(entryOf("a"), at(0)),
      );
      expect(howMany(first)).toBe(1);
      expect(await erasures().insertUnlessKnown(entryOf("a"), at(1))).toBe(false);
      expect(await erasures().list(null, 10)).toEqual([entryOf("a")]);
    });

    it("are known together, those among them that are known already and those given twice once", async () => {
      const many = Array.from({ length: 250 }, (_, number) => entryOf(`many${1_000 + number}`));
      await erasures().insertUnlessKnown(many[7]!, at(0));
      expect(await erasures().insertAllUnlessKnown([...many, many[8]!], at(1))).toBe(249);
      expect(await erasures().insertAllUnlessKnown(many, at(2))).toBe(0);
      expect(await erasures().insertAllUnlessKnown([], at(2))).toBe(0);
      expect(await erasures().list(null, 300)).toEqual(many);
    });

    it("that several callers insert together at once are each inserted by one of them", async () => {
      const many = Array.from({ length: 150 }, (_, number) => entryOf(`many${1_000 + number}`));
      const inserted = await race(opened(), 4, (rival) =>
        rival.erasures.insertAllUnlessKnown(many, at(0)),
      );
      expect(inserted.reduce((total, one) => total + one, 0)).toBe(150);
    });

    it("are listed page by page, in the order of their bytes", async () => {
      expect(await erasures().list(null, 2)).toEqual([]);
      for (const name of ["b", "a", "_", "B", "A"])
        await erasures().insertUnlessKnown(entryOf(name), at(0));
      expect(await erasures().list(null, 2)).toEqual([entryOf("A"), entryOf("B")]);
      expect(await erasures().list(entryOf("B"), 2)).toEqual([entryOf("_"), entryOf("a")]);
      expect(await erasures().list(entryOf("a"), 2)).toEqual([entryOf("b")]);
      expect(await erasures().list(entryOf("b"), 2)).toEqual([]);
    });

    it("are forgotten with a transaction that fails", async () => {
      await rollBack(opened().store, async (tx) => {
        expect(await tx.erasures.insertUnlessKnown(entryOf("a"), at(0))).toBe(true);
      });
      expect(await erasures().list(null, 2)).toEqual([]);
    });

    it("are looked for among the ids of all users, page by page, in the order of their bytes", async () => {
      const { users } = opened().store;
      expect(await users.listIds(null, 2)).toEqual([]);
      const people = ["grace", "ada", "Ada"].map((name) => someUser(name));
      for (const user of people) await users.insertUnlessTaken(user);
      const ids = people.map(({ id }) => id).toSorted((one, other) => (one < other ? -1 : 1));
      expect(await users.listIds(null, 2)).toEqual(ids.slice(0, 2));
      expect(await users.listIds(ids[1]!, 2)).toEqual(ids.slice(2));
      expect(await users.listIds(ids[2]!, 2)).toEqual([]);
    });
  });
}
