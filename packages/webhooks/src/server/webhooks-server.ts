import type { WebhookDeliveryStore } from "../webhook-delivery-store.js";
import type { WebhookStores } from "../webhook-env.js";

/**
 * How a server reads the text of a variable: its value, or what it must be, in a clause that follows
 * the variable's name.
 */
export type Reader<T> = (text: string) => { readonly value: T } | { readonly fault: string };

/** What a server gives to its doctor's checks. `Finding` is what it makes of a queue. */
export interface Examined<Finding> {
  readonly store: WebhookStores;
  /** Looks whether rows of a queue are late or were given up. */
  readonly checkQueue: (
    queue: Pick<WebhookDeliveryStore, "countBacklog">,
    words: { readonly check: string; readonly seeDead: string },
  ) => Promise<readonly Finding[]>;
}

/**
 * What webhooks bring to a server that is configured by environment variables and has commands, the
 * reference server: nothing of it is loaded before a command is called.
 */
export const webhooksServer = {
  variables: ({ networks }: { readonly networks: Reader<readonly string[]> }) => ({
    WEBHOOK_ALLOWED_NETWORKS: {
      read: networks,
      doc: "IP addresses and networks of your own, loopback among them, to which webhooks may go besides the public internet, comma-separated; there by http and on any port too.",
    },
  }),
  commands: {
    "webhooks list": {
      summary: "Lists the endpoints to which events are sent.",
      load: async () => (await import("./endpoint-commands.js")).listEndpoints,
    },
    "webhooks add": {
      arguments: ["URL"],
      options: {
        events: { value: "A,B", doc: "The events it gets, comma-separated. Default: all." },
        "own-events": {
          value: "A,B",
          doc: "Events that an application of yours records in this database, comma-separated.",
        },
      },
      summary: "Adds an endpoint, and prints its secret this once.",
      load: async () => (await import("./add-endpoint.js")).addEndpoint,
    },
    "webhooks disable": {
      arguments: ["ID"],
      summary: "Sends nothing more to an endpoint.",
      load: async () => (await import("./endpoint-commands.js")).disableEndpoint,
    },
    "webhooks enable": {
      arguments: ["ID"],
      summary: "Sends what happens from now on to an endpoint that was disabled.",
      load: async () => (await import("./endpoint-commands.js")).enableEndpoint,
    },
    "webhooks remove": {
      arguments: ["ID"],
      summary: "Removes an endpoint.",
      load: async () => (await import("./endpoint-commands.js")).removeEndpoint,
    },
    "webhooks test": {
      arguments: ["ID"],
      summary: "Posts a signed `webhook.test` to an endpoint at once, and prints what it answered.",
      load: async () => (await import("./endpoint-commands.js")).testEndpoint,
    },
    "webhooks rotate": {
      arguments: ["ID"],
      summary:
        "Gives an endpoint a new secret, and prints it this once. The old one signs too for a day.",
      load: async () => (await import("./endpoint-commands.js")).rotateSecret,
    },
    "webhooks deliveries": {
      arguments: ["ID"],
      summary: "Lists the newest 100 deliveries to an endpoint, and what became of them.",
      load: async () => (await import("./endpoint-commands.js")).listDeliveries,
    },
    "webhooks replay": {
      arguments: ["DELIVERY"],
      summary: "Delivers once more what has arrived or was given up.",
      load: async () => (await import("./endpoint-commands.js")).replayDelivery,
    },
  },
  checks: [
    <Finding>({ store, checkQueue }: Examined<Finding>): Promise<readonly Finding[]> =>
      checkQueue(store.webhookDeliveries, {
        check: "webhooks",
        seeDead: "auth-server webhooks deliveries ID",
      }),
  ],
  showUser: null,
  /** The queues that the worker counts, for the text of the metrics. */
  queues: ["webhooks"],
  problems: (): readonly string[] => [],
} as const;

export type { Answer, CommandCall, Opened } from "./command-call.js";
