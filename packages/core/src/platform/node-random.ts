import { randomBytes, randomFillSync, randomInt } from "node:crypto";
import { uuidV7 } from "../kernel/ids.js";
import { Secret } from "../kernel/secret.js";
import type { Clock } from "../ports/clock.js";
import type { Random } from "../ports/random.js";

const UUID_RANDOM_BYTES = 10;
const FRACTION_STEPS = 2 ** 32;

const POOLED_IDS = 400;

/** Random bytes for ids, which are no secrets: every answer carries one, and asking the system for many at once makes each ten times cheaper. */
function createIdBytes(): () => Uint8Array {
  const pool = Buffer.alloc(POOLED_IDS * UUID_RANDOM_BYTES);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    return pool.subarray(used, (used += UUID_RANDOM_BYTES));
  };
}

export function createRandom(clock: Clock): Random {
  const idBytes = createIdBytes();
  return {
    id: () => uuidV7(clock.now().getTime(), idBytes()),
    token: (bytes) => new Secret(randomBytes(bytes).toString("base64url")),
    digits: (count) =>
      new Secret(
        randomInt(10 ** count)
          .toString()
          .padStart(count, "0"),
      ),
    fraction: () => randomInt(FRACTION_STEPS) / FRACTION_STEPS,
  };
}
