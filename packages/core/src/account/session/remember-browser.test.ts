import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createTestWorld } from "../../../test/worlds.js";
import type { Client } from "../../kernel/client.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import type { MembershipId, OrganizationId, UserId } from "../../kernel/ids.js";
import { Secret } from "../../kernel/secret.js";
import type { SignInMethod } from "../../store/sign-in-methods.js";
import { isWithheld, openSession } from "./open-session.js";

const ADA = parseEmailAddress("ada@example.com")!;
const TOKEN = `${"Az09_-".repeat(7)}x`;

/** Ada, who has never signed in. */
async function openWorld() {
  const statements: string[] = [];
  const store = await openMemoryStore({ verbose: (sql) => statements.push(sql) });
  const world = createTestWorld();
  const [id, now] = [world.random.id<UserId>(), world.clock.now()];
  const times = { createdAt: now, updatedAt: now };
  const state = { emailVerified: true, reclaimedAt: null, name: "", image: null };
  await store.users.insertUnlessTaken(asChecked({ id, email: ADA, ...state, ...times }));

  interface SignIn {
    readonly browser?: string | null;
    readonly method?: SignInMethod;
    readonly isNew?: boolean;
    readonly organization?: OrganizationId | null;
  }
  const signIn = ({
    browser = null,
    method = "passkey",
    isNew = false,
    organization = null,
  }: SignIn) =>
    store.transaction(async (tx) => {
      const user = await tx.users.lock(id);
      const client: Client = {
        ipAddress: null,
        network: "192.0.2.1",
        userAgent: null,
        sessionToken: null,
        browserToken: null,
        knownBrowserToken: browser === null ? null : new Secret(browser),
        organization,
      };
      const opened = await openSession(tx, world, { user: user!, isNew, method, client });
      if (isWithheld(opened)) throw new Error(`the user is ${opened.withheld}`);
      return opened;
    });
  const browserAfter = async (browser: string | null): Promise<string> =>
    (await signIn({ browser })).knownBrowser!.reveal();
  const noticesQueued = async () => (await store.outbox.countBacklog(now)).queued;

  /** Ada becomes a member of a new organization. */
  async function join(slug: string): Promise<OrganizationId> {
    const organization = world.random.id<OrganizationId>();
    await store.transaction((tx) =>
      tx.organizations.insertUnlessTaken(
        asChecked({
          id: organization,
          name: slug,
          slug,
          logo: null,
          metadata: {},
          requireSecondFactor: false,
          ...times,
        }),
      ),
    );
    await store.memberships.insertUnlessMember({
      id: world.random.id<MembershipId>(),
      organizationId: organization,
      userId: id,
      role: "member",
      createdAt: now,
    });
    return organization;
  }
  return { signIn, browserAfter, noticesQueued, join, statements };
}

describe("the token by which a browser is known again", () => {
  it("stays when the browser presents one that the library could have made", async () => {
    const { browserAfter } = await openWorld();
    expect(await browserAfter(TOKEN)).toBe(TOKEN);
    expect(await browserAfter(TOKEN)).toBe(TOKEN);
  });

  it.each([
    ["empty", ""],
    ["a character short", TOKEN.slice(1)],
    ["a character long", `${TOKEN}x`],
    ["behind something else", `!${TOKEN}`],
    ["before something else", `${TOKEN}!`],
    ["of other characters", "!".repeat(43)],
  ])("is a new one when the presented one is %s", async (_what, presented) => {
    const { browserAfter } = await openWorld();
    const token = await browserAfter(presented);
    expect(token).not.toBe(presented);
    expect(token).toMatch(/^[\w-]{43}$/);
  });
});

it.each<readonly [SignInMethod, number]>([
  ["password", 1],
  ["passkey", 1],
  ["oauth", 1],
  ["email-otp", 0],
  ["magic-link", 0],
])(
  "of a sign-in with another browser by %s the user gets %i notices, and of the very first none",
  async (method, notices) => {
    const { signIn, noticesQueued } = await openWorld();
    await signIn({ method });
    expect(await noticesQueued()).toBe(0);
    await signIn({ method });
    expect(await noticesQueued()).toBe(notices);
  },
);

it.each([
  [true, 0],
  [false, 2],
])(
  "the oldest sessions and browsers are looked for unless the user is new (%s): %i statements",
  async (isNew, count) => {
    const { signIn, statements } = await openWorld();
    statements.length = 0;
    await signIn({ isNew });
    expect(statements.filter((sql) => sql.includes("delete from"))).toHaveLength(count);
  },
);

it("a browser goes on in the organization that it names, and begins in the one that the user joined first", async () => {
  const { signIn, join } = await openWorld();
  const [first, second] = [await join("first"), await join("second")];
  expect((await signIn({})).activeOrganization).toBe(first);
  expect((await signIn({ organization: second })).activeOrganization).toBe(second);
});
