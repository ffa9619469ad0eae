import { type AnyId, type Random, Secret, toId } from "@acme/auth-core";
import { uuidV7 } from "@acme/auth-core/surface";

const START = Date.UTC(2026, 0, 1);

/** 32-bit states of a small generator (mulberry32): the same seed gives the same run. */
function createGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/**
 * Chance that repeats itself: equal seeds give equal ids, tokens and digits in equal order. Ids are
 * unique within one generator and ascend. Never for production.
 */
export function createSeededRandom(seed = 1): Random {
  const next = createGenerator(seed);
  const bytes = (count: number): Uint8Array =>
    Uint8Array.from({ length: count }, () => next() & 0xff);
  let ids = 0;
  return {
    id: <Id extends AnyId>() => toId<Id>(uuidV7(START + ids++, bytes(10))),
    token: (count) => new Secret(Buffer.from(bytes(count)).toString("base64url")),
    digits: (count) =>
      new Secret(Array.from({ length: count }, () => String(next() % 10)).join("")),
  };
}
