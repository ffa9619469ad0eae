import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox, fixedLinks } from "@acme/auth-testing";
import { expect, it } from "vitest";
import type { Auth } from "./auth.js";
import { createAuth } from "./create-auth.js";
import { defineFeature } from "./feature.js";
import { parseEmailAddress } from "./kernel/email-address.js";
import { on } from "./on.js";

it("a subscriber is handed the system that tells it, with the event", async () => {
  const told: (readonly [string | null, Auth])[] = [];
  const auth = createAuth({
    store: await openMemoryStore(),
    mailer: createInbox(),
    links: fixedLinks,
    secret: Buffer.alloc(32, 7).toString("base64"),
    features: [
      defineFeature({
        name: "app",
        subscribers: [
          on("user.created", {
            after: async ({ userId }, handed) => void told.push([userId, handed]),
          }),
        ],
      }),
    ],
  });
  const user = await auth.users.create({
    email: parseEmailAddress("ada@example.com")!,
    operator: "on.test",
  });
  await auth.worker.runDue();
  expect(told).toEqual([[user.id, auth]]);
  expect(told[0]![1]).toBe(auth);
});
