import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, fixedLinks } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { arrangeFeatures } from "../../arrange-features.js";
import { on } from "../../background/events/subscribers.js";
import { createEnv } from "../../create-env.js";
import { defineFeature } from "../../feature.js";
import { parseDisplayName } from "../../kernel/display-name.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { definePolicy } from "../../kernel/policy.js";
import { defaultPorts, defaultRelyingParty } from "../../platform/default-ports.js";
import type { Subscriber } from "../../store/subscriber.js";
import { composeUser } from "./insert-user.js";
import { rehearseCreation } from "./rehearse-creation.procedure.js";

const ADA = parseEmailAddress("ada@example.com")!;

/** A rehearsal of the creation of Ada, whose email address is taken, before these subscribers. */
async function openWorld(...subscribers: readonly Subscriber[]) {
  const statements: string[] = [];
  const store = await openMemoryStore({ verbose: (sql) => statements.push(sql) });
  const lines: unknown[][] = [];
  const write = (...line: unknown[]) => void lines.push(line);
  const options = {
    store,
    mailer: createInbox(),
    links: fixedLinks,
    secret: Buffer.alloc(32, 7).toString("base64"),
    features: [defineFeature({ name: "app", subscribers })],
    ports: { clock: createFixedClock() },
    logger: { debug: write, info: write, warn: write, error: write },
  };
  const policy = definePolicy();
  const env = createEnv(options, {
    arranged: arrangeFeatures(options.features, store),
    policy,
    ports: defaultPorts(options, policy),
    relyingParty: defaultRelyingParty(fixedLinks),
    nudge() {},
  });
  const name = parseDisplayName("Ada");
  const user = composeUser(env, { email: ADA, emailVerified: false, name, image: null });
  const rehearse = (isTaken = true) => rehearseCreation(env, { user, method: "password", isTaken });
  statements.length = 0;
  return { store, user, rehearse, statements, lines };
}
const failing = (thrown: Error): Subscriber =>
  on("user.created", { within: () => Promise.reject(thrown) });

it("an application that nobody asks before a user is created pays nothing for a rehearsal", async () => {
  const { rehearse, statements } = await openWorld(
    on("user.created", { after: () => Promise.resolve() }),
  );
  expect(await rehearse()).toBeNull();
  expect(statements).toEqual([]);
});

it("a rehearsal leaves no user, and asks only when the email address is taken", async () => {
  const asked: string[] = [];
  const { store, user, rehearse } = await openWorld(
    on("user.created", {
      within: async (tx, { created }) => {
        asked.push(created.email);
        expect(await tx.users.findById(created.id)).toMatchObject({ name: "Ada" });
      },
    }),
  );
  expect(await rehearse(false)).toBeNull();
  expect(asked).toEqual([]);
  expect(await rehearse(true)).toBeNull();
  expect(asked).toEqual([ADA]);
  expect(await store.users.findById(user.id)).toBeNull();
});

it("a refusal is handed to the caller, who throws it where the creation would have", async () => {
  const refusal = new Error("no");
  const { rehearse, lines } = await openWorld(failing(refusal));
  expect(await rehearse()).toBe(refusal);
  expect(lines).toEqual([]);
});

it("what a subscriber throws that is no error is handed over as the cause of one, which says where it comes from", async () => {
  const thrown: unknown = "no";
  const { rehearse } = await openWorld(
    on("user.created", {
      within: () => {
        throw thrown;
      },
    }),
  );
  expect(await rehearse()).toEqual(new Error("a subscriber failed", { cause: "no" }));
});

it("a database that does not answer is no refusal: the rehearsal fails at once", async () => {
  const outage = Object.assign(new Error("gone"), { code: "STORE_UNAVAILABLE" });
  const { rehearse } = await openWorld(failing(outage));
  await expect(rehearse()).rejects.toBe(outage);
});

it("a row of the application that is there already refuses nothing, and operators read of which event", async () => {
  const isThere = Object.assign(new Error("is there"), { code: "STORE_CONFLICT" });
  const { rehearse, lines } = await openWorld(failing(isThere));
  expect(await rehearse()).toBeNull();
  expect(lines).toEqual([["subscriber_failed", { event: "user.created" }, isThere]]);
});
