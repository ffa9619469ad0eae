import {
  type AuthenticatorAlgorithm,
  createSoftwareAuthenticator,
  encodeCbor,
  type RegistrationBreak,
  type RegistrationBreaks,
} from "@acme/auth-testing";
import { entriesOf, keysOf } from "@acme/auth-testing/keys-of";
import { stringMatching } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { WRONG_TEXTS } from "../../test/wrong-texts.js";
import type { RegistrationResponse } from "../ports/webauthn.js";
import { createWebAuthn } from "./simplewebauthn.js";

const webauthn = createWebAuthn();
const ORIGIN = "https://app.example.com";
const PARTY = { id: "example.com", name: "Acme", origins: [ORIGIN, "https://beta.example.com"] };
const CHALLENGE = Buffer.alloc(32, 7).toString("base64url");
const OPTIONS = await webauthn.registrationOptions(PARTY, {
  challenge: CHALLENGE,
  userHandle: Buffer.alloc(64, 1).toString("base64url"),
  userName: "ada@example.com",
  userDisplayName: "Ada",
  exclude: [],
  attachment: null,
  hints: [],
  userVerification: "required",
  timeoutMs: 60_000,
});
const AAGUID = "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4";
const ALGORITHMS = { ES256: -7, EdDSA: -8, RS256: -257 } as const satisfies Record<
  AuthenticatorAlgorithm,
  number
>;
const NAMES = keysOf(ALGORITHMS);

const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
const verify = (response: RegistrationResponse) =>
  webauthn.verifyRegistration(PARTY, CHALLENGE, response);
const verifyBroken = (breaks: RegistrationBreaks) => verify(authenticator.create(OPTIONS, breaks));

describe("a registration", () => {
  it.each(
    NAMES.flatMap((algorithm) =>
      (["none", "packed"] as const).map((attestation) => ({ algorithm, attestation })),
    ),
  )(
    "with a key for $algorithm and the attestation $attestation gives what the authenticator made",
    async ({ algorithm, attestation }) => {
      const device = createSoftwareAuthenticator({
        origin: ORIGIN,
        algorithm,
        attestation,
        aaguid: AAGUID,
        transports: ["usb"],
      });
      const response = device.create(OPTIONS);
      expect(await verify(response)).toEqual({
        verified: true,
        proven: {
          credentialId: device.credentials[0]!.id.toString("base64url"),
          publicKey: encodeCbor(device.credentials[0]!.key.cose).toString("base64url"),
          algorithm: ALGORITHMS[algorithm],
          counter: 1,
          transports: ["usb"],
          deviceType: "multiDevice",
          backedUp: true,
          aaguid: AAGUID,
          userVerified: true,
        },
      });
    },
  );

  it.each([
    [{ backupEligible: false }, { deviceType: "singleDevice", backedUp: false }],
    [
      { backupEligible: true, backedUp: false },
      { deviceType: "multiDevice", backedUp: false },
    ],
    [
      { backupEligible: true, backedUp: true },
      { deviceType: "multiDevice", backedUp: true },
    ],
    [{ counter: "zero" }, { counter: 0 }],
  ] as const)("on an authenticator with %j gives %j", async (options, proven) => {
    const device = createSoftwareAuthenticator({ origin: ORIGIN, ...options });
    expect(await verify(device.create(OPTIONS))).toMatchObject({ verified: true, proven });
  });

  it("may carry extension data", async () => {
    const extensions = new Map([["credProtect", 2]]);
    expect(
      (await verify(createSoftwareAuthenticator({ origin: ORIGIN, extensions }).create(OPTIONS)))
        .verified,
    ).toBe(true);
  });

  it("may come from any of our origins", async () => {
    const device = createSoftwareAuthenticator({ origin: "https://beta.example.com" });
    expect((await verify(device.create(OPTIONS))).verified).toBe(true);
  });

  it("keeps the transports it knows, each once, and no others", async () => {
    const transports = ["usb", "hybrid", "usb", "telepathy", "internal"];
    const device = createSoftwareAuthenticator({ origin: ORIGIN, transports });
    expect(await verify(device.create(OPTIONS))).toMatchObject({
      proven: { transports: ["usb", "hybrid", "internal"] },
    });
  });

  it.each([undefined, null, "usb", 1, {}, [1, null, {}, ["usb"]]])(
    "is not spoilt by %j for transports",
    async (transports) => {
      const honest = authenticator.create(OPTIONS);
      const response = {
        ...honest,
        response: { ...honest.response, transports },
      } as unknown as RegistrationResponse;
      expect(await verify(response)).toMatchObject({ verified: true, proven: { transports: [] } });
    },
  );

  it.each([1, 16, 1023])("may have a credential id of %i bytes", async (length) => {
    const credentialId = Buffer.alloc(length, 5);
    const id = credentialId.toString("base64url");
    const verdict = await verifyBroken({
      transformAuthenticatorData: (honest) => ({
        ...honest,
        attested: honest.attested && { ...honest.attested, credentialId },
      }),
      transformResponse: (honest) => ({ ...honest, id, rawId: id }),
    });
    expect(verdict).toMatchObject({ verified: true, proven: { credentialId: id } });
  });
});

