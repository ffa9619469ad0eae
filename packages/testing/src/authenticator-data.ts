import { createHash } from "node:crypto";
import { type CborMap, encodeCbor } from "./cbor.js";

/** The flags of authenticator data (WebAuthn §6.1). */
export interface AuthenticatorFlags {
  readonly userPresent: boolean;
  readonly userVerified: boolean;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly attestedData: boolean;
  readonly extensionData: boolean;
}

/** Attested credential data (WebAuthn §6.5.2). */
export interface AttestedCredential {
  readonly aaguid: string;
  readonly credentialId: Uint8Array;
  readonly publicKey: CborMap;
}

/**
 * Authenticator data in parts. The flags are written as they stand, whether or not the parts they
 * announce are there.
 */
export interface AuthenticatorData {
  readonly rpIdHash: Uint8Array;
  readonly flags: AuthenticatorFlags;
  readonly counter: number;
  readonly attested: AttestedCredential | null;
  readonly extensions: CborMap | null;
  /** What comes after the end; nothing does in honest data. */
  readonly leftover: Uint8Array;
}

const BITS = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attestedData: 0x40,
  extensionData: 0x80,
} as const satisfies Record<keyof AuthenticatorFlags, number>;

export const hashOfRpId = (rpId: string): Buffer => sha256(Buffer.from(rpId, "utf8"));
export const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

export function encodeAuthenticatorData({
  rpIdHash,
  flags,
  counter,
  attested,
  extensions,
  leftover,
}: AuthenticatorData): Buffer {
  return Buffer.concat([
    rpIdHash,
    Buffer.of(encodeFlags(flags)),
    uint32(counter),
    attested ? encodeAttested(attested) : Buffer.alloc(0),
    extensions ? encodeCbor(extensions) : Buffer.alloc(0),
    leftover,
  ]);
}

function encodeFlags(flags: AuthenticatorFlags): number {
  const names = Object.keys(BITS) as (keyof AuthenticatorFlags)[];
  return names.reduce((sum, name) => (flags[name] ? sum | BITS[name] : sum), 0);
}

function encodeAttested({ aaguid, credentialId, publicKey }: AttestedCredential): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credentialId.length);
  return Buffer.concat([
    Buffer.from(aaguid.replaceAll("-", ""), "hex"),
    length,
    credentialId,
    encodeCbor(publicKey),
  ]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
