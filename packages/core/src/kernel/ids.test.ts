import { describe, expect, it } from "vitest";
import { isIdShaped, parseId, type UserId, uuidV7 } from "./ids.js";

const ZEROS = new Uint8Array(10);
const ONES = new Uint8Array(10).fill(0xff);

describe("uuidV7", () => {
  it("spells the example of RFC 9562 §A.6", () => {
    const random = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f]);
    expect(uuidV7(0x017f22e279b0, random)).toBe("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  });

  it.each([
    {
      when: "the epoch, all bits clear",
      unixMs: 0,
      random: ZEROS,
      id: "00000000-0000-7000-8000-000000000000",
    },
    {
      when: "the epoch, all bits set",
      unixMs: 0,
      random: ONES,
      id: "00000000-0000-7fff-bfff-ffffffffffff",
    },
    {
      when: "the last millisecond of 48 bits",
      unixMs: 2 ** 48 - 1,
      random: ZEROS,
      id: "ffffffff-ffff-7000-8000-000000000000",
    },
  ])("keeps version and variant at $when", ({ unixMs, random, id }) => {
    expect(uuidV7(unixMs, random)).toBe(id);
  });

  it("uses the first ten bytes it is given and leaves them as they are", () => {
    const random = Uint8Array.from({ length: 16 }, (_, index) => index);
    expect(uuidV7(1, random)).toBe(uuidV7(1, random.subarray(0, 10)));
    expect([...random]).toEqual(Array.from({ length: 16 }, (_, index) => index));
  });

  it("sorts by time whatever the random bits are", () => {
    const times = [0, 1, 255, 256, 65_535, 65_536, 1_700_000_000_000, 1_700_000_000_001, 2 ** 47];
    const ids = times.map((unixMs, index) => uuidV7(unixMs, index % 2 === 0 ? ONES : ZEROS));
    expect([...ids].sort()).toEqual(ids);
  });
});

describe("a presented id", () => {
  it("is taken as it is when it is shaped like one, else it is none", () => {
    expect(parseId<UserId>("a".repeat(16))).toBe("a".repeat(16));
    expect(parseId<UserId>("a".repeat(15))).toBeNull();
  });
});

describe("the shape of an id", () => {
  it.each([uuidV7(0, ONES), "a".repeat(16), "Z".repeat(64), "_-_-_-_-_-_-_-_-"])(
    "is that of %s",
    (text) => {
      expect(isIdShaped(text)).toBe(true);
    },
  );

  it.each([
    "",
    "a".repeat(15),
    "a".repeat(65),
    "../../etc/passwd.",
    "%2e%2e%2f%2e%2e%2f",
    `${"a".repeat(16)}\n`,
    `${"a".repeat(16)}\u0000`,
    "é".repeat(20),
    "' or 1=1 --       ",
  ])("is not that of %j", (text) => {
    expect(isIdShaped(text)).toBe(false);
  });
});
