import { randomBytes } from "node:crypto";
import {
  type AuthenticatorData,
  type AuthenticatorFlags,
  hashOfRpId,
} from "./authenticator-data.js";
import type { CeremonyTampering, ClientDataMembers } from "./tampering.js";

/** A stranger's origin, host and page: nothing that is under test has them. */
export const STRANGER = { origin: "https://stranger.example", host: "stranger.example" } as const;
const CHALLENGE_BYTES = 32;
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

const members = (changed: ClientDataMembers): CeremonyTampering => ({
  transformClientData: (honest) => ({ ...honest, ...changed }),
});
/** JSON leaves out what is undefined. */
const without = (member: string): CeremonyTampering => members({ [member]: undefined });
const json = (transformClientDataJSON: (honest: Buffer) => Buffer): CeremonyTampering => ({
  transformClientDataJSON,
});
const parts = (
  changed: (honest: AuthenticatorData) => Partial<AuthenticatorData>,
): CeremonyTampering => ({
  transformAuthenticatorData: (honest) => ({ ...honest, ...changed(honest) }),
});
const flags = (
  changed: (honest: AuthenticatorFlags) => Partial<AuthenticatorFlags>,
): CeremonyTampering =>
  parts((honest) => ({ flags: { ...honest.flags, ...changed(honest.flags) } }));

/**
 * What can be broken in either ceremony. Each breaks one rule and leaves every other one kept: the
 * signature is over what was broken.
 */
export const CEREMONY_BREAKS = {
  /** The client data is of the other ceremony. */
  wrongType: {
    transformClientData: (honest) => ({
      ...honest,
      type: honest["type"] === "webauthn.get" ? "webauthn.create" : "webauthn.get",
    }),
  },
  /** The challenge is one that the server did not issue. */
  wrongChallenge: {
    transformClientData: (honest) => ({
      ...honest,
      challenge: randomBytes(CHALLENGE_BYTES).toString("base64url"),
    }),
  },
  wrongOrigin: members({ origin: STRANGER.origin }),
  /** The ceremony took place in another site's frame. */
  crossOrigin: members({ crossOrigin: true }),
  /** The same, from a browser that also says whose. */
  crossOriginWithTopOrigin: members({ crossOrigin: true, topOrigin: STRANGER.origin }),
  /** A top origin although nothing is said to be cross-origin. */
  topOrigin: members({ topOrigin: STRANGER.origin }),
  noType: without("type"),
  noChallenge: without("challenge"),
  noOrigin: without("origin"),
  clientDataWithByteOrderMark: json((honest) => Buffer.concat([BYTE_ORDER_MARK, honest])),
  clientDataNotUtf8: json((honest) =>
    Buffer.concat([
      honest.subarray(0, -1),
      Buffer.from(',"x":"'),
      Buffer.of(0xff),
      Buffer.from('"}'),
    ]),
  ),
  clientDataNotJson: json(() => Buffer.from("not JSON")),
  clientDataNoObject: json((honest) => Buffer.concat([Buffer.from("["), honest, Buffer.from("]")])),
  /**
   * Not a token binding: an old member of client data that is an object with a status, when it is
   * there.
   */
  malformedTokenBinding: members({ tokenBinding: { status: "unheard of" } }),
  /** The authenticator was asked on behalf of another relying party. */
  wrongRpId: parts(() => ({ rpIdHash: hashOfRpId(STRANGER.host) })),
  noUserPresence: flags(() => ({ userPresent: false })),
  noUserVerification: flags(() => ({ userVerified: false })),
  backedUpWithoutEligibility: flags(() => ({ backupEligible: false, backedUp: true })),
  leftoverBytes: parts(() => ({ leftover: Buffer.of(0) })),
  truncatedAuthenticatorData: {
    transformAuthenticatorDataBytes: (honest) => honest.subarray(0, 36),
  },
  /** Extension data is announced and missing. */
  noExtensionData: parts((honest) => ({
    flags: { ...honest.flags, extensionData: true },
    extensions: null,
  })),
} as const satisfies Record<string, CeremonyTampering>;
