import { describe, expect, it } from "vitest";
import { createRandom } from "./node-random.js";

let now = 1_700_000_000_000;
const random = createRandom({ now: () => new Date(now) });

const DRAWS = 200_000;
const DIGITS = 6;
/** χ² with 9 degrees of freedom is beyond this once in a thousand million times. */
const CHI_SQUARE_LIMIT = 60;

describe("a code", () => {
  const codes = Array.from({ length: DRAWS }, () => random.digits(DIGITS).reveal());

  it("is exactly as many digits as asked for, leading zeros kept", () => {
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(codes.some((code) => code.startsWith("00"))).toBe(true);
    expect(random.digits(1).reveal()).toMatch(/^\d$/);
    expect(random.digits(12).reveal()).toMatch(/^\d{12}$/);
  });

  it.each(Array.from({ length: DIGITS }, (_, position) => position))(
    "has every digit equally often at position %i",
    (position) => {
      const counts = new Array<number>(10).fill(0);
      for (const code of codes) counts[Number(code[position])]!++;
      const expected = DRAWS / 10;
      const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(chiSquare).toBeLessThan(CHI_SQUARE_LIMIT);
    },
  );

  it("repeats no more often than chance has it", () => {
    // Of a million codes, 200,000 draws hit 181,269 different ones, give or take 120.
    expect(Math.abs(new Set(codes).size - 181_269)).toBeLessThan(1_500);
  });
});

describe("a token", () => {
  it("is as many bytes as asked for in base64url, without padding", () => {
    expect(random.token(32).reveal()).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(random.token(32).reveal(), "base64url")).toHaveLength(32);
  });

  it("never repeats, and shares no beginning", () => {
    const tokens = Array.from({ length: 20_000 }, () => random.token(32).reveal());
    expect(new Set(tokens).size).toBe(20_000);
    expect(new Set(tokens.map((token) => token.slice(0, 1))).size).toBe(64);
  });
});

describe("an id", () => {
  it("is a UUIDv7 that sorts by the clock", () => {
    const ids = Array.from({ length: 1_000 }, () => {
      now += 1;
      return random.id();
    });
    expect(
      ids.every((id) =>
        /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id),
      ),
    ).toBe(true);
    expect([...ids].sort()).toEqual(ids);
  });

  it("is unique within a millisecond, and greater than all before it", () => {
    const ids = Array.from({ length: 20_000 }, () => random.id());
    expect(new Set(ids).size).toBe(20_000);
    expect([...ids].sort()).toEqual(ids);
  });

  it("is greater than all before it when the clock is set back", () => {
    const before = random.id();
    now -= 60_000;
    const ids = Array.from({ length: 5_000 }, () => random.id());
    now += 120_000;
    ids.push(random.id());
    expect([before, ...ids].sort()).toEqual([before, ...ids]);
    expect(Number.parseInt(ids.at(-1)!.replace("-", "").slice(0, 12), 16)).toBe(now);
  });

  it("shares nothing but its time and place with the ids of another source", () => {
    const other = createRandom({ now: () => new Date(now) });
    const tails = Array.from({ length: 1_000 }, () => [
      random.id().slice(19),
      other.id().slice(19),
    ]).flat();
    expect(new Set(tails).size).toBe(2_000);
  });
});
