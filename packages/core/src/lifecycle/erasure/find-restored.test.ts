import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import { toId, type UserId } from "../../kernel/ids.js";
import { createKeyRing } from "../../platform/key-ring.js";
import { createDigest } from "../../platform/node-digest.js";
import type { ErasureLedger } from "../../ports/erasure-ledger.js";
import type { Store } from "../../store/store.js";
import { compareLedger } from "./find-restored.procedure.js";

const digest = createDigest(createKeyRing([Buffer.alloc(32, 7).toString("base64")]));
const idsOf = (name: string): readonly UserId[] =>
  Array.from({ length: 5_001 }, (_, number) =>
    toId<UserId>(`${name}-${`${number}`.padStart(12, "0")}`),
  );

const pagesOf =
  <T extends string>(sorted: readonly T[]) =>
  (after: T | null, limit: number): Promise<readonly T[]> => {
    const start = after === null ? 0 : sorted.indexOf(after) + 1;
    return Promise.resolve(sorted.slice(start, start + limit));
  };

/** More users, and more erasures that are carried out, than are read at once. */
const users = idsOf("present");
const carriedOut = idsOf("erased")
  .map((id) => digest.erasureEntry(id))
  .toSorted();
// Nothing else of a store is used.
const store = standIn<Store>({
  erasures: { list: pagesOf(carriedOut) },
  users: { listIds: pagesOf(users) },
});

const compare = (listed: readonly string[]) => {
  const list: ErasureLedger["list"] = async function* () {
    yield* listed;
  };
  return compareLedger({ store, digest }, { append: () => Promise.resolve(), list });
};

describe("however large the database is", () => {
  it("each user is read once, a page after the other", async () => {
    const pages: (UserId | null)[] = [];
    const counting = standIn<Store>({
      ...store,
      users: {
        listIds: (after: UserId | null, limit: number) => {
          pages.push(after);
          return pagesOf(users)(after, limit);
        },
      },
    });
    const unknown = digest.erasureEntry(toId<UserId>("nobody"));
    const list: ErasureLedger["list"] = async function* () {
      yield* [...carriedOut, unknown];
    };
    const ledger = { append: () => Promise.resolve(), list };
    expect(await compareLedger({ store: counting, digest }, ledger)).toMatchObject({
      restored: [],
      absent: [unknown],
    });
    expect(pages).toEqual([null, users[4_999]]);
  });

  it("an erased user is found who is present again, and no erasure is taken for unknown", async () => {
    const userId = users.at(-1)!;
    const entry = digest.erasureEntry(userId);
    expect(await compare([...carriedOut, entry])).toEqual({
      entries: 5_002,
      unreadable: 0,
      unlisted: [],
      restored: [{ userId, entry }],
      absent: [],
      missingKeys: [],
    });
  });

  it("an erasure is found that the ledger lacks", async () => {
    const { unlisted, restored } = await compare(carriedOut.slice(0, -1));
    expect([unlisted, restored]).toEqual([carriedOut.slice(-1), []]);
  });
});
