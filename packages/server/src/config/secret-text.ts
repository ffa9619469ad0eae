import { Secret } from "@acme/auth-core";
import { fault, read, type Reader } from "./reading.js";

const MIN_BYTES = 32;
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

/** base64 or base64url of at least 32 bytes. */
export const secretText: Reader<Secret> = (text) =>
  decode(text).length >= MIN_BYTES
    ? read(new Secret(text))
    : fault(
        `must be base64 or base64url of at least ${MIN_BYTES} random bytes (openssl rand -base64 32)`,
      );

export const anySecret: Reader<Secret> = (text) => read(new Secret(text));

/** Returns whether a secret was clearly not chosen at random: its bytes repeat or count, or it spells a word of a sample. */
export function isPlaceholder(secret: Secret): boolean {
  const text = secret.reveal();
  const bytes = decode(text);
  const steps = new Set(bytes.subarray(1).map((byte, index) => byte - bytes.readUInt8(index)));
  if (new Set(bytes).size < MIN_BYTES / 2 || steps.size === 1) return true;
  const spelled = [text, bytes.toString("latin1")].map((form) =>
    form.toLowerCase().replace(/[^a-z]/g, ""),
  );
  return SAMPLE_WORDS.some((word) => spelled.some((form) => form.includes(word)));
}

function decode(text: string): Buffer {
  const wellFormed = /^([A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/.test(text);
  return wellFormed ? Buffer.from(text, "base64") : Buffer.alloc(0);
}
