import { parseJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import type { AuthenticationRequest, RegistrationRequest } from "../ports/webauthn.js";
import { createWebAuthn } from "./simplewebauthn.js";

const webauthn = createWebAuthn();
const PARTY = { id: "example.com", name: "Acme", origins: ["https://app.example.com"] };
const CHALLENGE = Buffer.alloc(32, 0xfb).toString("base64url");
const USER_HANDLE = Buffer.alloc(64, 0xfe).toString("base64url");
const HELD = {
  credentialId: Buffer.alloc(16, 1).toString("base64url"),
  transports: ["internal", "hybrid"],
} as const;
const OLD = { credentialId: Buffer.alloc(16, 2).toString("base64url"), transports: [] } as const;

const REGISTRATION: RegistrationRequest = {
  challenge: CHALLENGE,
  userHandle: USER_HANDLE,
  userName: "ada@example.com",
  userDisplayName: "Ada Lovelace",
  exclude: [],
  attachment: null,
  hints: [],
  userVerification: "required",
  timeoutMs: 300_000,
};
const AUTHENTICATION: AuthenticationRequest = {
  challenge: CHALLENGE,
  allow: [],
  hints: [],
  timeoutMs: 300_000,
};

/** As the browser gets them. */
const overTheWire = (options: unknown): Readonly<Record<string, unknown>> =>
  parseJson(JSON.stringify(options), "object");
const creation = async (changed: Partial<RegistrationRequest> = {}) =>
  overTheWire(await webauthn.registrationOptions(PARTY, { ...REGISTRATION, ...changed }));
const request = async (changed: Partial<AuthenticationRequest> = {}) =>
  overTheWire(await webauthn.authenticationOptions(PARTY, { ...AUTHENTICATION, ...changed }));

describe("creation options", () => {
  it("ask for a discoverable credential that verifies its user, and for no attestation", async () => {
    expect(await creation()).toMatchObject({
      attestation: "none",
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
    });
  });

  it("offer ES256, EdDSA and RS256 in this order, and nothing else", async () => {
    expect((await creation())["pubKeyCredParams"]).toEqual([
      { type: "public-key", alg: -7 },
      { type: "public-key", alg: -8 },
      { type: "public-key", alg: -257 },
    ]);
  });

  it("carry challenge and user handle as they were given, byte for byte", async () => {
    expect(await creation()).toMatchObject({
      challenge: CHALLENGE,
      user: { id: USER_HANDLE, name: "ada@example.com", displayName: "Ada Lovelace" },
      rp: { id: "example.com", name: "Acme" },
      timeout: 300_000,
    });
  });

  it("give no hints and choose no kind of authenticator by themselves", async () => {
    const options = await creation();
    expect(options["hints"]).toEqual([]);
    expect(options["authenticatorSelection"]).not.toHaveProperty("authenticatorAttachment");
  });

  it.each(["platform", "cross-platform"] as const)(
    "choose a %s authenticator when they are told to",
    async (attachment) => {
      expect(await creation({ attachment })).toMatchObject({
        authenticatorSelection: { authenticatorAttachment: attachment },
      });
    },
  );

  it("exclude what the user has, with the transports that are known", async () => {
    expect((await creation())["excludeCredentials"]).toEqual([]);
    expect((await creation({ exclude: [HELD, OLD] }))["excludeCredentials"]).toEqual([
      { type: "public-key", id: HELD.credentialId, transports: ["internal", "hybrid"] },
      { type: "public-key", id: OLD.credentialId },
    ]);
  });
});

describe("request options", () => {
  it("ask for any passkey of the relying party and for user verification", async () => {
    expect(await request()).toEqual({
      rpId: "example.com",
      challenge: CHALLENGE,
      timeout: 300_000,
      userVerification: "required",
    });
  });

  it("list the passkeys that will do", async () => {
    expect((await request({ allow: [HELD, OLD] }))["allowCredentials"]).toEqual([
      { type: "public-key", id: HELD.credentialId, transports: ["internal", "hybrid"] },
      { type: "public-key", id: OLD.credentialId },
    ]);
  });
});