/**
 * What each break is refused for; `told` where it is not of bytes but shown by `readClientData` to
 * those who decide.
 */
const REFUSALS: Readonly<Record<RegistrationBreak, RegExp | "told">> = {
  wrongType: /response type/,
  wrongChallenge: /challenge/,
  wrongOrigin: /origin "https:\/\/stranger.example"/,
  crossOrigin: "told",
  crossOriginWithTopOrigin: "told",
  topOrigin: "told",
  noType: /client data/,
  noChallenge: /client data/,
  noOrigin: /client data/,
  clientDataWithByteOrderMark: /client data/,
  clientDataNotUtf8: /client data/,
  clientDataNotJson: /client data/,
  clientDataNoObject: /client data/,
  malformedTokenBinding: /client data/,
  wrongRpId: /RP ID/,
  noUserPresence: /presen/,
  noUserVerification: /verif/,
  backedUpWithoutEligibility: /backed up/,
  leftoverBytes: /[Ll]eftover/,
  truncatedAuthenticatorData: /36 bytes/,
  noExtensionData: /No data/,
  noAttestedData: /credential ID/,
  announcedAttestedDataMissing: /outside the bounds/,
  unannouncedAttestedData: /[Ll]eftover/,
  smallOrderKey: /small order/,
  offCurveKey: /curve/,
  mismatchedKeyAlgorithm: /form/,
  keyWithoutAlgorithm: /alg/,
  keyWithMore: /form/,
  unofferedAlgorithm: /alg "-35"/,
  emptyCredentialId: /credential id is malformed/,
  longCredentialId: /too long/,
  otherRawId: /another credential/,
  idIsNotRawId: /credential id is malformed/,
  noneWithStatement: /unexpected attestation statement/,
  unknownFormat: /format/,
  noFormat: /attestation object/,
  noStatement: /attestation object/,
  noAuthenticatorData: /attestation object/,
  emptyAuthenticatorData: /0 bytes/,
  formatNoText: /attestation object/,
  statementNoMap: /attestation object/,
  authenticatorDataNoBytes: /attestation object/,
  attestationObjectNoMap: /attestation object/,
  attestationObjectNoCbor: /not well formed/,
  attestationObjectWithLeftover: /attestation object/,
  attestationObjectTruncated: /attestation object/,
  packedWithEmptyStatement: /attestation statement/,
  packedWithoutAlgorithm: /alg/,
  packedAlgorithmNoNumber: /alg/,
  packedWithOtherAlgorithm: /algorithm/,
  packedWithoutSignature: /signature/,
  packedSignatureNoBytes: /signature|Buffer/,
  packedWithEmptySignature: /signature|zero length/,
  packedWithWrongSignature: /does not verify/,
  packedWithEmptyChain: /./,
  packedChainNoList: /./,
};
const BREAKS = entriesOf(REFUSALS);

describe("a registration that breaks a rule is refused", () => {
  it.each(BREAKS.filter(([, refusal]) => refusal !== "told"))("by %s", async (name, reason) => {
    expect(await verifyBroken({ [name]: true })).toEqual({
      verified: false,
      reason: stringMatching(reason),
    });
  });

  it("with a key for EdDSA just as well", async () => {
    const device = createSoftwareAuthenticator({ origin: ORIGIN, algorithm: "EdDSA" });
    for (const [name, refusal] of BREAKS) {
      if (refusal !== "told")
        expect((await verify(device.create(OPTIONS, { [name]: true }))).verified, name).toBe(false);
    }
  });

  it.each([
    "mismatchedKeyAlgorithm",
    "packedWithOtherAlgorithm",
    "packedWithEmptySignature",
    "packedWithWrongSignature",
  ] as const)("with a key for RS256 by %s", async (name) => {
    const device = createSoftwareAuthenticator({ origin: ORIGIN, algorithm: "RS256" });
    expect((await verify(device.create(OPTIONS, { [name]: true }))).verified).toBe(false);
  });

  it.each(BREAKS.filter(([, refusal]) => refusal === "told").map(([name]) => name))(
    "elsewhere by %s, which shows in the client data",
    (name) => {
      const { crossOrigin, topOrigin } = webauthn.readClientData(
        authenticator.create(OPTIONS, { [name]: true }).response.clientDataJSON,
      )!;
      expect(crossOrigin || topOrigin !== null).toBe(true);
    },
  );

  it.each(["apple", "android-key", "android-safetynet", "compound", "", "None"])(
    "by the attestation format %j",
    async (format) => {
      const verdict = await verifyBroken({
        transformAttestationObject: (honest) => new Map(honest).set("fmt", format),
      });
      expect(verdict).toEqual({
        verified: false,
        reason: stringMatching(/format/),
      });
    },
  );

  it("by extension data that ends too early", async () => {
    const device = createSoftwareAuthenticator({
      origin: ORIGIN,
      extensions: new Map([["x", Buffer.alloc(8)]]),
    });
    const response = device.create(OPTIONS, {
      transformAuthenticatorDataBytes: (honest) => honest.subarray(0, -1),
    });
    expect((await verify(response)).verified).toBe(false);
  });

  it("by another challenge than the expected one, or a relying party with another id", async () => {
    const response = authenticator.create(OPTIONS);
    expect((await verify(response)).verified).toBe(true);
    expect(
      (
        await webauthn.verifyRegistration(
          PARTY,
          Buffer.alloc(32, 8).toString("base64url"),
          response,
        )
      ).verified,
    ).toBe(false);
    expect(
      (await webauthn.verifyRegistration({ ...PARTY, id: "app.example.com" }, CHALLENGE, response))
        .verified,
    ).toBe(false);
    expect(
      (await webauthn.verifyRegistration({ ...PARTY, origins: [] }, CHALLENGE, response)).verified,
    ).toBe(false);
  });
});

