import { randomBytes, randomFillSync, randomInt } from "node:crypto";
import { type AnyId, toId, uuidV7 } from "../kernel/ids.js";
import { Secret } from "../kernel/secret.js";
import type { Clock } from "../ports/clock.js";
import type { Random } from "../ports/random.js";

const UUID_RANDOM_BYTES = 10;

const POOLED_IDS = 400;

/**
 * Returns random bytes for ids, in an array that the next call fills anew. Ids are not secret and
 * every answer has one: bytes that are read for many ids at once cost a tenth.
 */
function createIdBytes(): () => Uint8Array {
  const pool = Buffer.alloc(POOLED_IDS * UUID_RANDOM_BYTES);
  const bytes = new Uint8Array(UUID_RANDOM_BYTES);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    for (let i = 0; i < UUID_RANDOM_BYTES; i++) bytes[i] = pool[used++]!;
    return bytes;
  };
}

/**
 * The 12 bits after the time count the ids of one millisecond (RFC 9562 §6.2, method 1). They begin
 * in the lower half, so that there is room to count.
 */
const MAX_COUNT = 0xfff;
const FIRST_COUNTS = 0x800;

/**
 * Makes ids that ascend, also within one millisecond and when the clock is set back: the rows that
 * one transaction writes keep their order.
 */
function createIds(clock: Clock): () => string {
  const idBytes = createIdBytes();
  let time = 0;
  let count = 0;
  return () => {
    const bytes = idBytes();
    const now = clock.now().getTime();
    if (now > time || count === MAX_COUNT) {
      time = Math.max(now, time + 1);
      count = ((bytes[0]! << 8) | bytes[1]!) % FIRST_COUNTS;
    } else count += 1;
    bytes[0] = count >> 8;
    bytes[1] = count & 0xff;
    return uuidV7(time, bytes);
  };
}

export function createRandom(clock: Clock): Random {
  const nextId = createIds(clock);
  return {
    id: <Id extends AnyId>() => toId<Id>(nextId()),
    token: (bytes) => new Secret(randomBytes(bytes).toString("base64url")),
    digits: (count) =>
      new Secret(
        randomInt(10 ** count)
          .toString()
          .padStart(count, "0"),
      ),
  };
}
