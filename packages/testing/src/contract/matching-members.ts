import type { MemberPosition } from "@acme/auth-core";
import type { MemberQuery } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import type { Opened } from "./fixture.js";
import {
  at,
  membershipId,
  organizationId,
  someMembership,
  someOrganization,
  someUser,
  userId,
} from "./samples.js";

const ACME = organizationId("acme");

export function describeMatchingMembers(opened: Opened): void {
  const insertMember = async (name: string, called: string, joined = 0): Promise<void> => {
    const { users, memberships } = opened().store;
    await users.insertUnlessTaken(someUser(name, { name: called }));
    await memberships.insertUnlessMember(someMembership(name, "acme", { createdAt: at(joined) }));
  };
  const search = async (query: Partial<MemberQuery>, limit = 100, of = ACME) =>
    opened().store.memberships.listMatching(
      of,
      { email: "no-such-email", names: ["no such name"], after: null, ...query },
      limit,
    );
  const named = async (...names: readonly string[]) =>
    (await search({ names })).map(({ user }) => user.name);

  describe("members who are searched for", () => {
    beforeEach(async () => {
      for (const name of ["acme", "other"])
        await opened().store.organizations.insertUnlessTaken(someOrganization(name));
    });

    it("are found by the beginning of their email address or of their name, and shown like all members", async () => {
      await insertMember("ada", "Grace");
      await insertMember("grace", "Ada");
      await insertMember("eve", "Not Ada");
      const all = await opened().store.memberships.listMembers(ACME, null, 10);
      const found = all.filter(({ userId: id }) => id !== userId("eve"));
      expect(found).toHaveLength(2);
      expect(await search({ email: "ada", names: ["ada"] })).toEqual(found);
      expect(await search({ email: "ada" })).toEqual(
        found.filter(({ userId: id }) => id === userId("ada")),
      );
      expect(await search({ names: ["ada"] })).toEqual(
        found.filter(({ userId: id }) => id === userId("grace")),
      );
      expect(
        await opened().store.transaction((tx) =>
          tx.memberships.listMatching(ACME, { email: "ada", names: ["ada"], after: null }, 10),
        ),
      ).toEqual(found);
    });

    it("are found once, by however many of the beginnings", async () => {
      await insertMember("ada", "Ada");
      expect(await search({ email: "ada", names: ["a", "ad", "ada", "ada"] })).toHaveLength(1);
    });

    it("are found by names whose ASCII letters are of any case, and whose other characters are the same", async () => {
      const names = ["ÉMILIE", "Émilie", "émilie", "emilie", "Emilie", "ÄNNE", "ıssız", "Issız"];
      for (const [index, name] of names.entries()) await insertMember(`n${index}`, name, index);
      expect(await named("Émi")).toEqual(["ÉMILIE", "Émilie"]);
      expect(await named("émi")).toEqual(["émilie"]);
      expect(await named("émi", "Émi")).toEqual(["ÉMILIE", "Émilie", "émilie"]);
      expect(await named("emi")).toEqual(["emilie", "Emilie"]);
      expect(await named("Änne", "änne")).toEqual(["ÄNNE"]);
      // No letter of a language becomes an ASCII letter, whatever the collation of the database.
      expect(await named("is")).toEqual(["Issız"]);
      expect(await named("ıs")).toEqual(["ıssız"]);
    });

    it("are found by characters that mean something in a pattern, each for itself", async () => {
      const names = ["100% ada", "100 ada", "a_b", "axb", "a\\b", "a'b", 'a"b', "[ab]", "*a", "a"];
      for (const [index, name] of names.entries()) await insertMember(`n${index}`, name, index);
      expect(await named("100%")).toEqual(["100% ada"]);
      expect(await named("a_")).toEqual(["a_b"]);
      expect(await named("a\\")).toEqual(["a\\b"]);
      expect(await named("a'")).toEqual(["a'b"]);
      expect(await named('a"')).toEqual(['a"b']);
      expect(await named("[ab")).toEqual(["[ab]"]);
      expect(await named("*")).toEqual(["*a"]);
      for (const none of ["%", "_", "?", ".*", "a%", "' or 1=1 --"])
        expect(await named(none)).toEqual([]);
    });

    it("are found by names of any characters, to the end of the longest", async () => {
      const long = "山".repeat(200);
      const names = ["山田太郎", "山", "Иван Петров", "👩🏽‍🚀 Ada", "e\u0301mile", long];
      for (const [index, name] of names.entries()) await insertMember(`n${index}`, name, index);
      expect(await named("山田")).toEqual(["山田太郎"]);
      expect(await named("山")).toEqual(["山田太郎", "山", long]);
      expect(await named("Иван")).toEqual(["Иван Петров"]);
      expect(await named("иван")).toEqual([]);
      expect(await named("👩")).toEqual(["👩🏽‍🚀 Ada"]);
      expect(await named("e\u0301")).toEqual(["e\u0301mile"]);
      expect(await named(long)).toEqual([long]);
      expect(await named(`${long}山`)).toEqual([]);
    });

    it("are those of the organization, and of no other", async () => {
      await insertMember("ada", "Ada");
      const { users, memberships } = opened().store;
      await users.insertUnlessTaken(someUser("adam", { name: "Adam" }));
      await users.insertUnlessTaken(someUser("adams", { name: "Adams" }));
      await memberships.insertUnlessMember(someMembership("adam", "other"));
      expect(await named("ada")).toEqual(["Ada"]);
      const elsewhere = await search({ email: "ada" }, 100, organizationId("other"));
      expect(elsewhere.map(({ userId: id }) => id)).toEqual([userId("adam")]);
      expect(await search({ email: "ada" }, 100, organizationId("nowhere"))).toEqual([]);
    });

    // So many that they are not found by the index of names, but among the members.
    it.each([0, 1_100])(
      "come in pages, first to join first, each once, among %i who are called like them",
      async (others) => {
        for (let index = 0; index < others; index++)
          await opened().store.users.insertUnlessTaken(
            someUser(`other${index}`, { name: `Ada of elsewhere ${index}` }),
          );
        const names = ["c", "A", "e", "-", "_", "1"];
        for (const [index, name] of names.entries()) {
          await insertMember(name, `ADA ${name}`, index < 4 ? 5 : 10 - index);
          await insertMember(`no-${name}`, "Grace", index);
        }
        const matching = await search({ names: ["ada", "nobody"] });
        expect(matching.map(({ user }) => user.name)).toEqual(
          ["-", "1", "A", "c", "e", "_"].map((name) => `ADA ${name}`),
        );
        for (const size of [1, 2, 3, 7]) {
          const paged: unknown[] = [];
          for (let after: MemberPosition | null = null; ;) {
            const page = await search({ names: ["ada", "nobody"], after }, size);
            expect(page.length).toBeLessThanOrEqual(size);
            paged.push(...page);
            after = page.at(-1) ?? null;
            if (after === null) break;
          }
          expect(paged).toEqual(matching);
        }
        expect(
          await search({ names: ["ada"], after: { createdAt: at(5), id: membershipId("d") } }),
        ).toMatchObject([{ user: { name: "ADA e" } }, { user: { name: "ADA _" } }]);
      },
    );
  });
}
