import { fixed } from "./policy-entry.js";

/**
 * How passwords are hashed where argon2id cannot run: a row of the OWASP Password Storage Cheat
 * Sheet, within the cost that workerd allows.
 */
export const SCRYPT_POLICY = {
  /** The cost of one scrypt hash, as a power of two: 15 takes 32 MiB. */
  scryptCostPower: fixed(15, "count"),
  /** The block size of scrypt, in units of 128 bytes. */
  scryptBlockSize: fixed(8, "count"),
  /** The parallelization of scrypt, which is computed one after the other. */
  scryptLanes: fixed(3, "count"),
};
