import { randomUUID } from "node:crypto";
import {
  createAuth,
  defineEvents,
  defineFeature,
  on,
  type OrganizationId,
  toId,
} from "@acme/auth-core";
import { createSite } from "@acme/auth-http";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { runStoreOptions } from "@acme/auth-testing/pooling";
import { webhooks } from "@acme/auth-webhooks";
import { webhookTables } from "@acme/auth-webhooks/kysely";
import pg from "pg";
import { createSqliteStore } from "../sqlite-driver.js";

/**
 * A process that causes events, and tells a receiver of them once it is told to work: by webhooks,
 * or by a subscriber of its own.
 */
type Message = { readonly id: number } & (
  { readonly add: true } | { readonly create: number } | { readonly work: true }
);

const { LOCATION = "", SECRET = "", RECEIVER = "", TELL = "", LEASE_MS } = process.env;
const features = [webhookTables] as const;
const store = LOCATION.startsWith("postgres")
  ? createPostgresStore(new pg.Pool({ connectionString: LOCATION, max: 4 }), {
      ...runStoreOptions(),
      features,
    })
  : createSqliteStore(LOCATION, { features });
await store.migrate();
const { links } = createSite({ serviceUrl: "http://localhost", appUrl: "http://localhost" });
const events = defineEvents({ "thing.made": { detail: [] } });
const forward = on(events["thing.made"], {
  async after({ id, organizationId }) {
    await fetch(RECEIVER, {
      method: "POST",
      headers: { "webhook-id": id },
      body: JSON.stringify({ data: { organizationId } }),
    });
  },
});
const auth = createAuth({
  store,
  links,
  mailer: { deliver: async () => {} },
  secret: SECRET,
  features: [
    defineFeature({ name: "application", subscribers: TELL === "subscribers" ? [forward] : [] }),
    webhooks({ allowedNetworks: ["127.0.0.1"] }),
  ],
  policy: { workerLease: Number(LEASE_MS), workerPoll: 10 },
});

const made = (organizationId: OrganizationId) => ({
  event: events["thing.made"],
  userId: null,
  organizationId,
  client: null,
  detail: {},
});

async function handle(message: Message): Promise<unknown> {
  if ("add" in message && TELL === "webhooks")
    await auth.webhooks.add({ url: RECEIVER, events: ["thing.made"] });
  if ("work" in message) auth.worker.start();
  if (!("create" in message)) return null;
  const ids = Array.from({ length: message.create }, () => toId<OrganizationId>(randomUUID()));
  for (const id of ids) await store.transaction((tx) => auth.auditLog.record(tx, made(id)));
  return ids;
}
process.on(
  "message",
  (message: Message) =>
    void handle(message).then((answer) => process.send!({ id: message.id, answer })),
);
process.send!("ready");
