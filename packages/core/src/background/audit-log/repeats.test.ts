import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createTestAuth, PASSWORD, somebody } from "../../../test/worlds.js";
import { defineFeature } from "../../feature.js";
import type { Client } from "../../kernel/client.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { Secret } from "../../kernel/secret.js";
import { on } from "../events/subscribers.js";
import type { AuditEvent } from "./events.js";

const ADA = parseEmailAddress("ada@example.com")!;
const GRACE = parseEmailAddress("grace@example.com")!;
const WRONG = new Secret("wrong horse battery");
const from = (network: string): Client => ({ ...somebody, ipAddress: network, network });

/**
 * Ada owns an organization of which Grace is a member; Ada has a code and an export. Everything is
 * logged, told to a subscriber and heard by a feature.
 */
async function openWorld(event: Exclude<AuditEvent, "user.created">) {
  const store = await openMemoryStore();
  const lines: string[] = [];
  const heard: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const inbox = createInbox();
  const auth = createTestAuth({
    store,
    mailer: inbox,
    features: [
      defineFeature({
        name: "app",
        subscribers: [on(event, { after: async () => {} })],
        hears: () => ({
          async hear(_tx, published) {
            if (published.event.event === event) heard.push(event);
          },
        }),
      }),
    ],
    logger: { debug: write, info: write, warn: write, error: write },
  });
  const signUp = (email: typeof ADA) =>
    auth.passwords.signUp(
      { email, password: PASSWORD, name: "Somebody", image: null, redirectTo: null },
      somebody,
    );
  const callerOf = async (email: typeof ADA) => {
    const sessionToken = (await signUp(email)).signedIn!.token;
    return (await auth.sessions.identify({ sessionToken, organization: null }))!;
  };
  const [ada, grace] = [await callerOf(ADA), await callerOf(GRACE)];
  const { organization } = await auth.organizations.create(
    ada,
    { name: "Acme", slug: null, logo: null, metadata: {} },
    somebody,
  );
  await store.memberships.insertUnlessMember({
    id: auth.random.id(),
    organizationId: organization.id,
    userId: grace.user.id,
    role: "member",
    createdAt: auth.clock.now(),
  });
  const exported = await auth.dataExport.request(ada, somebody);
  await auth.emailOtp.send(ADA, "sign-in", somebody);
  await auth.worker.runDue();
  const right = inbox.codeFor(ADA);
  const { downloadUrl } = await auth.dataExport.find(ada, exported.id);
  const token = new Secret(new URL(downloadUrl!).searchParams.get("token")!);
  const organizationId = organization.id;
  const attempts = {
    "wrong passwords": () =>
      auth.passwords.signIn({ email: ADA, password: WRONG, redirectTo: null }, somebody),
    "wrong codes": () =>
      auth.emailOtp.signIn(
        { email: ADA, otp: new Secret(right === "000000" ? "111111" : "000000") },
        somebody,
      ),
    "sign-ups with a taken email address": () => signUp(ADA),
    "denied permissions": () =>
      auth.accessControl.authorizeIn(grace, { organizationId, permission: "org:update" }, somebody),
    "downloads of an export from one network": () =>
      auth.dataExport.download(exported.id, token, somebody),
    "downloads of an export from another network each": () =>
      auth.dataExport.download(exported.id, token, from(`192.0.2.${++networks}`)),
    "changes of a profile": () => auth.profiles.update(ada, { name: "Ada" }, somebody),
    "changes of an organization": async () => {
      const wanted = { organizationId, permission: "org:update" } as const;
      const granted = await auth.accessControl.authorizeIn(ada, wanted, somebody);
      await auth.organizations.update(granted, { name: "Acme" }, somebody);
    },
  };
  let networks = 10;
  const entries = async () => {
    const all = [ada, grace].map(({ user }) => store.audit.listByUser(user.id, null, 100));
    return (await Promise.all(all)).flat().filter((entry) => entry.event === event).length;
  };
  heard.length = 0;
  return { auth, store, attempts, lines, heard, entries };
}

const TIMES = 4;

describe("within ten minutes", () => {
  it.each([
    ["wrong passwords", "password.refused", { lines: 1, entries: 1, told: 1 }],
    ["wrong codes", "code.refused", { lines: 1, entries: 1, told: 1 }],
    [
      "sign-ups with a taken email address",
      "user.sign_up_refused",
      { lines: 1, entries: 1, told: 1 },
    ],
    ["denied permissions", "permission.denied", { lines: 1, entries: 1, told: 1 }],
    [
      "downloads of an export from one network",
      "export.downloaded",
      { lines: 1, entries: 1, told: 1 },
    ],
    [
      "downloads of an export from another network each",
      "export.downloaded",
      { lines: TIMES, entries: TIMES, told: TIMES },
    ],
    // The second telling is due when the ten minutes are over.
    ["changes of a profile", "user.updated", { lines: 0, entries: 1, told: 2 }],
    ["changes of an organization", "organization.updated", { lines: 0, entries: 1, told: 2 }],
  ] as const)(
    "equal %s are %s, entered, told and logged so often: %j",
    async (what, event, expected) => {
      const { auth, store, attempts, lines, heard, entries } = await openWorld(event);
      const before = lines.length;
      for (let times = 0; times < TIMES; times++) await attempts[what]().catch(() => null);
      expect(await entries()).toBe(expected.entries);
      const calls = (await auth.worker.listQueued("jobs")).filter(
        ({ kind }) => kind === "notify-subscriber",
      );
      expect(calls).toHaveLength(expected.told);
      expect(heard).toHaveLength(expected.told);
      expect(lines.slice(before)).toHaveLength(expected.lines);
      await store.close();
    },
  );
});
