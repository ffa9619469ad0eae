import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked, createFixedClock, createSeededRandom } from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import { describe, expect, it } from "vitest";
import { createTestAuth } from "../../../test/worlds.js";
import type { AuthOptions } from "../../auth-options.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { LinkedAccountId, PasskeyId, UserId } from "../../kernel/ids.js";
import type { Choices } from "../../store/env.js";
import {
  SIGN_IN_METHODS,
  SIGN_IN_ORDER,
  type SignInChoice,
  type SignInMethodRow,
} from "../../store/sign-in-methods.js";
import { countSignInMethods } from "./count-sign-in-methods.js";
import type { OfferedMethods } from "./offered-methods.js";
import { requireMethod } from "./require-method.js";
import { createSignInMethods } from "./sign-in-method.js";

const ALL = { password: true, emailOtp: true, magicLink: true, passkey: true, providers: true };
const METHODS = keysOf(ALL);
const NONE = {
  password: false,
  emailOtp: false,
  magicLink: false,
  passkey: false,
  providers: [],
  order: [],
} satisfies OfferedMethods;
const choicesOf = (signInMethods: Choices["signInMethods"]): Choices => ({
  appName: "Acme",
  requireEmailVerification: false,
  passwordBlocklist: "off",
  signUp: { who: "open", domains: [] },
  signInMethods,
  signInOrder: SIGN_IN_ORDER,
});

describe("an application that does not offer", () => {
  it.each(METHODS)("%s refuses it, and nothing else", (refused) => {
    const choices = choicesOf({ ...ALL, [refused]: false });
    for (const method of METHODS) {
      const require = () => requireMethod(choices, method);
      if (method === refused) expect(require).toThrow(new AuthError("SIGN_IN_METHOD_NOT_OFFERED"));
      else expect(require, method).not.toThrow();
    }
  });
});

/**
 * How many ways to sign in a user has who has a password, two passkeys, and three accounts at the
 * provider `idp` and one at a provider of earlier days.
 */
async function openWorld() {
  const store = await openMemoryStore();
  const [now, random] = [createFixedClock().now(), createSeededRandom()];
  const userId = random.id<UserId>();
  const times = { createdAt: now, updatedAt: now };
  const email = parseEmailAddress("ada@example.com")!;
  const state = { emailVerified: true, reclaimedAt: null, name: "", image: null };
  await store.users.insertUnlessTaken(asChecked({ id: userId, email, ...state, ...times }));
  await store.passwords.replace({ userId, hash: asChecked("hash"), updatedAt: now });
  for (const credentialId of ["key", "laptop"])
    await store.passkeys.insertUnlessTaken(
      asChecked({
        id: random.id<PasskeyId>(),
        userId,
        name: "",
        credentialId,
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
    );
  for (const [providerId, subject] of [
    ["idp", "one"],
    ["idp", "two"],
    ["idp", "three"],
    ["gone", "one"],
  ] as const) {
    const id = random.id<LinkedAccountId>();
    const account = { id, userId, providerId, subject, scopes: [], ...times };
    await store.linkedAccounts.insertUnlessTaken(account);
  }
  const count = (
    offered: Partial<OfferedMethods>,
    ofFeatures: Readonly<Record<string, SignInMethodRow>> = {},
  ) =>
    store.transaction((tx) =>
      countSignInMethods(
        tx,
        { signInMethods: { ...SIGN_IN_METHODS, ...ofFeatures } },
        { offered: { ...NONE, ...offered }, userId },
      ),
    );
  return { count };
}

describe("the number of ways in which a user can sign in", () => {
  const providers = [{ id: "idp", name: "IdP" }];

  it.each<readonly [string, Partial<OfferedMethods>, number]>([
    ["nothing", {}, 0],
    ["passwords", { password: true }, 1],
    ["passkeys", { passkey: true }, 2],
    ["a provider", { providers }, 3],
    ["passwords and passkeys", { password: true, passkey: true }, 3],
    ["passwords, passkeys and a provider", { password: true, passkey: true, providers }, 6],
    ["codes", { emailOtp: true }, Number.POSITIVE_INFINITY],
    ["links", { magicLink: true }, Number.POSITIVE_INFINITY],
  ])("where the application offers %s", async (_what, offered, ways) => {
    const { count } = await openWorld();
    expect(await count(offered)).toBe(ways);
  });

  it("counts the credentials of a method that is not of the base", async () => {
    const { count } = await openWorld();
    const word = "key card";
    const credentials = { count: () => Promise.resolve(2) };
    const keyCards = { offeredBy: null, provesMailbox: false, credentials, word };
    expect(await count({}, { "key-card": keyCards })).toBe(2);
    expect(await count({ password: true }, { "key-card": keyCards })).toBe(3);
    const mailed = { ...keyCards, provesMailbox: true, credentials: null };
    expect(await count({}, { "mailed-key": mailed })).toBe(Number.POSITIVE_INFINITY);
  });
});

it("the list has every method, by the name that metrics use and the word that pages use", () => {
  const keyCard = { offeredBy: null, provesMailbox: false, credentials: null, word: "key card" };
  const methods = createSignInMethods({
    choices: choicesOf({ ...ALL, emailOtp: false }),
    identityProviders: [],
    signInMethods: { ...SIGN_IN_METHODS, "key-card": keyCard },
  });
  expect(methods.list().map(({ name, word, isOffered }) => [name, word, isOffered])).toEqual([
    ["password", "password", true],
    ["email-otp", "mailed code", false],
    ["magic-link", "magic link", true],
    ["oauth", "external provider", false],
    ["passkey", "passkey", true],
    ["key-card", "key card", true],
  ]);
});

describe("the order of sign-in methods on pages", () => {
  const orderOf = async (options: Pick<AuthOptions, "signInMethods" | "signInOrder">) => {
    const store = await openMemoryStore();
    const { order } = createTestAuth({ store, ...options }).signInMethods.offered();
    await store.close();
    return order;
  };

  it("has a word for each method of the table, and no other", () => {
    const words = Object.values(SIGN_IN_METHODS).map(({ choice }) => choice);
    expect(words.toSorted()).toEqual(SIGN_IN_ORDER.toSorted());
  });

  it("is what the application names, then the rest, without what is not offered", async () => {
    expect(await orderOf({})).toEqual(["code", "link", "password", "passkey"]);
    expect(await orderOf({ signInOrder: ["passkey", "provider", "link"] })).toEqual([
      "passkey",
      "link",
      "code",
      "password",
    ]);
    expect(await orderOf({ signInMethods: { emailOtp: false, passkey: false } })).toEqual([
      "link",
      "password",
    ]);
  });

  it("is refused with a word that is none, or twice the same", async () => {
    const word = JSON.parse('"sms"') as SignInChoice;
    await expect(orderOf({ signInOrder: [word] })).rejects.toThrow("signInOrder: sms is unknown");
    await expect(orderOf({ signInOrder: ["code", "code"] })).rejects.toThrow(
      "signInOrder: code is given twice",
    );
  });
});
