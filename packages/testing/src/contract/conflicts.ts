import { isStoreConflict } from "@acme/auth-core";
import type { Stores } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { jobId, someJob } from "./end-of-account-samples.js";
import { MANY, type Opened, race } from "./fixture.js";
import {
  at,
  challengeId,
  emailAddress,
  entryId,
  hash,
  mailId,
  sessionId,
  someChallenge,
  someEntry,
  someMail,
  someSession,
  someState,
  someUser,
  stateId,
  userId,
} from "./samples.js";

/** Stores the row `name`, which shares one unique value with every other of its kind. */
export type Insert<S extends object = object> = (
  stores: Stores & S,
  name: string,
) => Promise<unknown>;

const SHARED: Readonly<Record<string, Insert>> = {
  "sessions with one id": ({ sessions }, name) =>
    sessions.insert(someSession(name, "ada", { id: sessionId("one") })),
  "sessions with one token": ({ sessions }, name) =>
    sessions.insert(someSession(name, "ada", { tokenHash: hash("one") })),
  "challenges with one id": ({ passkeyChallenges }, name) =>
    passkeyChallenges.insert(someChallenge(name, { id: challengeId("one") })),
  "challenges with one hash": ({ passkeyChallenges }, name) =>
    passkeyChallenges.insert(someChallenge(name, { challengeHash: hash("one") })),
  "authorization requests with one id": ({ oauthStates }, name) =>
    oauthStates.insert(someState(name, { id: stateId("one") })),
  "authorization requests with one state": ({ oauthStates }, name) =>
    oauthStates.insert(someState(name, { stateHash: hash("one") })),
  "audit entries with one id": ({ audit }, name) =>
    audit.append(someEntry(name, { id: entryId("one") })),
  "mails with one id": ({ outbox }, name) => outbox.enqueue(someMail(name, { id: mailId("one") })),
  "jobs with one id": ({ jobs }, name) => jobs.enqueue(someJob(name, { id: jobId("one") })),
};

/**
 * What a store promises of values that only one row may have. `shared` says what they are, and
 * stores a row that has one.
 */
export function describeSharedValues<S extends object>(
  opened: Opened<S>,
  shared: Readonly<Record<string, Insert<S>>>,
): void {
  it.each(Object.entries(shared))(
    "of fifty %s one is stored, and the others are conflicts",
    async (_kind, insert) => {
      const outcomes = await race(opened(), MANY, (rival, turn) =>
        insert(rival, `row${turn}`).then(
          () => "stored",
          (thrown: unknown) => (isStoreConflict(thrown) ? "conflict" : thrown),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "conflict")).toHaveLength(MANY - 1);
    },
  );

  it.each(Object.entries(shared))(
    "the second of two %s rolls its transaction back with a conflict",
    async (_kind, insert) => {
      const { store } = opened();
      await insert(store, "first");
      const failing = store.transaction(async (tx) => {
        await tx.users.insertUnlessTaken(someUser("grace"));
        await insert(tx, "second");
      });
      await expect(failing).rejects.toSatisfy(isStoreConflict);
      expect(await store.users.findByEmail(emailAddress("grace"))).toBeNull();
    },
  );
}

export function describeConflicts(opened: Opened): void {
  describe("unique values", () => {
    beforeEach(() => opened().store.users.insertUnlessTaken(someUser("ada")));

    describeSharedValues(opened, SHARED);

    it("of fifty transactions at once that store the same, one commits, and the others are conflicts", async () => {
      const { store } = opened();
      const settled = await Promise.allSettled(
        Array.from({ length: MANY }, (_, turn) =>
          store.transaction(async (tx) => {
            await tx.users.insertUnlessTaken(someUser(`u${turn}`));
            await tx.sessions.insert(someSession("one", `u${turn}`));
          }),
        ),
      );
      const lost = settled.filter(
        (one) => one.status === "rejected" && isStoreConflict(one.reason),
      );
      expect(lost).toHaveLength(MANY - 1);
      const winner = settled.findIndex(({ status }) => status === "fulfilled");
      expect(await store.sessions.findLive(hash("one"), at(1))).toMatchObject({
        userId: userId(`u${winner}`),
      });
    });

    it("what is refused for another reason is no conflict", async () => {
      const { store } = opened();
      const refused = store.sessions.insert(someSession("one", "nobody"));
      expect(isStoreConflict(await refused.catch((thrown: unknown) => thrown))).toBe(false);
      await expect(refused).rejects.toThrow();
    });
  });
}
