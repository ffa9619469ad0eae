import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, fixedLinks } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { nobody as client } from "../../../test/worlds.js";
import { arrangeFeatures } from "../../arrange-features.js";
import { createEnv } from "../../create-env.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import { type SessionId, toId } from "../../kernel/ids.js";
import { definePolicy } from "../../kernel/policy.js";
import { Secret } from "../../kernel/secret.js";
import { defaultPorts, defaultRelyingParty } from "../../platform/default-ports.js";
import type { PasswordHasher } from "../../ports/password-hasher.js";
import { checkPassword } from "./check-password.procedure.js";

const RIGHT = { right: true, outdated: false };
const WRONG = { right: false, outdated: false };

/** A hasher to which every password is right, until its queue is full. */
async function openWorld() {
  const statements: string[] = [];
  const store = await openMemoryStore({ verbose: (sql) => statements.push(sql) });
  const queue = { isFull: false };
  const compared: number[] = [];
  const passwordHasher: PasswordHasher = {
    hash: () => Promise.reject(new Error("nothing is hashed")),
    async verify(password, find) {
      if (queue.isFull) throw new AuthError("BUSY");
      await find();
      compared.push(password.reveal().length);
      return RIGHT;
    },
  };
  const secret = Buffer.alloc(32, 7).toString("base64");
  const ports = { clock: createFixedClock(), passwordHasher };
  const options = { store, mailer: createInbox(), links: fixedLinks, secret, ports };
  const policy = definePolicy();
  const env = createEnv(options, {
    arranged: arrangeFeatures([], options.store),
    policy,
    ports: defaultPorts(options, policy),
    relyingParty: defaultRelyingParty(fixedLinks),
    nudge() {},
  });
  const check = (password: string) =>
    checkPassword(env, {
      email: parseEmailAddress("ada@example.com")!,
      given: new Secret(password),
      find: () => Promise.resolve(null),
      subject: { known: true, sessionId: toId<SessionId>("session-of-ada-0001") },
      client,
    });
  return { queue, compared, statements, check };
}

it("a password that is longer than any may be is wrong without being hashed", async () => {
  const { check, compared } = await openWorld();
  expect(await check("x".repeat(257))).toEqual({ ...WRONG, stored: null });
  expect(compared).toEqual([]);
  expect(await check("x".repeat(256))).toEqual({ ...RIGHT, stored: null });
  expect(compared).toEqual([256]);
});

it("a password that finds the queue full costs the database nothing", async () => {
  const { check, queue, statements } = await openWorld();
  queue.isFull = true;
  statements.length = 0;
  await expect(check("correct horse battery")).rejects.toMatchObject({ code: "BUSY" });
  expect(statements).toEqual([]);
});

it("a password that was not compared counts as no attempt, however often that happens", async () => {
  const { check, queue } = await openWorld();
  queue.isFull = true;
  for (let attempt = 0; attempt < 10; attempt++)
    await expect(check("correct horse battery")).rejects.toMatchObject({ code: "BUSY" });
  queue.isFull = false;
  expect(await check("correct horse battery")).toEqual({ ...RIGHT, stored: null });
});

it("a password that is not to be tried now is not compared", async () => {
  const { check, compared } = await openWorld();
  for (let attempt = 0; attempt < 5; attempt++) await check("correct horse battery");
  await expect(check("correct horse battery")).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  expect(compared).toHaveLength(5);
});
