import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked } from "@acme/auth-testing";
import { afterEach, describe, expect, it } from "vitest";
import { createTestWorld } from "../../../test/worlds.js";
import type { Client } from "../../kernel/client.js";
import { after, DAY, MINUTE } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { type Policy } from "../../kernel/policy.js";
import {
  codeAttemptBudgets,
  hasMailBudget,
  type MailRequest,
  spendNoticeBudget,
  spendStrangerNotice,
} from "./spend-budget.js";

const ada = asChecked<EmailAddress>("ada@example.com");
const eve = asChecked<EmailAddress>("eve@example.com");
const clientIn = (network: string): Client => ({
  ipAddress: network,
  network,
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
});
const [here, there] = [clientIn("192.0.2.1"), clientIn("198.51.100.1")];

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function openWorld(overrides: Partial<Policy> = {}) {
  const store = await openMemoryStore();
  cleanUps.push(() => store.close());
  const world = createTestWorld(overrides);
  return { store, world };
}

describe("the budget of mails", () => {
  const ASKED: MailRequest = { email: ada, purpose: "sign-in", client: here };

  it("is each email address's own, and each purpose's", async () => {
    const { store, world } = await openWorld({ mailsPerAddress: 2 });
    const has = (own: Partial<MailRequest> = {}) =>
      hasMailBudget(store.counters, world, { ...ASKED, ...own });
    expect([await has(), await has(), await has()]).toEqual([true, true, false]);
    expect(await has({ client: there })).toBe(false);
    expect(await has({ email: eve })).toBe(true);
    expect(await has({ purpose: "magic-link" })).toBe(true);
    world.clock.advance(15 * MINUTE);
    expect(await has()).toBe(true);
  });
});

it("the budgets of wrong codes are kept under keys that do not say whose they are", () => {
  const { byAddress, byClient } = codeAttemptBudgets(createTestWorld(), ada, here);
  for (const key of [byAddress, byClient]) expect(key).toMatch(/^wrong-codes\/[\w-]+$/);
  expect(byClient).not.toBe(byAddress);
});

it("the owner of an email address is told once a day of each thing that strangers do with it", async () => {
  const { store, world } = await openWorld();
  const mayTell = (email: EmailAddress, attempt: "sign-up" | "provider") =>
    spendStrangerNotice(store.counters, world, { email, attempt });
  for (const attempt of ["sign-up", "provider"] as const) {
    expect([await mayTell(ada, attempt), await mayTell(ada, attempt)]).toEqual([true, false]);
    expect(await mayTell(eve, attempt)).toBe(true);
  }
  world.clock.advance(DAY);
  expect(await mayTell(ada, "provider")).toBe(true);
});

it("each group of notices has a budget of its own for a day", async () => {
  const { store, world } = await openWorld({ noticesPerGroupDaily: 1 });
  const now = world.clock.now();
  const spend = (group: string) => spendNoticeBudget(store.counters, world, group);
  expect(await spend("deletion/ada")).toEqual({ spent: true, resetsAt: now });
  expect(await spend("deletion/eve")).toEqual({ spent: true, resetsAt: now });
  expect(await spend("deletion/ada")).toEqual({ spent: false, resetsAt: after(now, DAY) });
});
