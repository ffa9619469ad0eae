import {
  type Access,
  changed,
  type Compiler,
  first,
  instant,
  instantOrNull,
  jsonOrNull,
  list,
  mapperOf,
  parseJsonOrNull,
  statement,
  tablesOf,
} from "@acme/auth-kysely/tables";
import type {
  DisabledReason,
  EndpointSecrets,
  WebhookEndpoint,
  WebhookEndpointStore,
} from "../webhook-endpoint-store.js";
import type { WebhookEndpointId } from "../webhook-ids.js";
import type { WebhookEndpointTable, WebhookTables } from "./schema.js";

const ENDPOINT = mapperOf<WebhookEndpoint, WebhookEndpointTable>()({
  id: "id",
  url: "url",
  events: jsonOrNull("events"),
  sealedSecret: "sealed_secret",
  previousSealedSecret: "previous_sealed_secret",
  previousSecretEndsAt: instantOrNull("previous_secret_ends_at"),
  createdAt: instant("created_at"),
  disabledAt: instantOrNull("disabled_at"),
  disabledReason: "disabled_because",
});

interface One {
  readonly id: WebhookEndpointId;
}

const reading = (compiler: Compiler) => {
  const endpoints = tablesOf<WebhookTables>(compiler).selectFrom("auth_webhook_endpoint");
  return {
    find: statement((given: One) => endpoints.select(ENDPOINT.columns).where("id", "=", given.id)),
    all: statement((_given: object) =>
      endpoints.select(ENDPOINT.columns).orderBy("created_at").orderBy("id"),
    ),
    enabled: statement((_given: object) =>
      endpoints.select(["id", "events"]).where("disabled_at", "is", null),
    ),
  };
};

const changing = (compiler: Compiler) => {
  const db = tablesOf<WebhookTables>(compiler);
  return {
    insert: statement((given: WebhookEndpoint) =>
      db.insertInto("auth_webhook_endpoint").values(ENDPOINT.toRow(given)),
    ),
    updateSecrets: statement((given: One & EndpointSecrets & { judged: string }) =>
      db
        .updateTable("auth_webhook_endpoint")
        .set({
          sealed_secret: given.sealedSecret,
          previous_sealed_secret: given.previousSealedSecret,
          previous_secret_ends_at: given.previousSecretEndsAt,
        })
        .where("id", "=", given.id)
        .where("sealed_secret", "=", given.judged),
    ),
    markDisabled: statement((given: One & { reason: DisabledReason; now: Date }) =>
      db
        .updateTable("auth_webhook_endpoint")
        .set({ disabled_at: given.now, disabled_because: given.reason })
        .where("id", "=", given.id)
        .where("disabled_at", "is", null),
    ),
    markEnabled: statement((given: One) =>
      db
        .updateTable("auth_webhook_endpoint")
        .set({ disabled_at: null, disabled_because: null })
        .where("id", "=", given.id)
        .where("disabled_at", "is not", null),
    ),
    remove: statement((given: One) =>
      db.deleteFrom("auth_webhook_endpoint").where("id", "=", given.id),
    ),
  };
};

export function webhookEndpoints(compiler: Compiler): (at: Access) => WebhookEndpointStore {
  const { find, all, enabled } = reading(compiler);
  const { insert, updateSecrets, markDisabled, markEnabled, remove } = changing(compiler);

  return ({ reads, writes }) => ({
    async insert(endpoint) {
      await changed(writes, insert, endpoint);
    },
    find: async (id) => ENDPOINT.toEntityOrNull(await first(reads, find, { id })),
    list: async () => (await list(reads, all, {})).map(ENDPOINT.toEntity),
    listEnabled: async () =>
      (await list(reads, enabled, {})).map(({ id, events }) => ({
        id,
        events: parseJsonOrNull(events),
      })),
    updateSecrets: async (id, judged, secrets) =>
      (await changed(writes, updateSecrets, { ...secrets, id, judged })) === 1,
    markDisabled: async (id, reason, now) =>
      (await changed(writes, markDisabled, { id, reason, now })) === 1,
    markEnabled: async (id) => (await changed(writes, markEnabled, { id })) === 1,
    delete: async (id) => (await changed(writes, remove, { id })) === 1,
  });
}
