import type { ColumnTypes, MigrationSet } from "@acme/auth-kysely/tables";

/** Endpoints are entered by operators. Events are the JSON of their names. */
const endpoints = ({ id, text, json, timestamp, tableEnd }: ColumnTypes): readonly string[] => [
  `create table if not exists auth_webhook_endpoint (
    id ${id} not null primary key,
    url ${text} not null,
    events ${json},
    sealed_secret ${text} not null,
    previous_sealed_secret ${text},
    previous_secret_ends_at ${timestamp},
    created_at ${timestamp} not null,
    disabled_at ${timestamp},
    disabled_because ${text} check (disabled_because in ('operator', 'gone'))
  )${tableEnd}`,
];

/**
 * No foreign key: an endpoint that is removed while an event is recorded must not undo what the
 * event is about.
 */
const deliveries = ({
  id,
  key,
  text,
  timestamp,
  integer,
  tableEnd,
}: ColumnTypes): readonly string[] => [
  `create table if not exists auth_webhook_delivery (
    id ${id} not null primary key,
    endpoint_id ${id} not null,
    event_id ${id} not null,
    event ${key} not null,
    payload ${text} not null,
    status ${text} not null check (status in ('queued', 'delivered', 'dead')),
    attempts ${integer} not null check (attempts >= 0),
    next_attempt_at ${timestamp} not null,
    created_at ${timestamp} not null,
    expires_at ${timestamp} not null,
    lease ${text},
    attempted_at ${timestamp},
    answer_status ${integer},
    failure ${text}
  )${tableEnd}`,
  "create index if not exists auth_webhook_delivery_due on auth_webhook_delivery (status, next_attempt_at, id)",
  "create index if not exists auth_webhook_delivery_endpoint on auth_webhook_delivery (endpoint_id, created_at, id)",
  "create index if not exists auth_webhook_delivery_expiry on auth_webhook_delivery (expires_at)",
];

/**
 * The base made these tables once, in its migration `0009-webhooks`: the first creates what is not
 * there, and adopts what is.
 */
export const webhookMigrations: MigrationSet = {
  namespace: "auth_webhook",
  migrations: [
    {
      id: "0001-webhooks",
      statements: (types) => [...endpoints(types), ...deliveries(types)],
      phase: "expand",
    },
  ],
};
