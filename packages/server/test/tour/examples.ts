import type { RecordedCall } from "./recording.js";

/** What stands for a secret, by the name of the field or of the parameter of a URL. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  token: "TOKEN",
  otp: "CODE",
  password: "PASSWORD",
  newPassword: "PASSWORD",
  currentPassword: "PASSWORD",
  challenge: "CHALLENGE",
  state: "STATE",
  nonce: "NONCE",
  code_challenge: "CODE_CHALLENGE",
  client_id: "CLIENT_ID",
  rawId: "CREDENTIAL_ID",
  credentialID: "CREDENTIAL_ID",
  clientDataJSON: "CLIENT_DATA",
  attestationObject: "ATTESTATION_OBJECT",
  authenticatorData: "AUTHENTICATOR_DATA",
  signature: "SIGNATURE",
  userHandle: "USER_HANDLE",
  // Of a passkey's signals; elsewhere it is a UUID.
  userId: "USER_HANDLE",
  allAcceptedCredentialIds: "CREDENTIAL_ID",
};

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
/** Where the stub of a provider happens to listen. */
const LOOPBACK = /http:\/\/127\.0\.0\.1:\d+/g;
const PROVIDER = "https://id.acme.example";
/** An address for documentation (RFC 5737). */
const CLIENT_ADDRESS = "192.0.2.7";

/**
 * What may not stand in an example: a code, 16 random bytes or more, a signed token, a password of
 * the tour.
 */
const SECRET = /^\d{6}$|[\w-]{22,}|\bey[\w-]+\.|horse/;

export type Examples = Readonly<Record<string, RecordedCall>>;

/** Makes examples of recorded calls: without secrets, and the same in every run. */
export function examplesOf(calls: ReadonlyMap<string, RecordedCall>): Examples {
  const ids = new Map<string, string>();
  const shownId = (id: string): string => {
    const shown =
      ids.get(id) ?? `01980000-0000-7000-8000-${String(ids.size + 1).padStart(12, "0")}`;
    ids.set(id, shown);
    return shown;
  };
  const shown = (value: unknown, name = ""): unknown => {
    if (typeof value === "string") return shownText(value, name, shownId);
    if (Array.isArray(value)) return value.map((each) => shown(each, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      inOrder(maskedCredential(value), name).map(([key, field]) => [key, shown(field, key)]),
    );
  };
  const operations = [...calls].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    operations.map(([operation, { input, reply }]) => [
      operation,
      {
        ...(input !== undefined && { input: shown(input) }),
        ...(isShown(operation, reply) && { reply: shown(reply) }),
      },
    ]),
  );
}

/** Databases keep the details of an audit entry in orders of their own. */
const inOrder = (value: object, name: string): readonly (readonly [string, unknown])[] =>
  name === "detail"
    ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    : Object.entries(value);

/** Pages and URLs are no JSON, and the document need not hold itself. */
const isShown = (operation: string, reply: unknown): boolean =>
  reply !== undefined && typeof reply !== "string" && operation !== "documentation.openapi";

/** What browsers send of a credential besides what the routes take. */
const UNUSED = ["authenticatorAttachment", "clientExtensionResults", "publicKeyAlgorithm"];
const UNUSED_OF_ATTESTATION = [...UNUSED, "authenticatorData", "publicKey"];

/** The id of a credential and the handle of a user are random, though named as other ids are. */
function maskedCredential(value: object): object {
  const unused = "attestationObject" in value ? UNUSED_OF_ATTESTATION : UNUSED;
  const used = Object.fromEntries(Object.entries(value).filter(([name]) => !unused.includes(name)));
  if (!("id" in value)) return used;
  if ("type" in value && value.type === "public-key") return { ...used, id: PLACEHOLDERS["rawId"] };
  return "displayName" in value ? { ...used, id: PLACEHOLDERS["userHandle"] } : used;
}

function shownText(text: string, name: string, shownId: (id: string) => string): string {
  // The token of a session is its id, and no secret.
  const isUuid = text.replace(UUID, "") === "";
  if (name in PLACEHOLDERS && !isUuid) return PLACEHOLDERS[name]!;
  return withoutSecrets(text.replace(LOOPBACK, PROVIDER))
    .replace(UUID, shownId)
    .replace(/^127\.0\.0\.1$/, CLIENT_ADDRESS);
}

/** A URL with placeholders in its query. */
const withoutSecrets = (text: string): string =>
  text.replaceAll(/([?&])(\w+)=[^&]*/g, (whole, mark: string, name: string) =>
    name in PLACEHOLDERS ? `${mark}${name}=${PLACEHOLDERS[name]}` : whole,
  );

/** The places of texts that look like secrets. */
export function* secretsIn(node: unknown, place = ""): Generator<string> {
  if (typeof node === "string" && SECRET.test(node.replaceAll(UUID, ""))) yield `${place}: ${node}`;
  if (typeof node !== "object" || node === null) return;
  for (const [name, child] of Object.entries(node)) yield* secretsIn(child, `${place}/${name}`);
}
