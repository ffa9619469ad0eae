import { describe, expect, it } from "vitest";
import { createKeyRing } from "./key-ring.js";
import { createSealer } from "./node-sealer.js";

const secretOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64");
const sealer = createSealer(createKeyRing([secretOf(1)]));
const stranger = createSealer(createKeyRing([secretOf(2)]));
const rotated = createSealer(createKeyRing([secretOf(2), secretOf(1)]));

const PLAIN = '{"to":"ada@example.com","code":"042137"}';
const sealed = sealer.seal("outbox", PLAIN, "row-1");
const [keyId = "", body = ""] = sealed.split(".");
const bytes = Buffer.from(body, "base64url");
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=";

describe("a sealed text", () => {
  it.each(["", "a", PLAIN, "Grüße, 東京 🚀\u0000", "x".repeat(100_000)])(
    "opens again: %.20j",
    (text) => {
      expect(sealer.open("outbox", sealer.seal("outbox", text, "row-1"), "row-1")).toBe(text);
    },
  );

  it("shows nothing of what is in it but its length", () => {
    expect(bytes).toHaveLength(NONCE_BYTES + TAG_BYTES + PLAIN.length);
    for (const encoding of ["utf8", "hex", "base64", "base64url"] as const) {
      expect(sealed).not.toContain(Buffer.from("042137").toString(encoding).replaceAll("=", ""));
    }
  });

  it("has a nonce of its own each time", () => {
    const nonces = Array.from({ length: 1_000 }, () =>
      Buffer.from(sealer.seal("outbox", PLAIN, "row-1").split(".")[1]!, "base64url").toString(
        "hex",
        0,
        NONCE_BYTES,
      ),
    );
    expect(new Set(nonces).size).toBe(1_000);
  });

  it.each(Array.from(bytes.keys()))("does not open with byte %i altered", (index) => {
    const altered = Buffer.from(bytes);
    altered[index]! ^= 1;
    expect(sealer.open("outbox", `${keyId}.${altered.toString("base64url")}`, "row-1")).toBeNull();
  });

  it("does not open with any other last character, those that decode to the same bytes included", () => {
    const whole = sealer.seal("outbox", "abcd", "row-1");
    for (const last of ALPHABET) {
      const altered = whole.slice(0, -1) + last;
      expect(sealer.open("outbox", altered, "row-1"), altered.slice(-3)).toBe(
        altered === whole ? "abcd" : null,
      );
    }
  });

  it.each(["=", "==", "!", " ", "\n", ".", "A"])("does not open with %j behind it", (tail) => {
    expect(sealer.open("outbox", sealed + tail, "row-1")).toBeNull();
  });

  it.each(["row-2", "", "row-1 ", "ROW-1"])("does not open in the context %j", (context) => {
    expect(sealer.open("outbox", sealed, context)).toBeNull();
  });

  it("opens under an earlier secret's key, and under no unknown one", () => {
    expect(rotated.open("outbox", sealed, "row-1")).toBe(PLAIN);
    expect(stranger.open("outbox", sealed, "row-1")).toBeNull();
    expect(sealer.open("outbox", rotated.seal("outbox", PLAIN, "row-1"), "row-1")).toBeNull();
  });

  it.each([
    ["nothing", ""],
    ["a dot", "."],
    ["plain text", PLAIN],
    ["no key id", `.${body}`],
    ["another key's id", `${createKeyRing([secretOf(2)]).newest("outbox").id}.${body}`],
    ["a key id only", `${keyId}.`],
    [
      "less than nonce and tag",
      `${keyId}.${bytes.subarray(0, NONCE_BYTES + TAG_BYTES - 1).toString("base64url")}`,
    ],
    ["a tag cut short", `${keyId}.${bytes.subarray(0, NONCE_BYTES + 4).toString("base64url")}`],
    ["its last byte missing", `${keyId}.${bytes.subarray(0, -1).toString("base64url")}`],
    ["a byte more", `${keyId}.${Buffer.concat([bytes, Buffer.of(0)]).toString("base64url")}`],
  ])("is null, not an error, when it is %s", (_what, text) => {
    expect(sealer.open("outbox", text, "row-1")).toBeNull();
  });
});
