import {
  type AuthenticationBreak,
  type AuthenticationBreaks,
  createSoftwareAuthenticator,
  type SoftwareAuthenticatorOptions,
} from "@acme/auth-testing";
import { entriesOf } from "@acme/auth-testing/keys-of";
import { stringMatching } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { WRONG_TEXTS } from "../../test/wrong-texts.js";
import type {
  AuthenticationAnswer,
  AuthenticationResponse,
  NewCredential,
} from "../ports/webauthn.js";
import { createWebAuthn } from "./simplewebauthn.js";

const webauthn = createWebAuthn();
const ORIGIN = "https://app.example.com";
const PARTY = { id: "example.com", name: "Acme", origins: [ORIGIN] };
const CHALLENGE = Buffer.alloc(32, 7).toString("base64url");
const USER_HANDLE = Buffer.alloc(64, 1).toString("base64url");
const CREATION = await webauthn.registrationOptions(PARTY, {
  challenge: CHALLENGE,
  userHandle: USER_HANDLE,
  userName: "ada@example.com",
  userDisplayName: "Ada",
  exclude: [],
  attachment: null,
  hints: [],
  userVerification: "required",
  timeoutMs: 60_000,
});
const REQUEST = await webauthn.authenticationOptions(PARTY, {
  challenge: CHALLENGE,
  allow: [],
  hints: [],
  timeoutMs: 60_000,
});

/** A device with a passkey on it that has been registered. */
async function registered(options: Partial<SoftwareAuthenticatorOptions> = {}) {
  const device = createSoftwareAuthenticator({ origin: ORIGIN, ...options });
  const verdict = await webauthn.verifyRegistration(PARTY, CHALLENGE, device.create(CREATION));
  if (!verdict.verified) throw new Error(verdict.reason);
  const passkey: NewCredential = verdict.proven;
  const use = (breaks?: AuthenticationBreaks): AuthenticationResponse => {
    const used = device.get(REQUEST, breaks);
    return {
      ...used,
      response: { ...used.response, userHandle: used.response.userHandle ?? null },
    };
  };
  const verify = (
    response: AuthenticationResponse,
    userVerification: AuthenticationAnswer["userVerification"] = "required",
  ) => webauthn.verifyAuthentication(PARTY, CHALLENGE, { response, passkey, userVerification });
  return { use, verify, passkey };
}

const { use, verify, passkey } = await registered();

describe("an assertion", () => {
  it.each(["ES256", "EdDSA", "RS256"] as const)(
    "by a key for %s gives what the authenticator shows",
    async (algorithm) => {
      const key = await registered({ algorithm });
      expect(await key.verify(key.use())).toEqual({
        verified: true,
        proven: { counter: 2, deviceType: "multiDevice", backedUp: true, userVerified: true },
      });
      expect(await key.verify(key.use())).toMatchObject({ proven: { counter: 3 } });
    },
  );

  it("by an authenticator without a counter shows zero each time", async () => {
    const key = await registered({ counter: "zero" });
    for (let time = 0; time < 3; time++)
      expect(await key.verify(key.use())).toMatchObject({ verified: true, proven: { counter: 0 } });
  });

  it("by a device-bound passkey says so", async () => {
    const key = await registered({ backupEligible: false });
    expect(await key.verify(key.use())).toMatchObject({
      proven: { deviceType: "singleDevice", backedUp: false },
    });
  });

  it("may carry extension data", async () => {
    const key = await registered({ extensions: new Map([["uvm", [[2, 4, 2]]]]) });
    expect((await key.verify(key.use())).verified).toBe(true);
  });

  it("without user verification will do where it is only preferred", async () => {
    expect((await verify(use({ noUserVerification: true }), "required")).verified).toBe(false);
    expect(await verify(use({ noUserVerification: true }), "preferred")).toMatchObject({
      verified: true,
      proven: { userVerified: false },
    });
  });

  it("without user presence never does", async () => {
    expect((await verify(use({ noUserPresence: true }), "preferred")).verified).toBe(false);
    expect(
      (await verify(use({ noUserPresence: true, noUserVerification: true }), "preferred")).verified,
    ).toBe(false);
  });

  it("shows its counter, whatever it is", async () => {
    for (const counterValue of [0, 1, 2 ** 31, 2 ** 32 - 1]) {
      expect(await verify(use({ counterValue }))).toMatchObject({
        verified: true,
        proven: { counter: counterValue },
      });
    }
  });
});

