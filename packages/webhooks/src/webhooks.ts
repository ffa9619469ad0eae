import type { Feature, FeatureEnv } from "@acme/auth-core";
import { isWorkerd } from "@acme/auth-core/surface";
import { createWebhookDelivery } from "./deliver-webhooks.procedure.js";
import { enqueueDeliveries } from "./enqueue-deliveries.js";
import { LIMITS, type WebhookLimit } from "./limits.js";
import { createWebhooks, type Webhooks } from "./operate-webhooks.procedure.js";
import { createWebhookSender } from "./platform/https-webhook-sender.js";
import type { WebhookEnv, WebhookStores } from "./webhook-env.js";
import type { WebhookSender } from "./webhook-sender.js";

export {
  createFetchWebhookSender,
  type FetchWebhookSenderOptions,
} from "./platform/fetch-webhook-sender.js";

/** How webhooks are sent. */
export interface WebhookOptions {
  /**
   * Networks such as `10.0.0.0/8` or `127.0.0.0/8`, to which webhooks may go besides the public
   * internet, there by http and on any port too. Default: none.
   */
  readonly allowedNetworks?: readonly string[];
  /**
   * Default: `node:https`, to public IP addresses and `allowedNetworks`. On Cloudflare Workers there
   * is none: give `createFetchWebhookSender`.
   */
  readonly sender?: WebhookSender;
}

/** What becomes of the rows when their user goes: they have none. */
const OF_NOBODY = {
  of: "none",
  plantable: false,
  endedByReset: false,
  endedByEmailChange: false,
  exported: null,
} as const;

/**
 * Signed webhooks: `auth.webhooks` adds endpoints, and the worker delivers. Left out, they cost
 * nothing. With them, every audited event costs one more statement, which reads the endpoints. The
 * store is opened with `webhookTables` of `@acme/auth-webhooks/kysely`.
 * @throws {RangeError} for a network that is none, and without a sender on Cloudflare Workers
 * @example
 * const store = createSqliteStore("auth.sqlite", { features: [webhookTables] });
 * const auth = createAuth({ store, mailer, links, secret, features: [webhooks()] });
 * const { secret } = await auth.webhooks.add({ url: "https://crm.example.com/hooks" });
 */
export function webhooks({
  allowedNetworks = [],
  sender = defaultSender(allowedNetworks),
}: WebhookOptions = {}): Feature<"webhooks", WebhookStores, Webhooks, WebhookLimit> {
  const envOf = (env: FeatureEnv<WebhookStores, WebhookLimit>): WebhookEnv => ({
    ...env,
    sender,
    allowsNetworks: allowedNetworks.length > 0,
  });
  return {
    name: "webhooks",
    ownership: {
      webhookEndpoints: {
        ...OF_NOBODY,
        erased: "kept",
        note: "Entered by operators. Their secrets are sealed.",
      },
      webhookDeliveries: {
        ...OF_NOBODY,
        erased: "expires",
        note: "Names of events, times and ids, for 30 days. The id of a user who is gone leads to nothing here.",
      },
    },
    limits: LIMITS,
    queues: (env) => [createWebhookDelivery(envOf(env))],
    hears: (env) => ({ hear: (tx, published) => enqueueDeliveries(tx, env, published) }),
    create: (env) => createWebhooks(envOf(env)),
  };
}

/** `node:https` of workerd connects to whatever the host resolves to by then. */
function defaultSender(allowedNetworks: readonly string[]): WebhookSender {
  if (isWorkerd())
    throw new RangeError(
      "webhooks: on Cloudflare Workers no IP address can be chosen: read what" +
        " createFetchWebhookSender checks, and give it as `sender`",
    );
  return createWebhookSender({ allowedNetworks });
}
