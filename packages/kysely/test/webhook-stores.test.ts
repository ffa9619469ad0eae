import { webhookTables } from "@acme/auth-webhooks/kysely";
import { describeWebhookStores } from "@acme/auth-webhooks/testing";
import { openMemory, openPostgres } from "./databases.js";
import { openSharedFile } from "./second-process.js";

const FEATURES = [webhookTables] as const;

describeWebhookStores("SQLite in memory", () => openMemory(FEATURES));
describeWebhookStores("two processes on one SQLite file", () => openSharedFile(FEATURES));
describeWebhookStores("Postgres", () => openPostgres({ max: 10 }, FEATURES));