/**
 * What each break is refused for; `told` where others decide, from the client data, the user handle
 * or what was proven.
 */
const REFUSALS: Readonly<Record<AuthenticationBreak, RegExp | "told">> = {
  wrongType: /response type/,
  wrongChallenge: /challenge/,
  wrongOrigin: /origin "https:\/\/stranger.example"/,
  crossOrigin: "told",
  crossOriginWithTopOrigin: /cross-origin/,
  topOrigin: /top origin/,
  noType: /client data/,
  noChallenge: /client data/,
  noOrigin: /client data/,
  clientDataWithByteOrderMark: /client data/,
  clientDataNotUtf8: /client data/,
  clientDataNotJson: /client data/,
  clientDataNoObject: /client data/,
  malformedTokenBinding: /client data/,
  wrongRpId: /RP ID/,
  noUserPresence: /not present/,
  noUserVerification: /verif/,
  backedUpWithoutEligibility: /backed up/,
  leftoverBytes: /[Ll]eftover/,
  truncatedAuthenticatorData: /36 bytes/,
  noExtensionData: /No data/,
  flippedBackupEligibility: "told",
  wrongSignature: /signature does not verify/,
  emptySignature: /signature is malformed/,
  signatureNoDer: /signature is malformed/,
  signatureWithMore: /signature is malformed/,
  wrongClientDataHash: /signature does not verify/,
  foreignUserHandle: "told",
  missingUserHandle: "told",
  otherRawId: /another credential/,
  idIsNotRawId: /another credential/,
  counterNotIncreasing: "told",
};
const BREAKS = entriesOf(REFUSALS);

const sequence = (...content: readonly Buffer[]): Buffer => {
  const all = Buffer.concat(content);
  return Buffer.concat([Buffer.of(0x30, all.length), all]);
};
/** The two integers in canonical DER, each with its tag and length. */
function integersOf(signature: Buffer): readonly [r: Buffer, s: Buffer] {
  const end = 4 + signature[3]!;
  return [signature.subarray(2, end), signature.subarray(end)];
}
const padded = (integer: Buffer, zeros: number): Buffer =>
  Buffer.concat([Buffer.of(0x02, integer[1]! + zeros), Buffer.alloc(zeros), integer.subarray(2)]);
/**
 * The integer without the zero that keeps it positive, which is there in half of all signatures;
 * where it is not, with one too many.
 */
const misread = (integer: Buffer): Buffer =>
  integer[2] === 0
    ? Buffer.concat([Buffer.of(0x02, integer[1]! - 1), integer.subarray(3)])
    : padded(integer, 1);

