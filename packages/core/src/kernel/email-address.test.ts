import { describe, expect, it } from "vitest";
import { maskEmailAddress, parseEmailAddress } from "./email-address.js";

const label = (length: number): string => "d".repeat(length);
/** An address of `length` characters with a short local part. */
const ofLength = (length: number): string => {
  const tail = `.${label(63)}.${label(63)}.${label(63)}.example`;
  return `a@${label(length - tail.length - 2)}${tail}`;
};

const ACCEPTED: readonly (readonly [why: string, input: string, canonical?: string])[] = [
  ["a plain address", "ada@example.com"],
  ["upper case", "Ada.Lovelace@Example.COM", "ada.lovelace@example.com"],
  ["space around it", " \tada@example.com\r\n", "ada@example.com"],
  ["a tag, which is kept", "ada+news@example.com"],
  ["dots, which are kept", "a.d.a@gmail.com"],
  ["every character an atom may have", "!#$%&'*+/=?^_`{|}~-@example.com"],
  ["a punycode domain", "ada@xn--bcher-kva.example"],
  ["digits in the domain", "ada@1and1.example"],
  ["a last label that begins with a digit", "ada@example.1com"],
  ["a last label that ends in a digit", "ada@example.com1"],
  ["a hyphen within a label", "ada@my-host.example"],
  ["a local part of 64 characters", `${"a".repeat(64)}@example.com`],
  ["a label of 63 characters", `ada@${label(63)}.example`],
  ["a label of one character", "ada@x.example"],
  ["a numeric label before the last", "ada@mail.1.example"],
  ["254 characters", ofLength(254)],
];

const REFUSED: readonly (readonly [why: string, input: string])[] = [
  ["nothing", ""],
  ["space only", "   "],
  ["no at sign", "ada.example.com"],
  ["no local part", "@example.com"],
  ["no domain", "ada@"],
  ["two at signs", "ada@example.com@evil.example"],
  ["a fullwidth at sign", "ada\uff20example.com"],
  ["a Kelvin sign, which lower-cases to k", "\u212aelvin@example.com"],
  ["a Kelvin sign in the domain", "ada@\u212aelvin.example"],
  ["a dotted capital I", "\u0130da@example.com"],
  ["an accent", "zoë@example.com"],
  ["a non-ASCII domain", "ada@bücher.example"],
  ["a fullwidth full stop", "ada@example\uff0ecom"],
  ["a quoted local part", '"ada"@example.com'],
  ["a quoted at sign", '"ada@evil.example"@example.com'],
  ["a display name", "Ada <ada@example.com>"],
  ["angle brackets", "<ada@example.com>"],
  ["a list by comma", "ada@example.com,eve@evil.example"],
  ["a list by semicolon", "ada@example.com;eve@evil.example"],
  ["group syntax", "friends:ada@example.com;"],
  ["a comment", "ada(comment)@example.com"],
  ["a header after CRLF", "ada@example.com\r\nBcc: eve@evil.example"],
  ["a line break within", "ada\n@example.com"],
  ["a NUL", "ada\u0000@example.com"],
  ["a DEL", "ada\u007f@example.com"],
  ["a zero-width space", "ada\u200b@example.com"],
  ["a soft hyphen", "a\u00adda@example.com"],
  ["a space within", "ada @example.com"],
  ["a tab within", "ada@exam\tple.com"],
  ["a local part of 65 characters", `${"a".repeat(65)}@example.com`],
  ["255 characters", ofLength(255)],
  ["a label of 64 characters", `ada@${label(64)}.example`],
  ["a dot at the end", "ada@example.com."],
  ["a dot at the start of the domain", "ada@.example.com"],
  ["two dots in the domain", "ada@example..com"],
  ["a dot at the start of the local part", ".ada@example.com"],
  ["a dot at the end of the local part", "ada.@example.com"],
  ["two dots in the local part", "ada..l@example.com"],
  ["a hyphen at the start of a label", "ada@-example.com"],
  ["a hyphen at the end of a label", "ada@example-.com"],
  ["an underscore in the domain", "ada@my_host.example"],
  ["one label", "ada@localhost"],
  ["an IPv4 address", "ada@192.0.2.1"],
  ["an address literal", "ada@[192.0.2.1]"],
  ["an IPv6 literal", "ada@[IPv6:2001:db8::1]"],
  ["a numeric last label", "ada@example.123"],
  ["a backslash", "ada\\@example.com"],
  ["a percent-encoded at sign", "ada%40example.com"],
  ["a port", "ada@example.com:25"],
];

describe("parseEmailAddress", () => {
  it.each(ACCEPTED.map(([why, input, canonical = input]) => [why, input, canonical] as const))(
    "takes %s: %j",
    (_why, input, canonical) => {
      expect(parseEmailAddress(input)).toBe(canonical);
    },
  );

  it.each(REFUSED)("refuses %s: %j", (_why, input) => {
    expect(parseEmailAddress(input)).toBeNull();
  });

  it("leaves its own results as they are", () => {
    for (const [, input] of ACCEPTED) {
      const once = parseEmailAddress(input)!;
      expect(parseEmailAddress(once)).toBe(once);
    }
  });

  it("judges a megabyte without backtracking", () => {
    expect(parseEmailAddress(`${"a.".repeat(500_000)}@example.com`)).toBeNull();
    expect(parseEmailAddress(`a@${"a-".repeat(500_000)}`)).toBeNull();
  });
});

describe("maskEmailAddress", () => {
  it.each([
    ["ada@example.com", "a***@example.com"],
    ["a@example.com", "a***@example.com"],
  ])("shows %s as %s", (input, masked) => {
    expect(maskEmailAddress(parseEmailAddress(input)!)).toBe(masked);
  });
});
