import { constants, createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { Json, Signing } from "./misbehaviour.js";

export interface IdTokenSigner {
  /** What the provider publishes. */
  readonly publicKeys: readonly Json[];
  sign(claims: Json, signing: Signing): string;
}

type Sign = (input: string) => string;

/**
 * A key that no provider publishes; one in a process, because making one takes a tenth of a second.
 */
let foreignKey: ReturnType<typeof newRsaKey> | undefined;
const newRsaKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Signs id_tokens with real keys, honestly or not. */
export function createIdTokenSigner(clientSecret: string): IdTokenSigner {
  const rsa = newRsaKey();
  const foreign = (foreignKey ??= newRsaKey());
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ed = generateKeyPairSync("ed25519");

  const withRsa =
    (key: KeyObject): Sign =>
    (input) =>
      sign("sha256", Buffer.from(input), key).toString("base64url");
  const withPss: Sign = (input) => {
    const key = { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
    return sign("sha256", Buffer.from(input), key).toString("base64url");
  };
  const withEc: Sign = (input) =>
    sign("sha256", Buffer.from(input), { key: ec.privateKey, dsaEncoding: "ieee-p1363" }).toString(
      "base64url",
    );
  const withEd: Sign = (input) =>
    sign(null, Buffer.from(input), ed.privateKey).toString("base64url");

  const ways: Readonly<Record<Signing, { readonly header: object; readonly signature: Sign }>> = {
    RS256: { header: { alg: "RS256", kid: "rsa" }, signature: withRsa(rsa.privateKey) },
    PS256: { header: { alg: "PS256", kid: "rsa" }, signature: withPss },
    ES256: { header: { alg: "ES256", kid: "ec" }, signature: withEc },
    EdDSA: { header: { alg: "EdDSA", kid: "ed" }, signature: withEd },
    none: { header: { alg: "none" }, signature: () => "" },
    "HS256 with the client secret": {
      header: { alg: "HS256" },
      signature: (input) => createHmac("sha256", clientSecret).update(input).digest("base64url"),
    },
    "foreign key": { header: { alg: "RS256", kid: "rsa" }, signature: withRsa(foreign.privateKey) },
    "unknown kid": { header: { alg: "RS256", kid: "another" }, signature: withRsa(rsa.privateKey) },
  };
  const publish = (kid: string, { publicKey }: { readonly publicKey: KeyObject }) => ({
    ...publicKey.export({ format: "jwk" }),
    kid,
    use: "sig",
  });

  return {
    publicKeys: [publish("rsa", rsa), publish("ec", ec), publish("ed", ed)],
    sign(claims, signing) {
      const { header, signature } = ways[signing];
      const input = [header, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".");
      return `${input}.${signature(input)}`;
    },
  };
}
