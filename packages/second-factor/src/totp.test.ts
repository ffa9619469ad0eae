import { describe, expect, it } from "vitest";
import { hmacSha1 } from "./platform/hmac-sha1.js";
import { matchingStep, parseTotpCode, stepOf, totpCode, truncatedHmac } from "./totp.js";

/** The secret of RFC 6238, appendix B, for SHA-1. */
const SECRET = Buffer.from("12345678901234567890");

describe("codes of authenticator apps", () => {
  it.each([
    [59, 0x1, "94287082"],
    [1_111_111_109, 0x23523ec, "07081804"],
    [1_111_111_111, 0x23523ed, "14050471"],
    [1_234_567_890, 0x273ef07, "89005924"],
    [2_000_000_000, 0x3f940aa, "69279037"],
    [20_000_000_000, 0x27bc86aa, "65353130"],
  ])("are those of RFC 6238, appendix B, at %i s", (seconds, step, code) => {
    expect(stepOf(new Date(seconds * 1_000))).toBe(step);
    const eight = String(truncatedHmac(hmacSha1, SECRET, step) % 10 ** 8).padStart(8, "0");
    expect(eight).toBe(code);
    expect(totpCode(hmacSha1, SECRET, step)).toBe(code.slice(2));
  });

  it("are those of RFC 4226, appendix D", () => {
    const codes = Array.from({ length: 10 }, (_, count) => totpCode(hmacSha1, SECRET, count));
    expect(codes.join(" ")).toBe(
      "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489",
    );
  });

  it("keep their leading zeros", () => {
    expect(totpCode(hmacSha1, SECRET, 0x23523ec)).toBe("081804");
  });

  it.each([
    [-2, null],
    [-1, -1],
    [0, 0],
    [1, 1],
    [2, null],
  ])("of the step %i beside the present one are accepted, or not", (beside, found) => {
    const step = 1_000;
    const code = totpCode(hmacSha1, SECRET, step + beside);
    for (const ms of [0, 29_999]) {
      const now = new Date(step * 30_000 + ms);
      const match = matchingStep(hmacSha1, { secret: SECRET, code, now, window: 1 });
      expect(match).toBe(found === null ? null : step + found);
    }
  });

  it("of no other step are accepted where the window is closed", () => {
    const now = new Date(30_000_000);
    const match = (step: number) =>
      matchingStep(hmacSha1, {
        secret: SECRET,
        code: totpCode(hmacSha1, SECRET, step),
        now,
        window: 0,
      });
    expect([999, 1_000, 1_001].map(match)).toEqual([null, 1_000, null]);
  });

  it("count by the highest step of several", () => {
    const same = () => new Uint8Array(20);
    const comparison = { secret: SECRET, code: "000000", now: new Date(30_000_000), window: 1 };
    expect(matchingStep(same, comparison)).toBe(1_001);
  });

  it.each([
    ["123456", "123456"],
    ["123 456", "123456"],
    [" 12-34-56 ", "123456"],
    ["12345", null],
    ["1234567", null],
    ["１２３４５６", null],
    ["12345a", null],
    ["123\t456", null],
    ["", null],
  ])("are read from %j", (typed, code) => {
    expect(parseTotpCode(typed)).toBe(code);
  });
});
