import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked, asProven } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createTestWorld } from "../../../test/worlds.js";
import type { Client } from "../../kernel/client.js";
import { after, MINUTE } from "../../kernel/duration.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import type { LinkedAccountId, PasskeyId, SessionId, UserId } from "../../kernel/ids.js";
import { Secret } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import { reclaimAccount } from "./reclaim-account.js";

/** The world of a feature that lets users sign in with a key card, which no other code knows of. */
const withKeyCards = (world: World, keyCards: Set<UserId>): World => ({
  ...world,
  signInMethods: {
    ...world.signInMethods,
    "key-card": {
      offeredBy: null,
      provesMailbox: false,
      credentials: { count: (_tx, userId) => Promise.resolve(keyCards.has(userId) ? 1 : 0) },
      word: "key card",
    },
  },
  ownership: [
    ...world.ownership,
    {
      plantable: (_tx, { user }) => Promise.resolve(keyCards.delete(user.id)),
      endedByReset: false,
      endedByEmailChange: false,
      erased: "cascade",
    },
  ],
});

/**
 * An account that was never verified. `plant` puts one thing into it, and `reclaim` gives it to the
 * owner of the mailbox.
 */
async function openWorld() {
  const store = await openMemoryStore();
  const keyCards = new Set<UserId>();
  const world = withKeyCards(createTestWorld(), keyCards);
  const { clock, random, digest } = world;
  const [userId, now] = [random.id<UserId>(), clock.now()];
  const times = { createdAt: now, updatedAt: now };
  const email = parseEmailAddress("ada@example.com")!;
  const state = { emailVerified: false, reclaimedAt: null, name: "", image: null };
  await store.users.insertUnlessTaken(asChecked({ id: userId, email, ...state, ...times }));

  const session = (expiresAt: Date) =>
    store.sessions.insert(
      asProven({
        id: random.id<SessionId>(),
        userId,
        tokenHash: digest.token(new Secret("A".repeat(43))),
        authenticatedAt: now,
        authenticatedBy: "password",
        remembered: true,
        createdAt: now,
        lastSeenAt: now,
        expiresAt,
        ipAddress: null,
        userAgent: null,
        methods: null,
        secondFactorAt: null,
      }),
    );
  const plant: Readonly<Record<string, () => Promise<unknown>>> = {
    "a password": () =>
      store.passwords.replace({ userId, hash: asChecked("hash"), updatedAt: now }),
    "a session": () => session(after(now, MINUTE)),
    "a passkey": () =>
      store.passkeys.insertUnlessTaken(
        asChecked({
          id: random.id<PasskeyId>(),
          userId,
          name: "",
          credentialId: "key",
          userHandle: null,
          publicKey: "AAAA",
          algorithm: -7,
          counter: 0,
          transports: [],
          deviceType: "singleDevice",
          backedUp: false,
          aaguid: "00000000-0000-0000-0000-000000000000",
          createdAt: now,
          lastUsedAt: null,
          uvInitialized: true,
        }),
      ),
    "an account at a provider": () =>
      store.linkedAccounts.insertUnlessTaken({
        id: random.id<LinkedAccountId>(),
        userId,
        providerId: "idp",
        subject: "ada",
        scopes: [],
        ...times,
      }),
    "a credential of a feature": () => Promise.resolve(keyCards.add(userId)),
    nothing: () => Promise.resolve(),
    "a session that has expired": () => session(now),
  };
  const reclaim = (client: Client | null = null) =>
    store.transaction(async (tx) => {
      const user = (await tx.users.lock(userId))!;
      return reclaimAccount(tx, world, { user, client, operator: null });
    });
  /** Chooses a language and signs in with one, as a pre-hijacker. */
  async function setLanguages(language: string): Promise<void> {
    await store.users.updateLocale(userId, language, now);
    await store.users.updateSignInLanguage(userId, language);
  }
  const stored = () => store.users.findById(userId);
  const noticesQueued = async () => (await store.outbox.countBacklog(now)).queued;
  const credentials = async () => [
    await store.passwords.find(userId),
    ...(await store.sessions.listLive(userId, now)),
    ...(await store.passkeys.listByUser(userId)),
    ...(await store.linkedAccounts.listByUser(userId)),
    ...keyCards,
  ];
  return { store, userId, plant, reclaim, setLanguages, stored, noticesQueued, credentials };
}

it.each([
  ["a password", 1],
  ["a session", 1],
  ["a passkey", 1],
  ["an account at a provider", 1],
  ["a credential of a feature", 1],
  ["nothing", 0],
  ["a session that has expired", 0],
])(
  "who gets an account back in which there was %s gets %i notices that somebody else could have been in",
  async (what, notices) => {
    const { plant, reclaim, noticesQueued, credentials } = await openWorld();
    await plant[what]!();
    expect(await reclaim()).toMatchObject({
      emailVerified: true,
      locale: null,
      signInLanguage: null,
    });
    expect(await noticesQueued()).toBe(notices);
    expect(await credentials()).toEqual([null]);
  },
);

it.each([
  ["ja", "fr", "fr"],
  ["ja", null, null],
])(
  "mails are no longer in the language that a pre-hijacker spoke, but in that of the proof: %s, %s",
  async (earlier, acceptLanguage, language) => {
    const { reclaim, setLanguages, stored } = await openWorld();
    await setLanguages(earlier);
    const owner = await reclaim({
      ipAddress: null,
      network: "192.0.2.1",
      userAgent: null,
      sessionToken: null,
      browserToken: null,
      organization: null,
      acceptLanguage,
    });
    const spoken = { locale: null, signInLanguage: language };
    expect([owner, await stored()]).toMatchObject([spoken, spoken]);
  },
);

it("an imported second factor is forgotten with the rest, before a gate is asked of it", async () => {
  const { store, userId, reclaim } = await openWorld();
  const since = new Date("2025-01-01T00:00:00.000Z");
  await store.users.markEnrolled(userId, since);
  await store.users.markRecoveryDue(userId, since);
  const forgotten = { secondFactorSince: null, recoveryDueAt: null };
  expect(await reclaim()).toMatchObject(forgotten);
  expect(await store.users.findById(userId)).toMatchObject(forgotten);
});
