import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createAuth, defineFeature, parseEmailAddress, Secret } from "@acme/auth-core";
import { kyselyOf } from "@acme/auth-kysely";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createInbox, fixedLinks } from "@acme/auth-testing";
import { expect, it } from "vitest";
import {
  errors,
  oneDomain,
  profileOfEveryUser,
  tellCrm,
} from "../../../examples/embed-express/src/subscribers.js";
import { unknownClient as client } from "./unknown-client.js";

it("the worked examples refuse a sign-up by its domain, store a row with every user and tell a CRM", async () => {
  const store = createSqliteStore(":memory:");
  await store.migrate();
  const told: (readonly [userId: string | null, key: string])[] = [];
  const crm = tellCrm(async (userId, key) => void told.push([userId, key]));
  const auth = createAuth({
    store,
    mailer: createInbox(),
    links: fixedLinks,
    secret: Buffer.alloc(32, 7).toString("base64"),
    features: [
      defineFeature({ name: "app", subscribers: [oneDomain, profileOfEveryUser, crm], errors }),
    ],
  });
  const inside = <T>(work: (tables: ReturnType<typeof kyselyOf>) => Promise<T>) =>
    store.transaction((tx) => work(kyselyOf(tx)));
  await inside((tables) =>
    tables.schema.createTable("profile").addColumn("user_id", "text").execute(),
  );
  const signUp = (email: string) =>
    auth.passwords.signUp(
      {
        email: parseEmailAddress(email)!,
        password: new Secret("a long and unusual one 7"),
        name: "",
        image: null,
        redirectTo: null,
      },
      client,
    );
  await expect(signUp("eve@example.org")).rejects.toMatchObject({ code: "DOMAIN_NOT_ALLOWED" });
  const { user } = await signUp("ada@example.com");
  await auth.worker.runDue();
  expect(told).toEqual([[user.id, expect.any(String)]]);
  const rows = await inside((tables) =>
    tables
      .withTables<{ profile: { user_id: string } }>()
      .selectFrom("profile")
      .selectAll()
      .execute(),
  );
  expect(rows).toEqual([{ user_id: user.id }]);
  await store.close();
});

it("only the steps that publish events write to the audit log, so that no event is kept from subscribers", () => {
  const root = join(import.meta.dirname, "../../core/src");
  const writing = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes(".test"))
    .filter((path) => /\baudit\.append/.test(readFileSync(join(root, path), "utf8")));
  expect(writing.toSorted()).toEqual([
    "background/audit-log/record-application-event.ts",
    "background/audit-log/record-event.ts",
    "background/audit-log/record-refused-sign-up.ts",
  ]);
});
