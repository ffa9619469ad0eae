import { createAuth } from "@acme/auth-core";
import { kyselyOf } from "@acme/auth-kysely";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox, fixedLinks } from "@acme/auth-testing";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { bundleProgram, metafileOf } from "./processes/bundle-program.js";
import { SECRET } from "./service.js";

/** The sources of a program that have to do with webhooks. */
const webhooksIn = async (program: string): Promise<readonly string[]> =>
  Object.keys(metafileOf(await bundleProgram(program)).inputs)
    .map((path) => path.replace(/^.*(?=packages\/)/, ""))
    .filter((path) => path.includes("webhook") && !path.includes("node_modules"));

it("an application without webhooks loads nothing of them, at once or later", async () => {
  expect(await webhooksIn("plain-application")).toEqual([
    // Its statements have moved to the feature; what was applied is known by its checksum.
    "packages/kysely/src/migrations/0009-webhooks.ts",
  ]);
  expect(await webhooksIn("event-server")).toContain("packages/webhooks/src/webhooks.ts");
});

it("an application without webhooks has no auth.webhooks, no queue and no table of them", async () => {
  const store = await openMemoryStore();
  const auth = createAuth({
    store,
    mailer: createInbox(),
    links: fixedLinks,
    secret: SECRET,
  });
  // @ts-expect-error -- there is no such feature
  expect(auth.webhooks).toBeUndefined();
  expect(Object.keys(await auth.worker.backlog())).toEqual(["mail", "jobs"]);
  await expect(auth.worker.listQueued("webhooks")).rejects.toThrow("no queue webhooks");
  expect(Object.keys(auth.policy).filter((name) => name.startsWith("webhook"))).toEqual([]);
  const { rows } = await store.transaction((tx) =>
    sql<{ name: string }>`select name from sqlite_master where name like '%webhook%'`.execute(
      kyselyOf(tx),
    ),
  );
  expect(rows).toEqual([]);
  await auth.close();
  await store.close();
});
