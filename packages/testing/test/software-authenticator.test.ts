import { createHash, createPublicKey, verify } from "node:crypto";
import {
  AUTHENTICATION_BREAKS,
  COSE_ALGORITHMS,
  createSoftwareAuthenticator,
  REGISTRATION_BREAKS,
} from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import { describe, expect, it } from "vitest";

const ORIGIN = "https://app.example.com";
const CHALLENGE = Buffer.alloc(32, 7).toString("base64url");
const USER_HANDLE = Buffer.alloc(64, 1).toString("base64url");
const ALL = Object.values(COSE_ALGORITHMS).map((alg) => ({ type: "public-key", alg }));
const CREATION = {
  rp: { id: "example.com", name: "Acme" },
  user: { id: USER_HANDLE, name: "ada@example.com", displayName: "Ada" },
  challenge: CHALLENGE,
  pubKeyCredParams: ALL,
};
const REQUEST = { challenge: CHALLENGE, rpId: "example.com" };

const bytes = (base64url: string): Buffer => Buffer.from(base64url, "base64url");
const json = (base64url: string): unknown => JSON.parse(bytes(base64url).toString("utf8"));
const sha256 = (data: Buffer | string): Buffer => createHash("sha256").update(data).digest();
const flagsOf = (authenticatorData: string): number => bytes(authenticatorData)[32]!;
const counterOf = (authenticatorData: string): number => bytes(authenticatorData).readUInt32BE(33);

describe("a software authenticator", () => {
  it.each(["ES256", "EdDSA", "RS256"] as const)(
    "signs with the %s key it shows at registration",
    (algorithm) => {
      const authenticator = createSoftwareAuthenticator({ origin: ORIGIN, algorithm });
      const created = authenticator.create(CREATION);
      expect(created.response.publicKeyAlgorithm).toBe(COSE_ALGORITHMS[algorithm]);
      const key = createPublicKey({
        key: bytes(created.response.publicKey),
        format: "der",
        type: "spki",
      });

      const { response } = authenticator.get(REQUEST);
      const message = Buffer.concat([
        bytes(response.authenticatorData),
        sha256(bytes(response.clientDataJSON)),
      ]);
      expect(
        verify(algorithm === "EdDSA" ? null : "sha256", message, key, bytes(response.signature)),
      ).toBe(true);
    },
  );

  it("answers as a browser does", () => {
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    const created = authenticator.create(CREATION);
    expect(created).toMatchObject({
      id: created.rawId,
      type: "public-key",
      clientExtensionResults: {},
    });
    expect(json(created.response.clientDataJSON)).toEqual({
      type: "webauthn.create",
      challenge: CHALLENGE,
      origin: ORIGIN,
      crossOrigin: false,
    });
    expect(created.response.transports).toEqual(["internal", "hybrid"]);

    const used = authenticator.get(REQUEST);
    expect(used).toMatchObject({
      id: created.id,
      rawId: created.id,
      type: "public-key",
      response: { userHandle: USER_HANDLE },
    });
    expect(json(used.response.clientDataJSON)).toEqual({
      type: "webauthn.get",
      challenge: CHALLENGE,
      origin: ORIGIN,
      crossOrigin: false,
    });
    expect(bytes(used.response.authenticatorData).subarray(0, 32)).toEqual(sha256("example.com"));
    expect(used).toEqual(JSON.parse(JSON.stringify(used)));
  });

  it.each([
    [{}, 0x5d],
    [{ backedUp: false }, 0x4d],
    [{ backupEligible: false }, 0x45],
    [{ verifiesUser: false }, 0x59],
    [{ extensions: new Map([["x", 1]]) }, 0xdd],
  ])("with %j raises the flags %i", (options, flags) => {
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN, ...options });
    expect(flagsOf(authenticator.create(CREATION).response.authenticatorData)).toBe(flags);
    // A use shows no attested credential.
    expect(flagsOf(authenticator.get(REQUEST).response.authenticatorData)).toBe(flags & ~0x40);
  });

  it("counts its uses, or does not", () => {
    const counting = createSoftwareAuthenticator({ origin: ORIGIN });
    const zero = createSoftwareAuthenticator({ origin: ORIGIN, counter: "zero" });
    for (const authenticator of [counting, zero]) authenticator.create(CREATION);
    const shown = [counting, zero].map((one) =>
      [1, 2].map(() => counterOf(one.get(REQUEST).response.authenticatorData)),
    );
    expect(shown).toEqual([
      [2, 3],
      [0, 0],
    ]);
  });
});

