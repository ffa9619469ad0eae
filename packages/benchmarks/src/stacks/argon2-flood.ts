import { POLICY } from "@acme/auth-core";
import { hash } from "@node-rs/argon2";

/** Those of the library. */
export const PARAMETERS = {
  memoryCost: POLICY.argon2Memory.value,
  timeCost: POLICY.argon2Passes.value,
  parallelism: POLICY.argon2Lanes.value,
  outputLen: 32,
};

/** Keeps that many argon2id hashes going at once until told to stop; resolves then to how many were done. */
export function startFlood(atOnce: number): () => Promise<number> {
  let done = 0;
  let stopped = false;

  async function hashAndHash(): Promise<void> {
    while (!stopped) {
      await hash("correct horse battery staple", PARAMETERS);
      done++;
    }
  }

  const all = Promise.all(Array.from({ length: atOnce }, hashAndHash));
  return async () => {
    stopped = true;
    await all;
    return done;
  };
}
