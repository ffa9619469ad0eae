import type { ClientData } from "../ports/webauthn.js";
import { decodeBase64url } from "./canonical-base64url.js";
import { isJsonObject } from "./json-object.js";

/** Two spellings of the last one were specified, and browsers use both. */
const TOKEN_BINDINGS: readonly unknown[] = [
  "present",
  "supported",
  "not-supported",
  "notSupported",
];

/** Decodes client data; null unless it has the form of WebAuthn §5.8.1 in every member. */
export function readClientData(clientDataJSON: string): ClientData | null {
  const members = parseObject(decodeBase64url(clientDataJSON));
  if (!members || !hasTokenBinding(members["tokenBinding"])) return null;
  const { type, challenge, origin, crossOrigin = false, topOrigin } = members;
  if (!isText(type) || !isText(origin) || !isText(challenge) || !decodeBase64url(challenge))
    return null;
  if (typeof crossOrigin !== "boolean" || !isTextIfAny(topOrigin)) return null;
  return { type, challenge, origin, crossOrigin, topOrigin: topOrigin ?? null };
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
/** Whether an optional member is text or absent. `null` is neither. */
const isTextIfAny = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === "string";

const hasTokenBinding = (value: unknown): boolean =>
  value === undefined || (isJsonObject(value) && TOKEN_BINDINGS.includes(value["status"]));

function parseObject(bytes: Buffer | null): Readonly<Record<string, unknown>> | null {
  if (!bytes) return null;
  try {
    // With ignoreBOM a byte order mark stays in the text, where JSON refuses it.
    const value: unknown = JSON.parse(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
