import { availableParallelism } from "node:os";
import { POLICY } from "@acme/auth-core";
import { hash } from "@node-rs/argon2";

export interface Flood {
  /** Hashes asked for at any time. */
  readonly inFlight: number;
  /** How many of them run at once. */
  readonly atOnce: number;
}

const PARAMETERS = {
  memoryCost: POLICY.argon2Memory.value,
  timeCost: POLICY.argon2Passes.value,
  parallelism: POLICY.argon2Lanes.value,
  outputLen: 32,
};

/** The bound that the library's password hasher keeps. */
export const LIBRARY_BOUND = Math.max(
  1,
  Math.min(availableParallelism() - 1, POLICY.hashesInFlight.value),
);

/** Keeps argon2id hashes in flight until told to stop; resolves then to how many were done. */
export function startFlood({ inFlight, atOnce }: Flood): () => Promise<number> {
  const line: (() => void)[] = [];
  let running = 0;
  let done = 0;
  let stopped = false;

  async function signIns(): Promise<void> {
    while (!stopped) {
      if (running >= atOnce) await new Promise<void>((resolve) => line.push(resolve));
      else running++;
      await hash("correct horse battery staple", PARAMETERS);
      done++;
      const next = line.shift();
      if (next) next();
      else running--;
    }
  }

  const all = Promise.all(Array.from({ length: inFlight }, signIns));
  return async () => {
    const counted = done;
    stopped = true;
    await all;
    return counted;
  };
}