/** Other spellings of the same two numbers. */
const RESPELLINGS: Readonly<Record<string, (honest: Buffer) => Buffer>> = {
  "followed by a byte": (honest) => Buffer.concat([honest, Buffer.of(0)]),
  "followed by another signature": (honest) => Buffer.concat([honest, honest]),
  "with a third part": (honest) => sequence(...integersOf(honest), Buffer.of(0x05, 0)),
  "with a byte behind its parts": (honest) => sequence(...integersOf(honest), Buffer.of(0)),
  "with a longer length than it has": (honest) =>
    Buffer.concat([Buffer.of(0x30, honest[1]! + 1), honest.subarray(2)]),
  "with a length in long form": (honest) =>
    Buffer.concat([Buffer.of(0x30, 0x81, honest[1]!), honest.subarray(2)]),
  "without a definite length": (honest) =>
    Buffer.concat([Buffer.of(0x30, 0x80), honest.subarray(2), Buffer.alloc(2)]),
  "with another tag": (honest) => Buffer.concat([Buffer.of(0x31), honest.subarray(1)]),
  "with a zero before r": (honest) =>
    sequence(padded(integersOf(honest)[0], 1), integersOf(honest)[1]),
  "with a zero before s": (honest) =>
    sequence(integersOf(honest)[0], padded(integersOf(honest)[1], 1)),
  "with twenty zeros before s": (honest) =>
    sequence(integersOf(honest)[0], padded(integersOf(honest)[1], 20)),
  "with r negative or padded": (honest) =>
    sequence(misread(integersOf(honest)[0]), integersOf(honest)[1]),
  "with s negative or padded": (honest) =>
    sequence(integersOf(honest)[0], misread(integersOf(honest)[1])),
  "with an empty r": (honest) => sequence(Buffer.of(0x02, 0), integersOf(honest)[1]),
  "with r alone": (honest) => sequence(integersOf(honest)[0]),
};

describe("an assertion that breaks a rule is refused", () => {
  it.each(BREAKS.filter(([, refusal]) => refusal !== "told"))("by %s", async (name, reason) => {
    expect(await verify(use({ [name]: true }))).toEqual({
      verified: false,
      reason: stringMatching(reason),
    });
  });

  it.each(["EdDSA", "RS256"] as const)("by a key for %s just as well", async (algorithm) => {
    const key = await registered({ algorithm });
    for (const [name, refusal] of BREAKS) {
      if (refusal !== "told")
        expect((await key.verify(key.use({ [name]: true }))).verified, name).toBe(false);
    }
  });

  it("by a signature of a key for ES256 that is not in canonical DER, though its numbers verify", async () => {
    const key = await registered();
    for (const [form, respell] of Object.entries(RESPELLINGS)) {
      expect((await key.verify(key.use())).verified).toBe(true);
      const verdict = await key.verify(key.use({ transformSignature: respell }));
      expect(verdict, form).toEqual({ verified: false, reason: "the signature is malformed" });
    }
  });

  it.each(["EdDSA", "RS256"] as const)(
    "by a signature of a key for %s that is longer or shorter than it is",
    async (algorithm) => {
      const key = await registered({ algorithm });
      const respellings: readonly ((honest: Buffer) => Buffer)[] = [
        (honest) => Buffer.concat([honest, Buffer.of(0)]),
        (honest) => Buffer.concat([Buffer.of(0), honest]),
        (honest) => honest.subarray(0, -1),
        (honest) => Buffer.concat([honest, honest]),
      ];
      for (const transformSignature of respellings)
        expect((await key.verify(key.use({ transformSignature }))).verified).toBe(false);
    },
  );

  it("by the key of another passkey", async () => {
    const other = await registered();
    const answer = {
      response: use(),
      passkey: { ...passkey, publicKey: other.passkey.publicKey },
      userVerification: "required",
    } as const;
    expect((await webauthn.verifyAuthentication(PARTY, CHALLENGE, answer)).verified).toBe(false);
  });

  it("by another challenge than the expected one, or a relying party with another id or origin", async () => {
    const answer = { response: use(), passkey, userVerification: "required" } as const;
    expect((await webauthn.verifyAuthentication(PARTY, CHALLENGE, answer)).verified).toBe(true);
    expect(
      (
        await webauthn.verifyAuthentication(
          PARTY,
          Buffer.alloc(32, 8).toString("base64url"),
          answer,
        )
      ).verified,
    ).toBe(false);
    expect(
      (await webauthn.verifyAuthentication({ ...PARTY, id: "app.example.com" }, CHALLENGE, answer))
        .verified,
    ).toBe(false);
    expect(
      (
        await webauthn.verifyAuthentication(
          { ...PARTY, origins: ["https://example.com"] },
          CHALLENGE,
          answer,
        )
      ).verified,
    ).toBe(false);
  });

  it("by extension data that ends too early", async () => {
    const key = await registered({ extensions: new Map([["x", Buffer.alloc(8)]]) });
    const response = key.use({
      transformAuthenticatorDataBytes: (honest) => honest.subarray(0, -1),
    });
    expect(await key.verify(response)).toEqual({
      verified: false,
      reason: stringMatching(/does not end/),
    });
  });
});