describe("a malformed response is refused and never an error", () => {
  it.each(["id", "rawId"])("with anything but base64url as its %s", async (member) => {
    for (const value of WRONG_TEXTS) {
      const response = {
        ...authenticator.create(OPTIONS),
        [member]: value,
      } as unknown as RegistrationResponse;
      expect((await verify(response)).verified, JSON.stringify(value)).toBe(false);
    }
  });

  it("with anything but base64url as its id and raw id", async () => {
    for (const value of WRONG_TEXTS) {
      const response = {
        ...authenticator.create(OPTIONS),
        id: value,
        rawId: value,
      } as unknown as RegistrationResponse;
      expect((await verify(response)).verified, JSON.stringify(value)).toBe(false);
    }
  });

  it.each(["clientDataJSON", "attestationObject"])(
    "with anything but base64url as its %s",
    async (member) => {
      const honest = authenticator.create(OPTIONS);
      for (const value of WRONG_TEXTS) {
        const response = {
          ...honest,
          response: { ...honest.response, [member]: value },
        } as unknown as RegistrationResponse;
        expect((await verify(response)).verified, JSON.stringify(value)).toBe(false);
      }
    },
  );

  it.each([undefined, null, 1, "response", [], {}])("with %j for a response", async (response) => {
    expect(
      (
        await verify({
          ...authenticator.create(OPTIONS),
          response,
        } as unknown as RegistrationResponse)
      ).verified,
    ).toBe(false);
  });

  it.each([undefined, null, 1, "response", [], {}])(
    "when it is %j altogether",
    async (response) => {
      expect((await verify(response as RegistrationResponse)).verified).toBe(false);
    },
  );
});

describe("hostile CBOR is refused and never an error", () => {
  it.each([
    ["twenty thousand lists in each other", Buffer.alloc(20_000, 0x81)],
    ["a list of four billion items", Buffer.from("9affffffff00", "hex")],
    ["a map of more entries than there are", Buffer.from("bbffffffffffffffff", "hex")],
    ["bytes that go on for exabytes", Buffer.from("5b7fffffffffffffff00", "hex")],
    ["an indefinite map", Buffer.from("bf63666d74646e6f6e65ff", "hex")],
    [
      "the same member twice",
      Buffer.from("a363666d74646e6f6e6563666d74646e6f6e6563666d74646e6f6e65", "hex"),
    ],
    ["a tag that never ends", Buffer.alloc(64, 0xc0)],
    ["a lone break", Buffer.from("ff", "hex")],
    ["half a head", Buffer.from("59", "hex")],
  ])("%s", async (_what, hostile) => {
    expect((await verifyBroken({ transformAttestationObjectBytes: () => hostile })).verified).toBe(
      false,
    );
    const inExtensions: RegistrationBreaks = {
      noExtensionData: true,
      transformAuthenticatorDataBytes: (honest) => Buffer.concat([honest, hostile]),
    };
    expect((await verifyBroken(inExtensions)).verified).toBe(false);
  });

  it("whatever byte of an attestation object is altered, nothing throws", async () => {
    const honest = Buffer.from(
      authenticator.create(OPTIONS).response.attestationObject,
      "base64url",
    );
    const response = authenticator.create(OPTIONS);
    for (let index = 0; index < honest.length; index++) {
      const altered = Buffer.from(honest);
      altered[index]! ^= 0x80;
      const attestationObject = altered.toString("base64url");
      await expect(
        verify({ ...response, response: { ...response.response, attestationObject } }),
      ).resolves.toBeDefined();
    }
  });
});
