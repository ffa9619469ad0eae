import { type Sealer, Secret } from "@acme/auth-core";
import { isPast } from "@acme/auth-core/surface";
import { SECRET_PREFIX } from "./signed-headers.js";
import type { EndpointSecrets, WebhookEndpoint } from "./webhook-endpoint-store.js";
import type { WebhookWorld } from "./webhook-env.js";
import type { WebhookEndpointId } from "./webhook-ids.js";

const PURPOSE = "webhook-secret";

/** Returns a new secret, as the receiver is given it. */
export const mintSecret = ({ random, limits }: WebhookWorld): Secret => {
  const base64url = random.token(limits.webhookSecretBytes).reveal();
  return new Secret(SECRET_PREFIX + base64url.replaceAll("-", "+").replaceAll("_", "/"));
};

/** Seals a secret for its endpoint. */
export const sealSecret = (sealer: Sealer, id: WebhookEndpointId, secret: Secret): string =>
  sealer.seal(PURPOSE, secret.reveal(), id);

/**
 * Returns the secrets that sign at `now`, the current one first; null when no configured key opens
 * the current one.
 */
export function openSecrets(
  sealer: Sealer,
  endpoint: Pick<WebhookEndpoint, "id"> & EndpointSecrets,
  now: Date,
): readonly Secret[] | null {
  const open = (sealed: string | null) =>
    sealed === null ? null : sealer.open(PURPOSE, sealed, endpoint.id);
  const current = open(endpoint.sealedSecret);
  if (current === null) return null;
  const { previousSealedSecret, previousSecretEndsAt } = endpoint;
  const isRotating = previousSecretEndsAt !== null && !isPast(previousSecretEndsAt, now);
  const previous = isRotating ? open(previousSealedSecret) : null;
  return [current, ...(previous === null ? [] : [previous])].map((text) => new Secret(text));
}
