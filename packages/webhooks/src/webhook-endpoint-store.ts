import type { WebhookEndpointId } from "./webhook-ids.js";

/** Why an endpoint gets nothing any more: an operator disabled it, or it answered 410 Gone. */
export type DisabledReason = "operator" | "gone";

/** The secrets of an endpoint, sealed. While it rotates it has two, and both sign. */
export interface EndpointSecrets {
  readonly sealedSecret: string;
  readonly previousSealedSecret: string | null;
  /** Until when the previous secret signs too; null without one. */
  readonly previousSecretEndsAt: Date | null;
}

/** Where an operator has events sent. */
export interface WebhookEndpoint extends EndpointSecrets {
  readonly id: WebhookEndpointId;
  readonly url: string;
  /** The names of the events it gets; null for all. */
  readonly events: readonly string[] | null;
  readonly createdAt: Date;
  /** Null while it is enabled. */
  readonly disabledAt: Date | null;
  readonly disabledReason: DisabledReason | null;
}

/** The endpoints of webhooks. There are few: lists are whole. */
export interface WebhookEndpointStore {
  /** Adds the endpoint. Rejects with a `StoreConflict` when its id is taken. */
  insert(endpoint: WebhookEndpoint): Promise<void>;
  /** Returns the endpoint, or null. */
  find(id: WebhookEndpointId): Promise<WebhookEndpoint | null>;
  /** Returns all endpoints, oldest first. */
  list(): Promise<readonly WebhookEndpoint[]>;
  /** Returns what decides which enabled endpoints get an event. */
  listEnabled(): Promise<readonly Pick<WebhookEndpoint, "id" | "events">[]>;
  /**
   * Replaces the secrets, if the current one is still `judged`. Returns false when another rotation
   * came first or there is no such endpoint.
   */
  updateSecrets(id: WebhookEndpointId, judged: string, secrets: EndpointSecrets): Promise<boolean>;
  /** Disables an enabled endpoint. Returns false when there is none of that id. */
  markDisabled(id: WebhookEndpointId, reason: DisabledReason, now: Date): Promise<boolean>;
  /** Enables a disabled endpoint. Returns false when there is none of that id. */
  markEnabled(id: WebhookEndpointId): Promise<boolean>;
  /**
   * Removes the endpoint. Returns false when there was none. Its deliveries stay until they expire,
   * and are not attempted any more.
   */
  delete(id: WebhookEndpointId): Promise<boolean>;
}
