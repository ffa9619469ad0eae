import { parseEmailAddress, Secret, toId } from "@acme/auth-core";
import type { LeaseToken } from "@acme/auth-core/store";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { openAuth } from "../../src/serving/open-auth.js";
import { newDatabase } from "../prepared-databases.js";
import { callJson, environmentOf } from "./called.js";

const LEASE = toId<LeaseToken>("lease");
const CHECKS = { checks: [{ check: "string", status: "string", text: "string" }] } as const;

const client = {
  ipAddress: null,
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

const checked = async (env: Readonly<Record<string, string>>) =>
  readJson((await callJson(env, "doctor")).value, CHECKS).checks;

it("the doctor looks at the queue of a feature behind those of the base", async () => {
  const env = environmentOf("sqlite", await newDatabase("sqlite"));
  const { auth, store } = await openAuth(readConfig(env).config, {
    mailer: { deliver: async () => {} },
  });
  await store.migrate();
  await auth.webhooks.add({ url: "https://crm.example.com/hooks", events: ["user.created"] });
  const email = parseEmailAddress("ada@example.com")!;
  const password = new Secret("correct horse battery");
  await auth.passwords.signUp(
    { name: "Ada", image: null, password, redirectTo: null, email },
    client,
  );
  const names = (await checked(env)).map(({ check }) => check);
  const first = names.indexOf("mails");
  expect(names.slice(first, first + 3)).toEqual(["mails", "jobs", "webhooks"]);
  const later = new Date(Date.now() + 60_000);
  const deliveries = await store.webhookDeliveries.claimDue(later, 10, LEASE, later);
  for (const { id } of deliveries) await store.webhookDeliveries.bury(id, LEASE);
  expect((await checked(env)).filter(({ check }) => check === "webhooks")).toMatchObject([
    { status: "ok", text: "0 wait, none is late" },
    {
      status: "warning",
      text: "1 was given up",
      advice: "See why and try again: auth-server webhooks deliveries ID",
    },
  ]);
  await auth.close();
  await store.close();
});

it("the doctor asks nothing of a feature whose tables are not there", async () => {
  const location = await newDatabase("sqlite");
  const store = createSqliteStore(location);
  await store.migrate();
  await store.close();
  const checks = await checked(environmentOf("sqlite", location));
  expect(checks.map(({ check }) => check)).toContain("jobs");
  expect(checks.map(({ check }) => check)).not.toContain("webhooks");
});
