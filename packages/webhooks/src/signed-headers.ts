import { type AuditEntryId, type Digest, Secret } from "@acme/auth-core";

/** What a signature covers. */
export interface SignedContent {
  readonly id: AuditEntryId;
  readonly at: Date;
  readonly body: string;
}

/** How the secret of an endpoint begins, before its base64. */
export const SECRET_PREFIX = "whsec_";

/** What the sender of a webhook calls itself. */
export const USER_AGENT = "acme-auth-webhooks";

const MS_PER_SECOND = 1_000;

/**
 * Returns the headers of Standard Webhooks (version v1): the id, the second of the attempt, and one
 * HMAC-SHA-256 for each secret, so that a receiver may know either while the secret rotates.
 */
export function signHeaders(
  digest: Digest,
  secrets: readonly Secret[],
  { id, at, body }: SignedContent,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / MS_PER_SECOND));
  const signatures = secrets.map((secret) => {
    const key = new Secret(secret.reveal().slice(SECRET_PREFIX.length));
    return `v1,${digest.signature(key, `${id}.${timestamp}.${body}`)}`;
  });
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
