import { createAuth } from "@acme/auth-core";
import { createSite, createSurface } from "@acme/auth-express";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createInbox } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { billing } from "../sample/billing/billing.js";
import { loadFeatures, routesOf, tablesOf, titleOf } from "./features.js";

const loaded = await loadFeatures();
const URL = "http://localhost:3000";
const site = createSite({ serviceUrl: URL, appUrl: URL });
const options = {
  mailer: createInbox(),
  links: site.links,
  secret: Buffer.alloc(32, 7).toString("base64"),
};

it("routes whose feature the server does not list are refused at the start", () => {
  const auth = createAuth({ ...options, store: createSqliteStore(":memory:") });
  // @ts-expect-error -- the compiler refuses them as well
  expect(() => createSurface({ auth, site, features: routesOf(loaded) })).toThrow(
    "the section Billing needs the feature billing, which createAuth was not given",
  );
});

it("a feature whose tables the server does not list is refused at the start", () => {
  const store = createSqliteStore(":memory:");
  // @ts-expect-error -- the compiler refuses it as well
  expect(() => createAuth({ ...options, store, features: [billing] })).toThrow(
    "billing needs the stores subscriptions: open the store with its tables",
  );
});

it("a migration is named by its feature, and that of the base by none", async () => {
  const store = createSqliteStore(":memory:", { features: tablesOf(loaded) });
  const planned = await store.planMigrations();
  expect([...new Set(planned.map(({ namespace }) => titleOf(loaded, namespace)))]).toEqual([
    null,
    ...loaded.flatMap(({ title, tables }) => (tables === null ? [] : [title])),
  ]);
  await store.close();
});
