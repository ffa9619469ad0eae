import { randomBytes, randomInt } from "node:crypto";
import { uuidV7 } from "../kernel/ids.js";
import { Secret } from "../kernel/secret.js";
import type { Clock } from "../ports/clock.js";
import type { Random } from "../ports/random.js";

const UUID_RANDOM_BYTES = 10;
const FRACTION_STEPS = 2 ** 32;

export function createRandom(clock: Clock): Random {
  return {
    id: () => uuidV7(clock.now().getTime(), randomBytes(UUID_RANDOM_BYTES)),
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
