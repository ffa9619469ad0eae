import type { UserFilter, UserQuery } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { asChecked } from "../as-checked.js";
import { jobId, someJob } from "./end-of-account-samples.js";
import { type Opened, rollBack } from "./fixture.js";
import { at, emailAddress, entryId, lease, someEntry, someUser, userId } from "./samples.js";

const NEVER = { suspendedAt: null, suspendedUntil: null };
const NOW = at(10);

/**
 * What operators see and change: lists of users, suspensions, their own text in the audit log,
 * failed jobs.
 */
export function describeOperatedUsers(opened: Opened): void {
  const users = () => opened().store.users;
  const insert = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await users().insertUnlessTaken(someUser(name));
  };
  const list = async (query: Partial<UserQuery> = {}, limit = 100): Promise<readonly string[]> =>
    (await users().list({ filter: "all", prefix: "", after: null, ...query }, NOW, limit)).map(
      ({ email }) => email.slice(0, email.indexOf("@")),
    );

  describe("suspensions", () => {
    it("one is set, replaced and ended, and changes nothing else and no other user", async () => {
      await insert("ada", "grace");
      const ada = someUser("ada");
      for (const suspension of [
        { suspendedAt: at(5), suspendedUntil: at(9) },
        { suspendedAt: at(7), suspendedUntil: null },
        NEVER,
      ]) {
        expect(await users().markSuspended(ada.id, suspension)).toBe(true);
        expect(await users().findById(ada.id)).toEqual({ ...ada, ...suspension });
        expect(await users().findByEmail(ada.email)).toEqual({ ...ada, ...suspension });
        expect(await opened().store.transaction((tx) => tx.users.lock(ada.id))).toEqual({
          ...ada,
          ...suspension,
        });
      }
      expect(await users().findById(userId("grace"))).toEqual(someUser("grace"));
    });

    it("one of a user who is gone says so", async () => {
      expect(await users().markSuspended(userId("nobody"), NEVER)).toBe(false);
    });

    it("one is undone with a transaction that fails", async () => {
      await insert("ada");
      await rollBack(opened().store, async (tx) => {
        await tx.users.markSuspended(userId("ada"), { ...NEVER, suspendedAt: at(5) });
      });
      expect(await users().findById(userId("ada"))).toEqual(someUser("ada"));
    });
  });

  describe("languages of users", () => {
    it("one is set, replaced and forgotten, and changes nothing of anybody else", async () => {
      await insert("ada", "grace");
      const ada = someUser("ada");
      for (const [minute, locale] of [
        [5, "de"],
        [6, "pt-BR"],
        [7, null],
      ] as const) {
        expect(await users().updateLocale(ada.id, locale, at(minute))).toBe(true);
        const changed = { ...ada, locale, updatedAt: at(minute) };
        expect(await users().findById(ada.id)).toEqual(changed);
        expect(await opened().store.transaction((tx) => tx.users.lock(ada.id))).toEqual(changed);
      }
      expect(await users().findById(userId("grace"))).toEqual(someUser("grace"));
    });

    it("one is forgotten when the owner of the mailbox recovers the account", async () => {
      await insert("ada");
      await users().updateLocale(userId("ada"), "ja", at(5));
      await users().updateSignInLanguage(userId("ada"), "ja");
      await users().markReclaimed(userId("ada"), at(6));
      const forgotten = { locale: null, signInLanguage: null };
      expect(await users().findById(userId("ada"))).toMatchObject(forgotten);
    });

    it("one of a user who is gone says so", async () => {
      expect(await users().updateLocale(userId("nobody"), "de", at(5))).toBe(false);
      expect(await users().updateSignInLanguage(userId("nobody"), "de")).toBe(false);
    });

    it("that of the last sign-in is replaced, and changes nothing else, nor anybody else", async () => {
      await insert("ada", "grace");
      for (const language of ["de", "ja, en;q=0.5"]) {
        expect(await users().updateSignInLanguage(userId("ada"), language)).toBe(true);
        const changed = { ...someUser("ada"), signInLanguage: language };
        expect(await users().findById(userId("ada"))).toEqual(changed);
      }
      expect(await users().findById(userId("grace"))).toEqual(someUser("grace"));
    });
  });

  describe("lists of users", () => {
    it("hold whole users in the order of their email addresses, byte by byte", async () => {
      await insert("c", "a-z", "b", "a", "a.a", "a_");
      expect(await list()).toEqual(["a-z", "a.a", "a", "a_", "b", "c"]);
      expect(await users().list({ filter: "all", prefix: "b", after: null }, NOW, 9)).toEqual([
        someUser("b"),
      ]);
    });

    it("hold those alone whose email address has the prefix, and take no character of it for a pattern", async () => {
      await insert("ada", "ad", "adb", "a%a", "a_a", "b~~", "b");
      expect(await list({ prefix: "ad" })).toEqual(["ad", "ada", "adb"]);
      expect(await list({ prefix: emailAddress("ada") })).toEqual(["ada"]);
      expect(await list({ prefix: "a%" })).toEqual(["a%a"]);
      expect(await list({ prefix: "a_" })).toEqual(["a_a"]);
      expect(await list({ prefix: "b~" })).toEqual(["b~~"]);
      expect(await list({ prefix: "x" })).toEqual([]);
    });

    it.each([1, 2, 3, 9])("in pages of %i hold every user once", async (size) => {
      const names = ["a", "a.b", "ab", "b", "b-", "c"];
      await insert(...names);
      for (const prefix of ["", "a"]) {
        const all = await list({ prefix });
        const paged: string[] = [];
        for (let page = await list({ prefix }, size); page.length > 0;) {
          paged.push(...page);
          page = await list({ prefix, after: emailAddress(page.at(-1)!) }, size);
        }
        expect(paged).toEqual(all);
      }
    });

    it.each<[UserFilter, readonly string[]]>([
      ["all", ["ada", "bob", "cy", "dan", "eve"]],
      ["suspended", ["bob", "dan"]],
      ["unverified", ["eve"]],
    ])("can hold %s users alone", async (filter, expected) => {
      await insert("ada", "bob", "cy", "dan");
      await users().insertUnlessTaken(someUser("eve", { emailVerified: false }));
      const until = { bob: null, cy: NOW, dan: at(11) };
      for (const [name, suspendedUntil] of Object.entries(until))
        await users().markSuspended(userId(name), { suspendedAt: at(1), suspendedUntil });
      expect(await list({ filter })).toEqual(expected);
      expect(await list({ filter, prefix: "d" })).toEqual(
        expected.filter((name) => name === "dan"),
      );
      expect(await list({ filter, after: emailAddress("bob") })).toEqual(
        expected.filter((name) => name > "bob"),
      );
    });
  });

  describe("what an operator wrote", () => {
    const audit = () => opened().store.audit;

    it("is read with the entry by operators, and by no other reader", async () => {
      const mine = { userId: userId("ada") };
      await audit().append(someEntry("one", { ...mine, at: at(1) }), asChecked("jane: spam"));
      await audit().append(someEntry("two", { ...mine, at: at(2) }), null);
      await audit().append(someEntry("three", { ...mine, at: at(3) }));
      await audit().append(someEntry("other", { userId: userId("grace") }), asChecked("x"));
      const records = await audit().listRecords(userId("ada"), null, 10);
      expect(records.map(({ id, operator }) => [id, operator])).toEqual([
        [entryId("three"), null],
        [entryId("two"), null],
        [entryId("one"), "jane: spam"],
      ]);
      expect(records[2]).toEqual({
        ...someEntry("one", { ...mine, at: at(1) }),
        operator: "jane: spam",
      });
      expect(await audit().listRecords(userId("ada"), records[1]!, 10)).toEqual([records[2]]);
      expect(await audit().listRecords(userId("ada"), null, 2)).toEqual(records.slice(0, 2));
      for (const entry of await audit().listByUser(userId("ada"), null, 10))
        expect(entry).not.toHaveProperty("operator");
    });
  });

  describe("failed jobs that are tried again", () => {
    const jobs = () => opened().store.jobs;
    const retry = () => jobs().retryFailed("produce-export", "one", at(50));
    const claim = (holder: string, now = at(50)) =>
      jobs().claimDue(now, 10, lease(holder), at(60_000));

    it("are due at once, with all their attempts before them, dead or not", async () => {
      for (const name of ["dead", "failed"])
        await jobs().enqueue(someJob(name, { subject: "one", attempts: 3 }));
      await jobs().claimDue(at(1), 10, lease("a"), at(40));
      await jobs().bury(jobId("dead"), lease("a"));
      await jobs().retry(jobId("failed"), lease("a"), at(9_999));
      expect(await retry()).toBe(2);
      const due = [...(await claim("b"))].sort((one, other) => (one.id < other.id ? -1 : 1));
      expect(due.map(({ id, attempts }) => [id, attempts])).toEqual([
        [jobId("dead"), 0],
        [jobId("failed"), 0],
      ]);
    });

    it("are none that has not failed, is claimed, or is another's", async () => {
      await jobs().enqueue(someJob("waits", { subject: "one", nextAttemptAt: at(9_999) }));
      await jobs().enqueue(someJob("held", { subject: "one", attempts: 1 }));
      await jobs().enqueue(someJob("other", { subject: "two", attempts: 1 }));
      await jobs().enqueue(
        someJob("kind", {
          subject: "one",
          kind: "delete-file",
          attempts: 1,
          nextAttemptAt: at(99),
        }),
      );
      await jobs().claimDue(at(1), 10, lease("a"), at(60_000));
      expect(await retry()).toBe(0);
      expect(await claim("b", at(50))).toEqual([]);
    });
  });
}