describe("options are honoured", () => {
  it("the first algorithm that it can do is taken", () => {
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    const made = (...algorithms: readonly number[]) =>
      authenticator.create({
        ...CREATION,
        pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
      }).response.publicKeyAlgorithm;
    expect([made(-8, -7), made(-7, -8), made(-47, -257)]).toEqual([-8, -7, -257]);
    expect(() => made(-47, -35)).toThrow(/NotSupportedError/);
    expect(() =>
      createSoftwareAuthenticator({ origin: ORIGIN, algorithm: "RS256" }).create({
        ...CREATION,
        pubKeyCredParams: ALL.slice(0, 2),
      }),
    ).toThrow(/NotSupportedError/);
  });

  it("an excluded credential is not made a second time", () => {
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    const { id } = authenticator.create(CREATION);
    const excluding = (excluded: string) => ({
      ...CREATION,
      excludeCredentials: [{ type: "public-key", id: excluded }],
    });
    expect(() => authenticator.create(excluding(id))).toThrow(/InvalidStateError/);
    expect(authenticator.create(excluding("AAAA")).id).not.toBe(id);
    expect(authenticator.credentials).toHaveLength(2);
  });

  it("an allowed credential is used, and the newest when any will do", () => {
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    const [first, second] = [authenticator.create(CREATION).id, authenticator.create(CREATION).id];
    expect(authenticator.get(REQUEST).id).toBe(second);
    expect(authenticator.get({ ...REQUEST, allowCredentials: [] }).id).toBe(second);
    expect(
      authenticator.get({ ...REQUEST, allowCredentials: [{ type: "public-key", id: first }] }).id,
    ).toBe(first);
    expect(() =>
      authenticator.get({ ...REQUEST, allowCredentials: [{ type: "public-key", id: "AAAA" }] }),
    ).toThrow(/NotAllowedError/);
  });

  it("passkeys of other relying parties are left alone", () => {
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    authenticator.create(CREATION);
    expect(() => authenticator.get({ ...REQUEST, rpId: "example.org" })).toThrow(/NotAllowedError/);
    expect(() => authenticator.get({ challenge: CHALLENGE })).toThrow(/NotAllowedError/);
  });

  it("without a relying party the page's host is it", () => {
    const authenticator = createSoftwareAuthenticator({ origin: "http://localhost:3004" });
    authenticator.create({ ...CREATION, rp: { name: "Acme" } });
    expect(
      bytes(authenticator.get({ challenge: CHALLENGE }).response.authenticatorData).subarray(0, 32),
    ).toEqual(sha256("localhost"));
  });

  it("user verification is done unless it is discouraged, and refused when it is required and impossible", () => {
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    authenticator.create(CREATION);
    const verified = (userVerification: string) =>
      flagsOf(authenticator.get({ ...REQUEST, userVerification }).response.authenticatorData) &
      0x04;
    expect([verified("required"), verified("preferred"), verified("discouraged")]).toEqual([
      4, 4, 0,
    ]);
    const incapable = createSoftwareAuthenticator({ origin: ORIGIN, verifiesUser: false });
    incapable.create(CREATION);
    expect(() => incapable.get({ ...REQUEST, userVerification: "required" })).toThrow(
      /NotAllowedError/,
    );
    expect(() =>
      incapable.create({ ...CREATION, authenticatorSelection: { userVerification: "required" } }),
    ).toThrow(/NotAllowedError/);
    expect(incapable.credentials).toHaveLength(1);
  });
});

describe("breaks", () => {
  it.each(keysOf(REGISTRATION_BREAKS))(
    "%s at registration leaves the authenticator with an honest passkey",
    (name) => {
      const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
      authenticator.create(CREATION, { [name]: true });
      expect(authenticator.credentials).toHaveLength(1);
      expect(authenticator.get(REQUEST)).toMatchObject({
        id: authenticator.credentials[0]!.id.toString("base64url"),
        response: { userHandle: USER_HANDLE },
      });
    },
  );

  it.each(keysOf(AUTHENTICATION_BREAKS))("%s changes one answer and no later one", (name) => {
    const authenticator = createSoftwareAuthenticator({
      origin: ORIGIN,
      counter: "zero",
      algorithm: "EdDSA",
    });
    authenticator.create(CREATION);
    const honest = authenticator.get(REQUEST);
    // An Ed25519 signature over the same bytes is the same. Without a counter there is none that
    // could stand still.
    if (name !== "counterNotIncreasing")
      expect(authenticator.get(REQUEST, { [name]: true })).not.toEqual(honest);
    expect(authenticator.get(REQUEST)).toEqual(honest);
  });

  it("may be combined, and one's own changes come last", () => {
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    const { response } = authenticator.create(CREATION, {
      wrongOrigin: true,
      crossOrigin: true,
      transformClientData: (members) => ({ ...members, seen: members["origin"] }),
    });
    expect(json(response.clientDataJSON)).toMatchObject({
      origin: "https://stranger.example",
      crossOrigin: true,
      seen: "https://stranger.example",
    });
  });

  it("a break that is false is none", () => {
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    expect(
      json(authenticator.create(CREATION, { wrongOrigin: false }).response.clientDataJSON),
    ).toMatchObject({ origin: ORIGIN });
  });

  it("shows the counter it is told to", () => {
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    authenticator.create(CREATION);
    expect(
      counterOf(
        authenticator.get(REQUEST, { counterValue: 2 ** 32 - 1 }).response.authenticatorData,
      ),
    ).toBe(2 ** 32 - 1);
    expect(counterOf(authenticator.get(REQUEST).response.authenticatorData)).toBe(3);
  });

  it("shows the counter of before", () => {
    const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
    authenticator.create(CREATION);
    const before = counterOf(authenticator.get(REQUEST).response.authenticatorData);
    expect(
      counterOf(
        authenticator.get(REQUEST, { counterNotIncreasing: true }).response.authenticatorData,
      ),
    ).toBe(before);
  });
});
