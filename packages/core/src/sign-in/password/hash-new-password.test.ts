import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createManualScheduler,
  createSeededRandom,
  fixedLinks,
} from "@acme/auth-testing";
import { errorWith } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { arrangeSubscribers } from "../../background/events/subscribers.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import { definePolicy } from "../../kernel/policy.js";
import { Secret } from "../../kernel/secret.js";
import { createCommonPasswords } from "../../platform/common-passwords.js";
import { createPasswordHasher } from "../../platform/default-password-hasher.js";
import { createTokenSigner } from "../../platform/jose-token-signer.js";
import { createKeyRing } from "../../platform/key-ring.js";
import { createDigest } from "../../platform/node-digest.js";
import { createSealer } from "../../platform/node-sealer.js";
import { createWebAuthn } from "../../platform/simplewebauthn.js";
import { createStoredFiles } from "../../platform/stored-files.js";
import type { LogFields } from "../../ports/logger.js";
import type { PasswordBlocklist } from "../../ports/password-blocklist.js";
import type { Choices, Env } from "../../store/env.js";
import { SIGN_IN_METHODS } from "../../store/sign-in-methods.js";
import { type HashedPassword, hashNewPassword } from "./hash-new-password.procedure.js";

const ada = parseEmailAddress("lovelace@example.com")!;
const keys = createKeyRing([Buffer.alloc(32, 7).toString("base64")]);
const passwordHasher = createPasswordHasher(definePolicy());
const everything: PasswordBlocklist = { has: () => Promise.resolve(true) };
const everyMethod = {
  password: true,
  emailOtp: true,
  magicLink: true,
  passkey: true,
  providers: true,
};

const TOO_SHORT = errorWith({
  code: "PASSWORD_TOO_SHORT",
  message: "The password is too short. Use at least 8 characters.",
});
const TOO_LONG = errorWith({
  code: "PASSWORD_TOO_LONG",
  message: "The password is too long. Use at most 256 characters.",
});

function openWorld(
  passwordBlocklist: Choices["passwordBlocklist"],
  commonPasswords = createCommonPasswords(),
  policy = definePolicy(),
) {
  const log: unknown[] = [];
  const write = (event: string, fields?: LogFields) =>
    void log.push(fields === undefined ? event : [event, fields]);
  const env: Env = {
    store: createSqliteStore(":memory:"),
    choices: {
      appName: "Acme",
      requireEmailVerification: false,
      passwordBlocklist,
      signUp: { who: "open", domains: [] },
      signInMethods: everyMethod,
      signInOrder: [],
    },
    webauthn: createWebAuthn(),
    relyingParty: { id: "app.example.com", name: "Acme", origins: ["https://app.example.com"] },
    identityProviders: [],
    contributors: [],
    files: createStoredFiles(createSqliteStore(":memory:"), 1_000),
    commonPasswords,
    links: fixedLinks,
    logger: { debug: write, info: write, warn: write, error: write },
    scheduler: createManualScheduler(),
    tokenSigner: createTokenSigner(keys, fixedLinks.service),
    passwordHasher,
    metrics: null,
    erasureLedger: null,
    nudge() {},
    clock: createFixedClock(),
    random: createSeededRandom(),
    digest: createDigest(keys),
    sealer: createSealer(keys),
    policy,
    userFields: new Map(),
    subscribers: arrangeSubscribers([], []),
    hearers: [],
    gates: [],
    authenticators: [],
    signInMethods: SIGN_IN_METHODS,
    ownership: [],
  };
  const hash = (password: string): Promise<HashedPassword> =>
    hashNewPassword(env, new Secret(password), ada);
  return { log, hash };
}

describe("the hash of a new password", () => {
  it("is known again", async () => {
    const { hash } = openWorld("refuse");
    const { hash: hashed } = await hash("correct horse battery staple");
    expect(
      await passwordHasher.verify(new Secret("correct horse battery staple"), async () => hashed),
    ).toEqual({ right: true, outdated: false });
  });

  it("is that of its one spelling, and nothing else is done to it", async () => {
    const { hash } = openWorld("refuse");
    const { hash: hashed } = await hash(" Ｃafe\u0301 on the o\ufb03ce\u00a0roof ");
    expect(
      (
        await passwordHasher.verify(
          new Secret(" Caf\u00e9 on the office roof "),
          async () => hashed,
        )
      ).right,
    ).toBe(true);
    for (const other of ["Caf\u00e9 on the office roof", " caf\u00e9 on the office roof "]) {
      expect((await passwordHasher.verify(new Secret(other), async () => hashed)).right).toBe(
        false,
      );
    }
  });
});

