import { hash as argon2 } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { AuthError } from "../kernel/errors.js";
import { definePolicy } from "../kernel/policy.js";
import { Secret } from "../kernel/secret.js";
import type { PasswordHash } from "../ports/password-hasher.js";
import { createPasswordHasher } from "./argon2-hasher.js";

const hasher = createPasswordHasher(definePolicy());
const password = new Secret("correct horse battery staple");
const WRONG = { right: false, outdated: false };

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

  it("is known again, and only by the same password to the letter", async () => {
    const phc = await hasher.hash(password);
    expect(await hasher.verify(password, phc)).toEqual({ right: true, outdated: false });
    for (const other of [
      "correct horse battery stapl",
      "correct horse battery staple ",
      "Correct horse battery staple",
      "",
    ]) {
      expect(await hasher.verify(new Secret(other), phc)).toEqual(WRONG);
    }
  });

  it("covers every character, however many", async () => {
    const phc = await hasher.hash(new Secret("é🚀".repeat(128)));
    expect((await hasher.verify(new Secret("é🚀".repeat(128)), phc)).right).toBe(true);
    expect((await hasher.verify(new Secret(`${"é🚀".repeat(127)}é🛸`), phc)).right).toBe(false);
  });

  it.each([
    ["less memory", { argon2Memory: 19_457 }],
    ["fewer passes", { argon2Passes: 3 }],
    ["fewer lanes", { argon2Lanes: 2 }],
  ])("made with %s than today's is right and outdated", async (_what, stronger) => {
    const phc = await hasher.hash(password);
    const today = createPasswordHasher(definePolicy(stronger));
    expect(await today.verify(password, phc)).toEqual({ right: true, outdated: true });
    expect(await today.verify(new Secret("wrong"), phc)).toEqual(WRONG);
    expect(await hasher.verify(password, await today.hash(password))).toEqual({
      right: true,
      outdated: false,
    });
  });
});

/** Processor time that `work` takes, in microseconds: unlike the time on the wall, it is the same on a busy machine. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;

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
    for (const guess of [
      password,
      new Secret("nobody"),
      new Secret(""),
      new Secret(stored ?? ""),
    ]) {
      expect(await hasher.verify(guess, stored as PasswordHash | null)).toEqual(WRONG);
    }
  });

  it.each(UNUSABLE)("costs as much work as a wrong password: %s hash", async (_what, stored) => {
    const phc = await hasher.hash(password);
    await hasher.verify(password, null); // The stand-in is made on first use.
    const wrong: number[] = [];
    const unusable: number[] = [];
    for (let round = 0; round < 5; round++) {
      wrong.push(await cpuOf(() => hasher.verify(new Secret("wrong"), phc)));
      unusable.push(
        await cpuOf(() => hasher.verify(new Secret("wrong"), stored as PasswordHash | null)),
      );
    }
    expect(median(unusable)).toBeGreaterThan(median(wrong) / 4);
  });
});

describe("the queue before the hasher", () => {
  it("refuses what is beyond it at once, and serves what is in it", async () => {
    const narrow = createPasswordHasher(definePolicy({ hashesInFlight: 1, hashesWaiting: 1 }));
    const first = narrow.hash(password);
    const second = narrow.verify(password, null);
    const third = narrow.hash(password);
    const fourth = narrow.verify(password, null);
    await expect(third).rejects.toThrow(new AuthError("BUSY"));
    await expect(fourth).rejects.toThrow(new AuthError("BUSY"));
    expect(await first).toMatch(/^\$argon2id\$/);
    expect(await second).toEqual(WRONG);
    expect(await narrow.hash(password)).toMatch(/^\$argon2id\$/);
  });
});

describe("an older hash", () => {
  it("with weaker parameters than the policy allows is still verified", async () => {
    const old = (await argon2(password.reveal(), {
      memoryCost: 8_192,
      timeCost: 1,
    })) as PasswordHash;
    expect(await hasher.verify(password, old)).toEqual({ right: true, outdated: true });
  });
});
