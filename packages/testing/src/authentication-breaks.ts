import { randomBytes } from "node:crypto";
import { CEREMONY_BREAKS } from "./ceremony-breaks.js";
import type { AuthenticationResponseJSON } from "./ceremony-json.js";
import { withFlippedBit } from "./registration-breaks.js";
import type { AuthenticationTampering } from "./tampering.js";

const USER_HANDLE_BYTES = 64;

const response = (
  change: (
    honest: AuthenticationResponseJSON["response"],
  ) => AuthenticationResponseJSON["response"],
): AuthenticationTampering => ({
  transformResponse: (honest) => ({ ...honest, response: change(honest.response) }),
});

/** What can be broken when a passkey is used. */
export const AUTHENTICATION_BREAKS = {
  ...CEREMONY_BREAKS,
  /** The backup eligibility is another than at registration. */
  flippedBackupEligibility: {
    transformAuthenticatorData: ({ flags, ...honest }) => ({
      ...honest,
      flags: { ...flags, backupEligible: !flags.backupEligible, backedUp: false },
    }),
  },
  wrongSignature: { transformSignature: (honest) => withFlippedBit(honest) },
  emptySignature: { transformSignature: () => Buffer.alloc(0) },
  signatureNoDer: { transformSignature: () => Buffer.from("not a signature") },
  /** The signature is honest, and more follows it. */
  signatureWithMore: { transformSignature: (honest) => Buffer.concat([honest, Buffer.of(0)]) },
  /** The client data that arrives is not the one that was signed, though it reads the same. */
  wrongClientDataHash: response((honest) => ({
    ...honest,
    clientDataJSON: Buffer.concat([
      Buffer.from(honest.clientDataJSON, "base64url"),
      Buffer.from(" "),
    ]).toString("base64url"),
  })),
  foreignUserHandle: response((honest) => ({
    ...honest,
    userHandle: randomBytes(USER_HANDLE_BYTES).toString("base64url"),
  })),
  missingUserHandle: response(({ userHandle: _userHandle, ...honest }) => honest),
  /** The client names another credential than the one that signed. */
  otherRawId: {
    transformResponse: (honest) => {
      const id = randomBytes(16).toString("base64url");
      return { ...honest, id, rawId: id };
    },
  },
  idIsNotRawId: {
    transformResponse: (honest) => ({ ...honest, id: randomBytes(16).toString("base64url") }),
  },
  /**
   * The counter the credential showed before: a copy of it may be about. Nothing is broken on an
   * authenticator without a counter.
   */
  counterNotIncreasing: {
    transformAuthenticatorData: (honest) => ({
      ...honest,
      counter: Math.max(honest.counter - 1, 0),
    }),
  },
} as const satisfies Record<string, AuthenticationTampering>;
