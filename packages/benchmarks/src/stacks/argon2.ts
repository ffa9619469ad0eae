import { POLICY } from "@acme/auth-core";

/** The library's parameters. */
export const ARGON2 = {
  memoryCost: POLICY.argon2Memory.value,
  timeCost: POLICY.argon2Passes.value,
  parallelism: POLICY.argon2Lanes.value,
  outputLen: 32,
};
