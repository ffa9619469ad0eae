import { asChecked } from "@acme/auth-testing";
import { hash as argon2 } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { cpuOf, median } from "../../test/processor-time.js";
import { AuthError } from "../kernel/errors.js";
import { definePolicy, type Policy } from "../kernel/policy.js";
import { Secret } from "../kernel/secret.js";
import type { PasswordHash } from "../ports/password-hasher.js";
import { createPasswordHasher } from "./default-password-hasher.js";

const hasher = createPasswordHasher(definePolicy());
const password = new Secret("correct horse battery staple");
const WRONG = { right: false, outdated: false };
/** What the port is given to find the stored hash. */
const found = (stored: string | null) => () =>
  Promise.resolve(stored === null ? null : asChecked<PasswordHash>(stored));

describe("a password's hash", () => {
  it("is argon2id with the parameters of the policy, a salt of 16 bytes and a hash of 32", async () => {
    const phc = await hasher.hash(password);
    expect(phc).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
  });

  it("has a salt of its own each time", async () => {
    expect(await hasher.hash(password)).not.toBe(await hasher.hash(password));
  });

  it("is known again, and only by exactly the same password", async () => {
    const phc = await hasher.hash(password);
    expect(await hasher.verify(password, found(phc))).toEqual({ right: true, outdated: false });
    for (const other of [
      "correct horse battery stapl",
      "correct horse battery staple ",
      "Correct horse battery staple",
      "",
    ]) {
      expect(await hasher.verify(new Secret(other), found(phc))).toEqual(WRONG);
    }
  });

  it("covers every character, however many", async () => {
    const phc = await hasher.hash(new Secret("é🚀".repeat(128)));
    expect((await hasher.verify(new Secret("é🚀".repeat(128)), found(phc))).right).toBe(true);
    expect((await hasher.verify(new Secret(`${"é🚀".repeat(127)}é🛸`), found(phc))).right).toBe(
      false,
    );
  });

  it.each([
    ["less memory", { argon2Memory: 19_457 }],
    ["fewer passes", { argon2Passes: 3 }],
    ["fewer lanes", { argon2Lanes: 2 }],
  ])("made with %s than today's is right and outdated", async (_what, stronger) => {
    const phc = await hasher.hash(password);
    const today = createPasswordHasher(definePolicy(stronger));
    expect(await today.verify(password, found(phc))).toEqual({ right: true, outdated: true });
    expect(await today.verify(new Secret("wrong"), found(phc))).toEqual(WRONG);
    expect(await hasher.verify(password, found(await today.hash(password)))).toEqual({
      right: true,
      outdated: false,
    });
  });
});

const UNUSABLE: readonly (readonly [what: string, stored: string | null])[] = [
  ["nobody's", null],
  ["an empty", ""],
  ["a plain-text", "correct horse battery staple"],
  ["a bcrypt", "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"],
  [
    "an argon2i",
    "$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b4dWRWJTmaaJObGRdescudvJCs",
  ],
  ["a cut off", "$argon2id$v=19$m=19456,t=2,p=1$"],
  [
    "a cut off hash, well-formed all the same",
    "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$abcdefgh",
  ],
  [
    "a short-salted",
    "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$RdescudvJCsgt3ub+b4dWRWJTmaaJObGRdescudvJCs",
  ],
  ["an impossible", "$argon2id$v=19$m=0,t=0,p=0$c29tZXNhbHRzb21lc2FsdA$abcdefgh"],
  ["a gigantic", "$argon2id$v=19$m=99999999999,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$abcdefgh"],
];

