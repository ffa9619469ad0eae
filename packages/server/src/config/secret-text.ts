import { Secret } from "@acme/auth-core";
import { appleClientSecret } from "@acme/auth-core/providers";
import { decodeSecret, SECRET_SHAPE } from "@acme/auth-core/surface";
import { fault, read, type Reader } from "./reading.js";

/** Of 32 random bytes nearly all are different. */
const MIN_DIFFERENT_BYTES = 16;
/** Words that stand in sample configurations, and never in random bytes. */
const SAMPLE_WORDS = [
  "changeme",
  "replaceme",
  "placeholder",
  "example",
  "default",
  "insecure",
  "password",
  "secret",
];

/** A secret that `createAuth` accepts. */
export const secretText: Reader<Secret> = (text) =>
  decodeSecret(text)
    ? read(new Secret(text))
    : fault(`must be ${SECRET_SHAPE} (openssl rand -base64 32)`);

export const anySecret: Reader<Secret> = (text) => read(new Secret(text));

/** Ids of the right shape, with which a key is tried. */
const ANY_IDS = { teamId: "0123456789", keyId: "0123456789" };

/** A key with which Apple's client secret can be signed. */
export const applePrivateKey: Reader<Secret> = (text) => {
  try {
    appleClientSecret({ ...ANY_IDS, privateKey: text });
    return read(new Secret(text));
  } catch {
    return fault("must be what is in Apple's file AuthKey_….p8");
  }
};

/**
 * Returns whether a secret was clearly not chosen at random: its bytes repeat or count, or it
 * spells a word of a sample.
 */
export function isPlaceholder(secret: Secret): boolean {
  const text = secret.reveal();
  const bytes = Buffer.from(decodeSecret(text) ?? []);
  const steps = new Set(bytes.subarray(1).map((byte, index) => byte - bytes.readUInt8(index)));
  if (new Set(bytes).size < MIN_DIFFERENT_BYTES || steps.size === 1) return true;
  const spelled = [text, bytes.toString("latin1")].map((form) =>
    form.toLowerCase().replace(/[^a-z]/g, ""),
  );
  return SAMPLE_WORDS.some((word) => spelled.some((form) => form.includes(word)));
}