describe("what is not of bytes is told to those who decide", () => {
  it("a frame shows in the client data", () => {
    expect(
      webauthn.readClientData(use({ crossOrigin: true }).response.clientDataJSON),
    ).toMatchObject({ crossOrigin: true, topOrigin: null });
  });

  it("another backup eligibility shows in what was proven", async () => {
    expect(await verify(use({ flippedBackupEligibility: true }))).toMatchObject({
      proven: { deviceType: "singleDevice", backedUp: false },
    });
  });

  it("a counter that stands still shows in what was proven", async () => {
    const key = await registered();
    await key.verify(key.use());
    expect(await key.verify(key.use({ counterNotIncreasing: true }))).toMatchObject({
      proven: { counter: 2 },
    });
  });

  it.each([
    ["foreign", { foreignUserHandle: true }],
    ["missing", { missingUserHandle: true }],
  ] as const)("a %s user handle is ignored here", async (_what, breaks) => {
    const response = use(breaks);
    expect(response.response.userHandle).not.toBe(USER_HANDLE);
    expect((await verify(response)).verified).toBe(true);
  });
});

describe("a malformed response is refused and never an error", () => {
  it.each(["id", "rawId"])("with anything but base64url as its %s", async (member) => {
    for (const value of WRONG_TEXTS) {
      const response = { ...use(), [member]: value };
      expect((await verify(response)).verified, JSON.stringify(value)).toBe(false);
    }
  });

  it.each(["clientDataJSON", "authenticatorData", "signature"])(
    "with anything but base64url as its %s",
    async (member) => {
      const honest = use();
      for (const value of WRONG_TEXTS) {
        const response = {
          ...honest,
          response: { ...honest.response, [member]: value },
        } as unknown as AuthenticationResponse;
        expect((await verify(response)).verified, JSON.stringify(value)).toBe(false);
      }
    },
  );

  it.each([1, true, {}, []])("with %j for a user handle", async (userHandle) => {
    const honest = use();
    const response = {
      ...honest,
      response: { ...honest.response, userHandle },
    } as unknown as AuthenticationResponse;
    expect((await verify(response)).verified).toBe(false);
  });

  it.each([undefined, null, 1, "response", [], {}])("with %j for a response", async (response) => {
    expect(
      (await verify({ ...use(), response } as unknown as AuthenticationResponse)).verified,
    ).toBe(false);
    expect((await verify(response as AuthenticationResponse)).verified).toBe(false);
  });

  it.each(["", "AAAA", "not base64url!", Buffer.alloc(20_000, 0x81).toString("base64url")])(
    "when the stored key is broken: %.20j",
    async (publicKey) => {
      const answer = {
        response: use(),
        passkey: { ...passkey, publicKey },
        userVerification: "required",
      } as const;
      expect((await webauthn.verifyAuthentication(PARTY, CHALLENGE, answer)).verified).toBe(false);
    },
  );

  it("whatever byte of authenticator data or signature is altered, it does not verify", async () => {
    const key = await registered();
    const honest = key.use();
    for (const member of ["authenticatorData", "signature"] as const) {
      const bytes = Buffer.from(honest.response[member], "base64url");
      for (let index = 0; index < bytes.length; index++) {
        const altered = Buffer.from(bytes);
        altered[index]! ^= 1;
        const response = {
          ...honest,
          response: { ...honest.response, [member]: altered.toString("base64url") },
        };
        expect((await key.verify(response)).verified, `${member} ${index}`).toBe(false);
      }
    }
  });
});