describe("a new password", () => {
  it("will do, in silence", async () => {
    const { hash, log } = openWorld("refuse");
    for (const password of [
      "correct horse battery staple",
      "x".repeat(256),
      "🚀🛸🌍🌕🌑🪐🌟🌞",
      "        ",
    ])
      expect(await hash(password)).toMatchObject({ isCommon: false });
    expect(log).toEqual([]);
  });

  it("is judged by its one spelling", async () => {
    const { hash } = openWorld("refuse");
    // One sign that stands for eighteen.
    await expect(hash("\ufdfa".repeat(15))).rejects.toThrow(TOO_LONG);
    await hash("\ufdfa");
    // Two signs that become one: eight typed, four counted.
    await expect(hash("e\u0301".repeat(4))).rejects.toThrow(TOO_SHORT);
    await expect(hash("ｐａｓｓｗｏｒｄ")).rejects.toThrow(new AuthError("PASSWORD_TOO_COMMON"));
  });

  it.each(["refuse", "warn", "off"] as const)(
    "has its length whatever the list is for: %s",
    async (mode) => {
      const { hash } = openWorld(mode);
      for (const short of ["", "7 chars"]) await expect(hash(short)).rejects.toThrow(TOO_SHORT);
      await expect(hash("x".repeat(257))).rejects.toThrow(TOO_LONG);
    },
  );
});

it("a password of the wrong length is told the limit that the application has set", async () => {
  const policy = definePolicy({ passwordMinLength: 12, passwordMaxLength: 64 });
  const { hash } = openWorld("refuse", createCommonPasswords(), policy);
  await expect(hash("x".repeat(11))).rejects.toThrow(
    "The password is too short. Use at least 12 characters.",
  );
  await expect(hash("x".repeat(65))).rejects.toThrow(
    "The password is too long. Use at most 64 characters.",
  );
});

const COMMON = ["password1", "PassWord1", "Lovelace1815", "*lovelace*", "Acme2026!", "acme____"];

describe("a common password", () => {
  it.each(COMMON)("is refused where such are: %s", async (password) => {
    const { hash, log } = openWorld("refuse");
    await expect(hash(password)).rejects.toThrow(new AuthError("PASSWORD_TOO_COMMON"));
    expect(log).toEqual([]);
  });

  it.each(COMMON)(
    "is taken with a warning that does not say it, where such are warned of: %s",
    async (password) => {
      const { hash, log } = openWorld("warn");
      expect(await hash(password)).toMatchObject({ isCommon: true });
      expect(log).toEqual(["password_common"]);
    },
  );

  it.each(COMMON)("is taken in silence where no check is made: %s", async (password) => {
    const { hash, log } = openWorld("off");
    expect(await hash(password)).toMatchObject({ isCommon: false });
    expect(log).toEqual([]);
  });

  it("is one of the application's own list, when it has one; the list is not asked where no check is made", async () => {
    await expect(
      openWorld("refuse", everything).hash("correct horse battery staple"),
    ).rejects.toThrow(new AuthError("PASSWORD_TOO_COMMON"));
    const broken: PasswordBlocklist = { has: () => Promise.reject(new Error("the list is gone")) };
    await openWorld("off", broken).hash("correct horse battery staple");
    await expect(openWorld("warn", broken).hash("correct horse battery staple")).rejects.toThrow(
      "the list is gone",
    );
  });

  it("is looked for in lower case", async () => {
    const list: PasswordBlocklist = {
      has: (folded) => Promise.resolve(folded === "stra\u00dfe und weg"),
    };
    await expect(openWorld("refuse", list).hash("STRA\u1e9eE und Weg")).rejects.toThrow(
      new AuthError("PASSWORD_TOO_COMMON"),
    );
  });
});
