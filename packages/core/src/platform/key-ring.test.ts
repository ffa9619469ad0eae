import { describe, expect, it } from "vitest";
import { createKeyRing, decodeSecret, type KeyPurpose } from "./key-ring.js";

const secretOf = (byte: number, length = 32): string =>
  Buffer.alloc(length, byte).toString("base64");
const NEW = secretOf(1);
const OLD = secretOf(2);
const PURPOSES: readonly KeyPurpose[] = [
  "one-time-code",
  "pseudonym",
  "outbox",
  "oauth-name",
  "pages-step",
  "pages-flash",
  "token/email-verification",
  "token/data-export",
];

describe("a configured secret", () => {
  const bytes = Buffer.from(Array.from({ length: 48 }, (_, index) => 255 - index));

  it.each([
    ["base64", bytes.toString("base64")],
    ["base64url", bytes.toString("base64url")],
  ])("may be spelled in %s", (_alphabet, text) => {
    expect(decodeSecret(text)).toEqual(bytes);
  });

  it("may be 32 bytes long, with or without its padding, and not one less", () => {
    expect(decodeSecret(secretOf(1, 32))).toHaveLength(32);
    expect(decodeSecret(secretOf(1, 32).replaceAll("=", ""))).toHaveLength(32);
    expect(decodeSecret(secretOf(1, 31))).toBeNull();
  });

  it.each([
    ["nothing", ""],
    ["padding only", "=="],
    ["a passphrase with spaces", "correct horse battery staple correct horse battery staple"],
    ["punctuation", "!".repeat(64)],
    ["too much padding", `${secretOf(1)}==`],
    ["padding inside", `${"A".repeat(20)}=${"A".repeat(40)}`],
    ["a length that no bytes have", "A".repeat(45)],
    ["a line break", `${secretOf(1)}\n`],
    ["a character beyond ASCII", `é${secretOf(1)}`],
    ["hexadecimal of 16 bytes", "0123456789abcdef0123456789abcdef"],
  ])("is refused as %s", (_why, text) => {
    expect(decodeSecret(text)).toBeNull();
  });
});

describe("a key ring", () => {
  it("derives a key of 256 bits for every purpose, no two alike and none the secret itself", () => {
    const ring = createKeyRing([NEW]);
    const keys = PURPOSES.map((purpose) => ring.newest(purpose).bytes);
    expect(keys.every((key) => key.length === 32)).toBe(true);
    expect(new Set([NEW, ...keys.map((key) => key.toString("base64"))]).size).toBe(
      PURPOSES.length + 1,
    );
  });

  it("derives the same keys in every process", () => {
    expect(createKeyRing([NEW]).newest("outbox")).toEqual(
      createKeyRing([NEW.replaceAll("=", "")]).newest("outbox"),
    );
  });

  it("names a key by its secret, without giving the secret away", () => {
    const ring = createKeyRing([NEW, OLD]);
    expect(ring.newest("outbox").id).toMatch(/^[\w-]{8}$/);
    expect(ring.newest("outbox").id).toBe(ring.newest("pseudonym").id);
    expect(ring.newest("outbox").id).not.toBe(createKeyRing([OLD]).newest("outbox").id);
    expect(NEW).not.toContain(ring.newest("outbox").id);
  });

  it("signs with the first secret and still knows what the others made", () => {
    const before = createKeyRing([OLD]).newest("outbox");
    const ring = createKeyRing([NEW, secretOf(3), OLD]);
    expect(ring.newest("outbox").id).toBe(createKeyRing([NEW]).newest("outbox").id);
    expect(ring.named("outbox", before.id)).toEqual(before);
    expect(ring.named("pseudonym", before.id)?.bytes).not.toEqual(before.bytes);
  });

  it.each(["", "unknown1", "__proto__", createKeyRing([OLD]).newest("outbox").id])(
    "knows no key named %j",
    (id) => {
      expect(createKeyRing([NEW]).named("outbox", id)).toBeNull();
    },
  );

  it("cannot be made without a secret", () => {
    expect(() => createKeyRing([])).toThrow(new RangeError("at least one secret is needed"));
  });

  it.each([0, 1, 2])("says by position, never by value, that secret %i is unusable", (position) => {
    const secrets = [NEW, OLD, secretOf(3)].with(position, "hunter2");
    expect(() => createKeyRing(secrets)).toThrow(
      new RangeError(
        `secret ${position + 1} must be base64 or base64url of at least 32 random bytes`,
      ),
    );
  });
});
