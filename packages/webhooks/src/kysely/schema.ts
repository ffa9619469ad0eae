import type { AuditEntryId } from "@acme/auth-core";
import type { LeaseToken } from "@acme/auth-core/store";
import type { NullableJson, NullableTimestamp, Timestamp } from "@acme/auth-kysely/tables";
import type { DeliveryState } from "../webhook-delivery-store.js";
import type { DisabledReason } from "../webhook-endpoint-store.js";
import type { WebhookDeliveryId, WebhookEndpointId } from "../webhook-ids.js";
import type { WebhookFailure } from "../webhook-sender.js";

/** An endpoint, as it is stored. */
export interface WebhookEndpointTable {
  id: WebhookEndpointId;
  url: string;
  events: NullableJson<readonly string[]>;
  sealed_secret: string;
  previous_sealed_secret: string | null;
  previous_secret_ends_at: NullableTimestamp;
  created_at: Timestamp;
  disabled_at: NullableTimestamp;
  disabled_because: DisabledReason | null;
}

/** A delivery, as it is stored. */
export interface WebhookDeliveryTable {
  id: WebhookDeliveryId;
  endpoint_id: WebhookEndpointId;
  event_id: AuditEntryId;
  event: string;
  payload: string;
  status: DeliveryState;
  attempts: number;
  next_attempt_at: Timestamp;
  created_at: Timestamp;
  expires_at: Timestamp;
  lease: LeaseToken | null;
  attempted_at: NullableTimestamp;
  answer_status: number | null;
  failure: WebhookFailure | null;
}

/** The tables of the feature, each behind those it refers to. */
export interface WebhookTables {
  auth_webhook_endpoint: WebhookEndpointTable;
  auth_webhook_delivery: WebhookDeliveryTable;
}
