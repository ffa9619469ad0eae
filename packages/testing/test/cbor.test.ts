import { type CborValue, encodeCbor } from "@acme/auth-testing";
import { expect, it } from "vitest";

const map = (
  ...entries: readonly (readonly [number | string, CborValue])[]
): ReadonlyMap<number | string, CborValue> => new Map(entries);
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/**
 * Of RFC 8949, appendix A: all that is neither a float, a tag, an unassigned value nor of
 * indefinite length.
 */
const SAMPLES: readonly (readonly [value: CborValue, hex: string])[] = [
  [0, "00"],
  [1, "01"],
  [10, "0a"],
  [23, "17"],
  [24, "1818"],
  [25, "1819"],
  [100, "1864"],
  [1000, "1903e8"],
  [1000000, "1a000f4240"],
  [1000000000000, "1b000000e8d4a51000"],
  [18446744073709551615n, "1bffffffffffffffff"],
  [-18446744073709551616n, "3bffffffffffffffff"],
  [-1, "20"],
  [-10, "29"],
  [-100, "3863"],
  [-1000, "3903e7"],
  [false, "f4"],
  [true, "f5"],
  [null, "f6"],
  [Buffer.alloc(0), "40"],
  [Buffer.of(1, 2, 3, 4), "4401020304"],
  ["", "60"],
  ["a", "6161"],
  ["IETF", "6449455446"],
  ['"\\', "62225c"],
  ["\u00fc", "62c3bc"],
  ["\u6c34", "63e6b0b4"],
  ["\u{10151}", "64f0908591"],
  [[], "80"],
  [[1, 2, 3], "83010203"],
  [[1, [2, 3], [4, 5]], "8301820203820405"],
  [range(25), "98190102030405060708090a0b0c0d0e0f101112131415161718181819"],
  [map(), "a0"],
  [map([1, 2], [3, 4]), "a201020304"],
  [map(["a", 1], ["b", [2, 3]]), "a26161016162820203"],
  [["a", map(["b", "c"])], "826161a161626163"],
  [
    map(["a", "A"], ["b", "B"], ["c", "C"], ["d", "D"], ["e", "E"]),
    "a56161614161626142616361436164614461656145",
  ],
];

it.each(SAMPLES)("%o is %s", (value, hex) => {
  expect(encodeCbor(value).toString("hex")).toBe(hex);
});

it.each([
  [23, "57"],
  [24, "5818"],
  [255, "58ff"],
  [256, "590100"],
  [65535, "59ffff"],
  [65536, "5a00010000"],
])("%i bytes have the shortest head", (length, head) => {
  expect(
    encodeCbor(Buffer.alloc(length))
      .subarray(0, head.length / 2)
      .toString("hex"),
  ).toBe(head);
});

it("the keys of a map are in CTAP2's order: by kind, then by length, then by value", () => {
  const keys = ["authData", -3, "fmt", 100, "attStmt", 3, -1, "abc", 1];
  const encoded = encodeCbor(map(...keys.map((key) => [key, 0] as const)));
  const sorted = [1, 3, 100, -1, -3, "abc", "fmt", "attStmt", "authData"];
  expect(encoded.subarray(1).toString("hex")).toBe(
    sorted.map((key) => `${encodeCbor(key).toString("hex")}00`).join(""),
  );
});

it.each([0.5, Number.NaN, Infinity, 2 ** 53, 2n ** 64n, -(2n ** 64n) - 1n])(
  "%s cannot be encoded",
  (value) => {
    expect(() => encodeCbor(value)).toThrow(RangeError);
  },
);
