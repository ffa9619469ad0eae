import { stringMatching } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { createWebAuthn } from "./simplewebauthn.js";

/**
 * Of WebAuthn Level 3 §16, "Test Vectors": what authenticators that are none of ours made. Binary
 * values are hexadecimal.
 */
const VECTORS = [
  {
    name: "packed-self.ES256",
    crossOrigin: false,
    credentialId: "455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58c",
    registration: {
      challenge: "7869c2b772d4b58eba9378cf8f29e26cf935aa77df0da89fa99c0bdc0a76f7e5",
      extra: "U9hTXvKE2URkMnb_0xYHVg",
      attestationObject: [
        "a363666d74667061636b65646761747453746d74a263616c672663736967584630440220067a20754ab925005dbf378097c92120031581c73228d1fb",
        "4f5b881bcd7da98302207fc7b147558c7c0eba3af18bd9d121fa3d3a26d17fe3f220272178f473b6006d68617574684461746158a4bfabc37432958b",
        "063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b55d00000000df850e09db6afbdfab51697791506cfc0020455ef34e2043a87db3d4afeb",
        "39bbcb6cc32df9347c789a865ecdca129cbef58ca5010203262001215820eb151c8176b225cc651559fecf07af450fd85802046656b34c18f6cf1938",
        "43c5225820927b8aa427a2be1b8834d233a2d34f61f13bfd44119c325d5896e183fee484f2",
      ].join(""),
    },
    authentication: {
      challenge: "4478a10b1352348dd160c1353b0d469b5db19eb91c27f7dfa6fed39fe26af20b",
      extra: "gTb53rz6EhSWomXGzimC1Q",
      authenticatorData:
        "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50900000000",
      signature: [
        "304402203310b9431903c401f1be2bdc8d23a4007682dbbddcf846994947b7f465daf84002204e94dd00047b316061b3b99772b7efd95994a83ef584",
        "b3b6b825ea3550251b66",
      ].join(""),
    },
  },
  {
    name: "none.ES256.crossOrigin",
    crossOrigin: true,
    credentialId: "6e1050c0d2ca2f07c755cb2c66a74c64fa43065c18f938354d9915db2bd5ce57",
    registration: {
      challenge: "3be5aacd03537142472340ab5969f240f1d87716e20b6807ac230655fa4b3b49",
      extra: "zZquEtDR9DWqpW5tBWTFug",
      attestationObject: [
        "a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2",
        "e4b54500000000883f4f6014f19c09d87aa38123be48d000206e1050c0d2ca2f07c755cb2c66a74c64fa43065c18f938354d9915db2bd5ce57a50102",
        "0326200121582022200a473f90b11078851550d03b4e44a2279f8c4eca27b3153dedfe03e4e97d225820cbd0be95e746ad6f5a8191be11756e4c0420",
        "e72f65b466d39bc56b8b123a9c6e",
      ].join(""),
    },
    authentication: {
      challenge: "876aa517ba83fdee65fcffdbca4c84eeae5d54f8041a1fc85c991e5bbb273137",
      extra: "92pcTVD0Aby-q4dtmj6efg",
      authenticatorData:
        "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50500000000",
      signature: [
        "3046022100eb12fcf23b12764c0f122e22371fab92e283879fd798f38ee1841c951b6e40e7022100c76237ff9db77b3c56f30837cda6a09acfa2e915",
        "544e609c0733b1184036d1cf",
      ].join(""),
    },
  },
  {
    name: "none.ES256",
    crossOrigin: false,
    credentialId: "f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4",
    registration: {
      challenge: "00c30fb78531c464d2b6771dab8d7b603c01162f2fa486bea70f283ae556e130",
      extra: "BkQeDjdcTBrXBiAwJTLE5Q",
      attestationObject: [
        "a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2",
        "e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4a50102",
        "03262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c1",
        "2cc68ed73290af2e2664796b9220",
      ].join(""),
    },
    authentication: {
      challenge: "39c0e7521417ba54d43e8dc95174f423dee9bf3cd804ff6d65c857c9abf4d408",
      extra: null,
      authenticatorData:
        "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000",
      signature: [
        "3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1dd5d78c6e486",
        "013f937295ea13653e331e87",
      ].join(""),
    },
  },
] as const;
type Vector = (typeof VECTORS)[number];
const [SELF_ATTESTED, IN_A_FRAME, UNVERIFIED] = VECTORS;

