import { scryptSync } from "node:crypto";
import { asChecked } from "@acme/auth-testing";
import { hash as argon2 } from "@node-rs/argon2";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cpuOf, median } from "../../test/processor-time.js";
import { definePolicy } from "../kernel/policy.js";
import { Secret } from "../kernel/secret.js";
import type { PasswordHash } from "../ports/password-hasher.js";
import { createPasswordHasher } from "./default-password-hasher.js";
import { hash as noArgon2 } from "./no-argon2.js";
import { loadArgon2 } from "./password-algorithms.js";
import { preloadLibraries } from "./preload-libraries.js";

const policy = definePolicy();
/** Quick: what is tested of the cost is how often it is paid. */
const cheap = { ...policy, scryptCostPower: 12 };
const password = new Secret("correct horse battery staple");
const WRONG = { right: false, outdated: false };
const found = (stored: string | null) => () =>
  Promise.resolve(stored === null ? null : asChecked<PasswordHash>(stored));

/** The platform calls itself what workerd does. */
function onWorkerd(own = cheap) {
  vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" });
  return createPasswordHasher(own);
}
afterEach(() => vi.unstubAllGlobals());

describe("a hash of scrypt", () => {
  it("is what workerd makes, with a row of OWASP's, a salt of 16 bytes and a hash of 32", async () => {
    expect(await onWorkerd(policy).hash(password)).toMatch(
      /^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
  });

  it("has a cost and a memory that workerd allows", () => {
    const { scryptCostPower, scryptBlockSize, scryptLanes } = policy;
    const MAX_COST = 1_048_576;
    const ISOLATE_BYTES = 128 * 1_024 * 1_024;
    expect(2 ** scryptCostPower * scryptBlockSize * scryptLanes).toBeLessThanOrEqual(MAX_COST);
    expect(128 * 2 ** scryptCostPower * scryptBlockSize).toBeLessThanOrEqual(ISOLATE_BYTES / 4);
  });

  it("is that of RFC 7914", async () => {
    const [, , , salt, key] = (await onWorkerd().hash(password)).split("$");
    const options = { N: 4_096, r: 8, p: 3 };
    const derived = scryptSync(password.reveal(), Buffer.from(salt!, "base64"), 32, options);
    expect(Buffer.from(key!, "base64")).toEqual(derived);
  });

  it("has a salt of its own each time, and is known again only by exactly the same password", async () => {
    const hasher = onWorkerd();
    const phc = await hasher.hash(password);
    expect(await hasher.hash(password)).not.toBe(phc);
    expect(await hasher.verify(password, found(phc))).toEqual({ right: true, outdated: false });
    for (const other of ["correct horse battery stapl", "Correct horse battery staple", ""])
      expect(await hasher.verify(new Secret(other), found(phc))).toEqual(WRONG);
  });

  it("that was made with less is right and outdated", async () => {
    const key = scryptSync(password.reveal(), Buffer.alloc(16, 7), 32, { N: 2_048, r: 8, p: 3 });
    const [salt, hash] = [Buffer.alloc(16, 7), key].map((bytes) =>
      bytes.toString("base64").replaceAll("=", ""),
    );
    const phc = `$scrypt$ln=11,r=8,p=3$${salt}$${hash}`;
    expect(await onWorkerd().verify(password, found(phc))).toEqual({ right: true, outdated: true });
  });

  it.each([
    ["at the cost", 16, { right: true, outdated: true }],
    ["beyond the cost", 17, WRONG],
  ])("%s that workerd allows is as right or as damaged everywhere", async (_what, p, expected) => {
    const salt = Buffer.alloc(16, 7);
    const key = scryptSync(password.reveal(), salt, 32, { N: 1_024, r: 64, p });
    const [saltText, keyText] = [salt, key].map((bytes) =>
      bytes.toString("base64").replaceAll("=", ""),
    );
    const stored = found(`$scrypt$ln=10,r=64,p=${p}$${saltText}$${keyText}`);
    expect(await createPasswordHasher(policy).verify(password, stored)).toEqual(expected);
    expect(await onWorkerd(policy).verify(password, stored)).toEqual(expected);
  });

  it("is known where argon2id runs, and outdated there", async () => {
    const phc = await onWorkerd().hash(password);
    vi.unstubAllGlobals();
    const hasher = createPasswordHasher(policy);
    expect(await hasher.verify(password, found(phc))).toEqual({ right: true, outdated: true });
    expect(await hasher.verify(new Secret("wrong"), found(phc))).toEqual(WRONG);
  });

  it("is made elsewhere too when that is chosen, and replaces those of argon2id", async () => {
    const hasher = createPasswordHasher(cheap, null, { algorithm: "scrypt" });
    const phc = await hasher.hash(password);
    expect(phc).toMatch(/^\$scrypt\$/);
    expect(await hasher.verify(password, found(phc))).toEqual({ right: true, outdated: false });
    const old = await createPasswordHasher(policy).hash(password);
    expect(await hasher.verify(password, found(old))).toEqual({ right: true, outdated: true });
  });
});

const KEY = Buffer.alloc(32).toString("base64").replaceAll("=", "");
const UNUSABLE: readonly (readonly [what: string, stored: () => Promise<string | null>])[] = [
  ["nobody's", async () => null],
  ["a plain-text", async () => "correct horse battery staple"],
  ["a cut off", async () => "$scrypt$ln=15,r=8,p=3$"],
  ["an impossible", async () => `$scrypt$ln=0,r=0,p=0$AAAAAAAAAAAAAAAAAAAAAA$${KEY}`],
  ["a gigantic", async () => `$scrypt$ln=60,r=8,p=3$AAAAAAAAAAAAAAAAAAAAAA$${KEY}`],
  ["an expensive", async () => `$scrypt$ln=14,r=99,p=9$AAAAAAAAAAAAAAAAAAAAAA$${KEY}`],
  ["an argon2id", () => argon2("correct horse battery staple", { memoryCost: 8_192, timeCost: 1 })],
];

describe("on workerd, what cannot be compared", () => {
  it.each(UNUSABLE)("is wrong, and costs what a wrong password does: %s hash", async (_w, make) => {
    const stored = await make();
    const hasher = onWorkerd();
    const phc = await hasher.hash(password);
    const wrong: number[] = [];
    const unusable: number[] = [];
    for (let round = 0; round < 3; round++) {
      wrong.push(await cpuOf(() => hasher.verify(new Secret("wrong"), found(phc))));
      unusable.push(await cpuOf(() => hasher.verify(password, found(stored))));
    }
    expect(median(unusable)).toBeGreaterThan(median(wrong) / 2);
    // Its first comparison costs no more than a later one: an isolate may make no other.
    const first = await cpuOf(() => onWorkerd().verify(password, found(stored)));
    expect(first).toBeLessThan(median(wrong) * 1.7);
    expect(await hasher.verify(password, found(stored))).toMatchObject(WRONG);
  });

  it("is named when its algorithm is missing, and only then", async () => {
    const hasher = onWorkerd();
    const old = await argon2(password.reveal(), { memoryCost: 8_192, timeCost: 1 });
    expect(await hasher.verify(password, found(old))).toEqual({
      ...WRONG,
      unsupported: "argon2id",
    });
    expect(await hasher.verify(password, found("damaged"))).toEqual(WRONG);
    expect(() => createPasswordHasher(policy, null, { algorithm: "argon2id" })).toThrow(RangeError);
  });
});

describe("a platform that could load the native library", () => {
  // Files share their modules: none may keep what is loaded in place of the library.
  afterEach(() => {
    vi.doUnmock("@node-rs/argon2");
    vi.resetModules();
  });

  it("is told when its bundle has none, whatever the hash", async () => {
    vi.resetModules();
    vi.doMock("@node-rs/argon2", () => import("./no-argon2.js"));
    const { createPasswordHasher: create } = await import("./default-password-hasher.js");
    const scrypt = create(policy, null, { algorithm: "scrypt" });
    const old = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b4dWQ";
    await expect(create(policy).hash(password)).rejects.toThrow("this bundle has no argon2");
    await expect(create(policy).verify(password, found(null))).rejects.toThrow("no argon2");
    await expect(scrypt.verify(password, found(old))).rejects.toThrow("no argon2");
  });

  it("loads it, unlike workerd", async () => {
    expect((await loadArgon2()).hash).not.toBe(noArgon2);
    onWorkerd();
    await preloadLibraries();
  });
});
