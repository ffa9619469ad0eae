import { createHash } from "node:crypto";
import { asChecked } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { toId, type UserId } from "../kernel/ids.js";
import { Secret, type SecretHash } from "../kernel/secret.js";
import { createKeyRing } from "./key-ring.js";
import { createDigest } from "./node-digest.js";

const secretOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64");
const digest = createDigest(createKeyRing([secretOf(1)]));
const stranger = createDigest(createKeyRing([secretOf(2)]));
const rotated = createDigest(createKeyRing([secretOf(2), secretOf(1)]));

const code = new Secret("042137");
const CONTEXT = "sign-in ada@example.com";
const hashed = digest.code(code, CONTEXT);

describe("the hash of a token", () => {
  it("is its SHA-256 in base64url, whatever the keys", () => {
    const token = new Secret("Zm9vYmFy");
    const expected = createHash("sha256").update("Zm9vYmFy").digest("base64url");
    expect([digest.token(token), stranger.token(token)]).toEqual([expected, expected]);
  });
});

describe("the hash of a code", () => {
  it("matches the same code in the same context, and is the same each time", () => {
    expect(digest.codeMatches(code, CONTEXT, hashed)).toBe(true);
    expect(digest.code(new Secret("042137"), CONTEXT)).toBe(hashed);
  });

  it.each([
    ["another code", "042138", CONTEXT],
    ["the code without its leading zero", "42137", CONTEXT],
    ["no code", "", CONTEXT],
    ["another email address", "042137", "sign-in eve@example.com"],
    ["another purpose", "042137", "forget-password ada@example.com"],
    ["code and context divided elsewhere", "37", `${CONTEXT}0421`],
  ])("does not match %s", (_what, text, context) => {
    expect(digest.codeMatches(new Secret(text), context, hashed)).toBe(false);
  });

  it("tells where context ends and code begins", () => {
    expect(digest.code(new Secret("bc"), "a")).not.toBe(digest.code(new Secret("c"), "ab"));
    expect(digest.code(new Secret('b","c'), "a")).not.toBe(digest.code(new Secret("c"), 'a","b'));
  });

  it("names its key, and matches for as long as that key is known", () => {
    expect(hashed.split(".")[0]).toBe(createKeyRing([secretOf(1)]).newest("one-time-code").id);
    expect(rotated.codeMatches(code, CONTEXT, hashed)).toBe(true);
    expect(rotated.code(code, CONTEXT)).not.toBe(hashed);
    expect(stranger.codeMatches(code, CONTEXT, hashed)).toBe(false);
  });

  it("matches under the key it names only", () => {
    const [, mac] = hashed.split(".");
    const relabelled = asChecked<SecretHash>(
      `${createKeyRing([secretOf(2)]).newest("one-time-code").id}.${mac}`,
    );
    expect(rotated.codeMatches(code, CONTEXT, relabelled)).toBe(false);
  });

  it.each([
    ["nothing", ""],
    ["a dot", "."],
    ["no key id", hashed.slice(hashed.indexOf("."))],
    ["no dot", hashed.replace(".", "")],
    ["no digest", hashed.slice(0, hashed.indexOf(".") + 1)],
    ["a digest cut short", hashed.slice(0, -4)],
    ["a digest that goes on", `${hashed}AAAA`],
    [
      "a digest altered at its start",
      hashed.replace(/\../, (start) => (start === ".A" ? ".B" : ".A")),
    ],
    ["the code itself", "042137"],
  ])("is false, not an error, for a stored value of %s", (_what, stored) => {
    expect(digest.codeMatches(code, CONTEXT, asChecked<SecretHash>(stored))).toBe(false);
  });

  it("cannot be found by hashing every code without the key", () => {
    const mac = hashed.split(".")[1];
    const plain = [
      code.reveal(),
      CONTEXT + code.reveal(),
      JSON.stringify([CONTEXT, code.reveal()]),
    ];
    expect(
      plain.map((text) => createHash("sha256").update(text).digest("base64url")),
    ).not.toContain(mac);
  });
});

describe("a pseudonym", () => {
  it("stands for one text under one key, and shows none of it", () => {
    const pseudonym = digest.pseudonym("ada@example.com");
    expect(pseudonym).toMatch(/^[\w-]{22}$/);
    expect(digest.pseudonym("ada@example.com")).toBe(pseudonym);
    expect(digest.pseudonym("eve@example.com")).not.toBe(pseudonym);
    expect(stranger.pseudonym("ada@example.com")).not.toBe(pseudonym);
  });
});

it("the entry of a user in a ledger of erasures is that of the user and the key", () => {
  const [ada, grace] = [toId<UserId>("user-ada"), toId<UserId>("user-grace")];
  const entry = digest.erasureEntry(ada);
  expect(entry).toMatch(/^[\w-]{8}\.[\w-]{43}$/);
  expect(entry).not.toBe(digest.erasureEntry(grace));
  expect(entry).not.toBe(stranger.erasureEntry(ada));
  const keyId = entry.slice(0, 8);
  expect(rotated.knowsErasureKey(keyId)).toBe(true);
  expect(rotated.erasureEntry(ada)).toBe(stranger.erasureEntry(ada));
  expect(rotated.erasureEntry(ada, keyId)).toBe(entry);
  expect(stranger.knowsErasureKey(keyId)).toBe(false);
  expect(() => stranger.erasureEntry(ada, keyId)).toThrow("is not configured");
});
