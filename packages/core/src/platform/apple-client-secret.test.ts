import { generateKeyPairSync } from "node:crypto";
import { createFixedClock } from "@acme/auth-testing";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../kernel/duration.js";
import { Secret } from "../kernel/secret.js";
import { appleClientSecret, type AppleKey } from "./apple-client-secret.js";

const CLIENT_ID = "com.example.web";
/** What Apple allows, in seconds. */
const APPLES_LIMIT = 15_777_000;

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();

function openSource(more: Partial<AppleKey> = {}) {
  const clock = createFixedClock();
  const key = { teamId: "A1B2C3D4E5", keyId: "F6G7H8I9J0", privateKey: new Secret(pem) };
  const source = appleClientSecret({ ...key, clock, ...more });
  const make = async (clientId = CLIENT_ID) => (await source(clientId)).reveal();
  return { clock, source, make };
}

describe("the client secret of Apple", () => {
  it("is signed for Apple with ES256, by the key and the team, for the client", async () => {
    const { clock, make } = openSource();
    const secret = await make();
    const { payload } = await jwtVerify(secret, publicKey, { currentDate: clock.now() });
    const now = Math.floor(clock.now().getTime() / 1_000);
    expect(decodeProtectedHeader(secret)).toEqual({ alg: "ES256", kid: "F6G7H8I9J0" });
    expect(payload).toEqual({
      iss: "A1B2C3D4E5",
      aud: "https://appleid.apple.com",
      sub: CLIENT_ID,
      iat: now,
      exp: now + HOUR / 1_000,
    });
    expect(HOUR / 1_000).toBeLessThanOrEqual(APPLES_LIMIT);
  });

  it("stays the same for half of its time, and is another one afterwards", async () => {
    const { clock, make } = openSource();
    const first = await make();
    clock.advance(HOUR / 2 - 1);
    expect(await make()).toBe(first);
    clock.advance(1);
    const second = await make();
    expect(second).not.toBe(first);
    await jwtVerify(second, publicKey, { currentDate: clock.now() });
  });

  it("is made once for those who ask at the same moment", async () => {
    const { source } = openSource();
    const [one, other] = await Promise.all([source(CLIENT_ID), source(CLIENT_ID)]);
    expect(one).toBe(other);
  });

  it("is made anew when the clock was set back", async () => {
    const { clock, make } = openSource();
    const first = await make();
    clock.advance(-MINUTE);
    expect(await make()).not.toBe(first);
  });

  it("is another one for another client", async () => {
    const { make } = openSource();
    expect(await make("com.example.other")).not.toBe(await make());
  });

  it("takes a key in one line", async () => {
    const { make } = openSource({ privateKey: pem.replaceAll("\n", String.raw`\n`) });
    expect(await make()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it.each<[string, Partial<AppleKey>, string]>([
    ["an id of no team", { teamId: "a1" }, "teamId"],
    ["an id of no key", { keyId: "" }, "keyId"],
    ["a key that is none", { privateKey: "hush" }, "privateKey"],
    ["a public key", { privateKey: pemOfPublicKey() }, "privateKey"],
    ["a key of another curve", { privateKey: pemOf("P-384") }, "privateKey"],
  ])("refuses %s, and says nothing of it", (_what, more, named) => {
    const refusal = refusalOf(() => openSource(more));
    expect(refusal).toContain(named);
    expect(refusal).not.toContain("hush");
  });
});

function pemOfPublicKey(): string {
  return publicKey.export({ format: "pem", type: "spki" }).toString();
}

function pemOf(namedCurve: string): string {
  const pair = generateKeyPairSync("ec", { namedCurve });
  return pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
}

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof RangeError) return thrown.message;
    throw thrown;
  }
  return "";
}