describe("a stored value that no password has", () => {
  it.each(UNUSABLE)("is wrong for every password: %s hash", async (_what, stored) => {
    for (const attempt of [
      password,
      new Secret("nobody"),
      new Secret(""),
      new Secret(stored ?? ""),
    ]) {
      expect(await hasher.verify(attempt, found(stored))).toEqual(WRONG);
    }
  });

  it.each(UNUSABLE)("costs as much work as a wrong password: %s hash", async (_what, stored) => {
    const phc = await hasher.hash(password);
    await hasher.verify(password, found(null)); // The stand-in is made on first use.
    const wrong: number[] = [];
    const unusable: number[] = [];
    for (let round = 0; round < 5; round++) {
      wrong.push(await cpuOf(() => hasher.verify(new Secret("wrong"), found(phc))));
      unusable.push(await cpuOf(() => hasher.verify(new Secret("wrong"), found(stored))));
    }
    expect(median(unusable)).toBeGreaterThan(median(wrong) / 4);
  });
});

describe("the queue before the hasher", () => {
  it("refuses what is beyond it at once, and serves what is in it", async () => {
    const narrow = createPasswordHasher(definePolicy({ hashesInFlight: 1, hashesWaiting: 1 }));
    const first = narrow.hash(password);
    const second = narrow.verify(password, found(null));
    const third = narrow.hash(password);
    const fourth = narrow.verify(password, found(null));
    await expect(third).rejects.toThrow(new AuthError("BUSY"));
    await expect(fourth).rejects.toThrow(new AuthError("BUSY"));
    expect(await first).toMatch(/^\$argon2id\$/);
    expect(await second).toEqual(WRONG);
    expect(await narrow.hash(password)).toMatch(/^\$argon2id\$/);
  });
});

describe("what is found for a comparison", () => {
  const queueOf = (policy: Partial<Policy>) => createPasswordHasher(definePolicy(policy));

  it("is not looked for when the queue is full", async () => {
    const narrow = queueOf({ hashesInFlight: 1, hashesWaiting: 1 });
    const places = [narrow.hash(password), narrow.hash(password)];
    let asked = 0;
    const find = () => Promise.resolve((asked++, null));
    await expect(narrow.verify(password, find)).rejects.toThrow(new AuthError("BUSY"));
    expect(asked).toBe(0);
    await Promise.all(places);
    await narrow.verify(password, find);
    expect(asked).toBe(1);
  });

  it("has its place in the queue before it is looked for", async () => {
    const narrow = queueOf({ hashesInFlight: 1, hashesWaiting: 1 });
    const never = new Promise<null>(() => {});
    void narrow.verify(password, () => never);
    void narrow.verify(password, () => never);
    await expect(narrow.verify(password, found(null))).rejects.toThrow(new AuthError("BUSY"));
  });

  it("rejects what it is for, and gives its place back", async () => {
    const narrow = queueOf({ hashesInFlight: 1, hashesWaiting: 1 });
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(
        narrow.verify(password, () => Promise.reject(new Error("no database"))),
      ).rejects.toThrow("no database");
    expect(await narrow.hash(password)).toMatch(/^\$argon2id\$/);
  });

  it("is looked for in a turn of the event loop of its own, after those who are refused have been", async () => {
    const narrow = queueOf({ hashesInFlight: 1, hashesWaiting: 1 });
    const order: string[] = [];
    const compare = (name: string): Promise<unknown> =>
      narrow
        .verify(password, async () => {
          order.push(`${name} is looked for`);
          setImmediate(() => order.push(`the turn after ${name}`));
          return null;
        })
        .catch(() => order.push(`${name} is refused`));
    await Promise.all(["first", "second", "third"].map(compare));
    expect(order).toEqual([
      "third is refused",
      "first is looked for",
      "the turn after first",
      "second is looked for",
      "the turn after second",
    ]);
  });
});

describe("an older hash", () => {
  it("with weaker parameters than the policy allows is still verified", async () => {
    const old = asChecked<PasswordHash>(
      await argon2(password.reveal(), {
        memoryCost: 8_192,
        timeCost: 1,
      }),
    );
    expect(await hasher.verify(password, found(old))).toEqual({ right: true, outdated: true });
  });
});
