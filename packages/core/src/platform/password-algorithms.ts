import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { Policy } from "../kernel/policy.js";

/** What passwords are hashed with. */
export type PasswordAlgorithm = "argon2id" | "scrypt";

/** One way of hashing. */
export interface Hashing {
  /** Returns a hash in PHC string format with the parameters of the policy and a new salt. */
  make(text: string): Promise<string>;
  /**
   * The parameters of a hash that was made this way, each the higher the stronger; null for any
   * other text.
   */
  parametersOf(phc: string): readonly number[] | null;
  /**
   * Returns null for a damaged hash, which has cost nothing.
   * @param phc has parameters
   * @throws {Error} when the library is missing
   */
  compare(phc: string, text: string): Promise<boolean | null>;
  /** What `parametersOf` returns for a hash that is made today. */
  readonly today: readonly number[];
}

const HASH_BYTES = 32;
const ARGON2ID = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;
const SCRYPT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Of a stored hash, whatever its parameters are, in bytes. */
const SCRYPT_MAX_MEMORY = 256 * 1_024 * 1_024;

/**
 * N × r × p of a stored hash, the same on every platform: what workerd allows (measured, see
 * docs/decisions/0100-cloudflare-workers.md). A hash of more is damaged: each comparison would take
 * seconds.
 */
const SCRYPT_MAX_COST = 2 ** 20;

/** Loads the native library on first use: it costs start-up time that most processes never need. */
export const loadArgon2 = () => import("#argon2");

/** argon2id (RFC 9106), by a native library. */
export const argon2id = (policy: Policy): Hashing => ({
  today: [policy.argon2Memory, policy.argon2Passes, policy.argon2Lanes],
  parametersOf: (phc) => ARGON2ID.exec(phc)?.slice(1).map(Number) ?? null,
  async make(text) {
    const { hash } = await loadArgon2();
    // The library's own defaults are argon2id and version 0x13.
    return hash(text, {
      memoryCost: policy.argon2Memory,
      timeCost: policy.argon2Passes,
      parallelism: policy.argon2Lanes,
      outputLen: HASH_BYTES,
      salt: randomBytes(policy.argon2SaltBytes),
    });
  },
  async compare(phc, text) {
    const { verify } = await loadArgon2();
    return verify(phc, text).catch(() => null);
  },
});

/** scrypt (RFC 7914), by node:crypto, for platforms without native add-ons. */
export const scryptHashing = (policy: Policy): Hashing => ({
  today: [policy.scryptCostPower, policy.scryptBlockSize, policy.scryptLanes],
  parametersOf(phc) {
    const found = SCRYPT.exec(phc)?.slice(1, 4).map(Number);
    return found && costOf(found) <= SCRYPT_MAX_COST ? found : null;
  },
  async make(text) {
    const salt = randomBytes(policy.argon2SaltBytes);
    const { scryptCostPower: ln, scryptBlockSize: r, scryptLanes: p } = policy;
    const key = await deriveKey(text, salt, [ln, r, p]);
    return `$scrypt$ln=${ln},r=${r},p=${p}$${base64Of(salt)}$${base64Of(key)}`;
  },
  async compare(phc, text) {
    const [, ln, r, p, salt = "", expected = ""] = SCRYPT.exec(phc) ?? [];
    const parameters = [Number(ln), Number(r), Number(p)] as const;
    const key = await deriveKey(text, Buffer.from(salt, "base64"), parameters).catch(() => null);
    return key && timingSafeEqual(key, Buffer.from(expected, "base64"));
  },
});

const costOf = ([ln = 0, r = 0, p = 0]: readonly number[]): number => 2 ** ln * r * p;

/** As PHC strings have it: without padding. */
const base64Of = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

const deriveKey = (
  text: string,
  salt: Buffer,
  [ln, r, p]: readonly [ln: number, r: number, p: number],
): Promise<Buffer> =>
  new Promise((derived, failed) => {
    // Node.js allows exactly 32 MiB unless it is told, and this needs a little more.
    const options = { N: 2 ** ln, r, p, maxmem: SCRYPT_MAX_MEMORY };
    scrypt(text, salt, HASH_BYTES, options, (failure, key) =>
      failure ? failed(failure) : derived(key),
    );
  });