const webauthn = createWebAuthn();
const PARTY = { id: "example.org", name: "Example", origins: ["https://example.org"] };

const base64url = (hex: string): string => Buffer.from(hex, "hex").toString("base64url");

function clientDataOf(
  type: string,
  { crossOrigin }: Vector,
  { challenge, extra }: { readonly challenge: string; readonly extra: string | null },
): string {
  const extraData = `clientDataJSON may be extended with additional fields in the future, such as this: ${extra ?? ""}`;
  const members = {
    type,
    challenge: base64url(challenge),
    origin: "https://example.org",
    crossOrigin,
    ...(extra !== null && { extraData }),
  };
  return Buffer.from(JSON.stringify(members)).toString("base64url");
}

function register(vector: Vector) {
  const { credentialId, registration } = vector;
  const id = base64url(credentialId);
  const clientDataJSON = clientDataOf("webauthn.create", vector, registration);
  const response = {
    clientDataJSON,
    attestationObject: base64url(registration.attestationObject),
    transports: [],
  };
  return webauthn.verifyRegistration(PARTY, base64url(registration.challenge), {
    id,
    rawId: id,
    response,
  });
}

function authenticate(
  vector: Vector,
  publicKey: string,
  userVerification: "required" | "preferred",
) {
  const { credentialId, authentication } = vector;
  const id = base64url(credentialId);
  const response = {
    clientDataJSON: clientDataOf("webauthn.get", vector, authentication),
    authenticatorData: base64url(authentication.authenticatorData),
    signature: base64url(authentication.signature),
    userHandle: null,
  };
  const passkey = { credentialId: id, publicKey };
  const answer = { response: { id, rawId: id, response }, passkey, userVerification };
  return webauthn.verifyAuthentication(PARTY, base64url(authentication.challenge), answer);
}

/** The COSE key is the end of every attestation object above. */
const COSE_KEY_BYTES = 77;
const keyOf = ({ registration }: Vector): string =>
  base64url(registration.attestationObject.slice(-2 * COSE_KEY_BYTES));

describe("the specification's own vectors", () => {
  it.each([SELF_ATTESTED, IN_A_FRAME])("$name registers", async (vector) => {
    const proven = {
      credentialId: base64url(vector.credentialId),
      publicKey: keyOf(vector),
      algorithm: -7,
      counter: 0,
    };
    expect(await register(vector)).toMatchObject({ verified: true, proven });
  });

  it("one without user verification does not register", async () => {
    expect(await register(UNVERIFIED)).toEqual({
      verified: false,
      reason: stringMatching(/verif/),
    });
  });

  it.each(VECTORS)("$name authenticates where user verification is preferred", async (vector) => {
    expect(await authenticate(vector, keyOf(vector), "preferred")).toMatchObject({
      verified: true,
      proven: { counter: 0 },
    });
  });

  it.each([
    [SELF_ATTESTED.name, SELF_ATTESTED, false],
    [IN_A_FRAME.name, IN_A_FRAME, true],
    [UNVERIFIED.name, UNVERIFIED, false],
  ] as const)("%s, where it is required, only with it", async (_name, vector, verified) => {
    expect((await authenticate(vector, keyOf(vector), "required")).verified).toBe(verified);
  });

  it("the frame shows in the client data", () => {
    expect(
      webauthn.readClientData(clientDataOf("webauthn.create", IN_A_FRAME, IN_A_FRAME.registration))
        ?.crossOrigin,
    ).toBe(true);
    expect(
      webauthn.readClientData(
        clientDataOf("webauthn.create", SELF_ATTESTED, SELF_ATTESTED.registration),
      )?.crossOrigin,
    ).toBe(false);
  });

  it("one credential's assertion is not another's", async () => {
    expect(await authenticate(SELF_ATTESTED, keyOf(IN_A_FRAME), "preferred")).toEqual({
      verified: false,
      reason: "the signature does not verify",
    });
  });
});
