import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  type AuthenticationBreaks,
  createFixedClock,
  createInbox,
  createSoftwareAuthenticator,
} from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createTestAuth, loggerTo, nobody as client, signInByCode } from "../../../test/worlds.js";
import type { FreshCaller } from "../../account/session/session.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { LogFields } from "../../ports/logger.js";
import type { AuthenticationResponse } from "../../ports/webauthn.js";

const ORIGIN = "https://app.example.com";
const BETA = "https://beta.example.com";
const STRANGER = "https://stranger.example";
const ADA = parseEmailAddress("ada@example.com")!;

async function openWorld() {
  const store = await openMemoryStore();
  const [clock, inbox] = [createFixedClock(), createInbox()];
  const lines: (readonly [level: string, event: string, fields?: LogFields])[] = [];
  const auth = createTestAuth({
    store,
    mailer: inbox,
    policy: { passkeysPerUser: 2 },
    relyingParty: { origins: [ORIGIN, BETA] },
    ports: { clock },
    logger: loggerTo(({ level, event, fields }) =>
      lines.push(fields ? [level, event, fields] : [level, event]),
    ),
  });
  const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });

  async function signIn(email = ADA): Promise<FreshCaller> {
    return auth.sessions.requireFresh((await signInByCode({ auth, inbox }, email)).caller);
  }
  const optionsFor = (caller: FreshCaller) =>
    auth.passkeys.registrationOptions(caller, { name: null, attachment: null });

  async function register(caller: FreshCaller, by = authenticator, breaks = {}) {
    const { response, ...rest } = by.create(await optionsFor(caller), breaks);
    return auth.passkeys.register(caller, { name: "Key", response: { ...rest, response } }, client);
  }
  /** What the browser sends, and that it is the browser which asked. */
  async function assertion(breaks: AuthenticationBreaks = {}) {
    const { options, browser } = await auth.passkeys.authenticationOptions(null, client);
    const { response, ...rest } = authenticator.get(options, breaks);
    const answer: AuthenticationResponse = {
      ...rest,
      response: { ...response, userHandle: response.userHandle ?? null },
    };
    return { answer, from: { ...client, browserToken: browser.token } };
  }
  async function use(breaks: AuthenticationBreaks = {}) {
    const { answer, from } = await assertion(breaks);
    return auth.passkeys.signIn(answer, from);
  }
  /** What `work` writes into the log, those of delivered mails aside. */
  async function linesOf(work: () => Promise<unknown>) {
    const before = lines.length;
    await work().catch((thrown: unknown) => {
      if (!(thrown instanceof AuthError)) throw thrown;
    });
    return lines.slice(before).filter(([, event]) => event !== "mail_sent");
  }
  return {
    store,
    auth,
    inbox,
    authenticator,
    signIn,
    optionsFor,
    register,
    assertion,
    use,
    linesOf,
  };
}

it("who removes one of two passkeys reads the name of that one in the notice", async () => {
  const { auth, inbox, signIn, optionsFor, register } = await openWorld();
  const ada = await signIn();
  await register(ada);
  const laptop = createSoftwareAuthenticator({ origin: ORIGIN });
  const { response, ...rest } = laptop.create(await optionsFor(ada), {});
  const registration = { name: "Laptop", response: { ...rest, response } };
  const { id } = await auth.passkeys.register(ada, registration, client);
  await auth.passkeys.remove(ada, id, client);
  await auth.worker.runDue();
  expect(inbox.mails.at(-1)?.text).toContain("Laptop");
  expect(await auth.passkeys.list(ada)).toMatchObject([{ name: "Key" }]);
});

describe("operators read in the log of a passkey", () => {
  it("who added it, who signed in with it, and who removed it", async () => {
    const { auth, signIn, register, use, linesOf } = await openWorld();
    const ada = await signIn();
    const { user } = ada;
    const added = await linesOf(() => register(ada));
    const [passkey] = await auth.passkeys.list(ada);
    const line = { userId: user.id, passkeyId: passkey!.id };
    expect(added).toEqual([["info", "passkey_added", line]]);
    expect(await linesOf(() => use())).toEqual([
      ["info", "authn_login_success", { method: "passkey", userId: user.id }],
    ]);
    const removed = await linesOf(() => auth.passkeys.remove(ada, passkey!.id, client));
    expect(removed).toEqual([["info", "passkey_removed", line]]);
  });

  it("why an assertion was refused", async () => {
    const { auth, store, signIn, register, use, assertion, linesOf } = await openWorld();
    const ada = await signIn();
    const { id } = await register(ada);
    const refusal = (reason: unknown) => [
      "warn",
      "authn_login_fail",
      { method: "passkey", reason },
    ];
    expect(await linesOf(() => use({ clientDataNotJson: true }))).toEqual([
      refusal("unreadable client data"),
    ]);
    expect(await linesOf(() => use({ crossOrigin: true }))).toEqual([refusal("cross-origin")]);
    expect(await linesOf(() => use({ wrongSignature: true }))).toEqual([
      refusal(expect.stringMatching(/signature/i)),
    ]);
    expect(await linesOf(() => use({ foreignUserHandle: true }))).toEqual([refusal("user handle")]);
    expect(await linesOf(() => use({ flippedBackupEligibility: true }))).toEqual([
      refusal("backup eligibility"),
    ]);
    expect(await linesOf(() => use({ wrongOrigin: true }))).toEqual([
      ["error", "passkey_origin_mismatch", { expected: `${ORIGIN} ${BETA}`, signed: STRANGER }],
      refusal("origin"),
    ]);
    const { answer, from } = await assertion();
    await store.passkeys.delete(ada.user.id, id);
    expect(await linesOf(() => auth.passkeys.signIn(answer, from))).toEqual([
      refusal("unknown passkey"),
    ]);
    const { entries } = await auth.auditLog.activity(ada, { after: null, limit: 50 });
    const refused = entries.filter(({ event }) => event === "passkey.refused");
    expect(refused.map(({ detail }) => detail["because"])).toEqual(
      expect.arrayContaining(["cross-origin", "signature"]),
    );
  });

  it("that a counter which another use has overtaken shows a copy", async () => {
    const { auth, signIn, register, assertion, linesOf } = await openWorld();
    await register(await signIn());
    const { answer, from } = await assertion();
    const other = await assertion();
    await auth.passkeys.signIn(other.answer, other.from);
    expect(await linesOf(() => auth.passkeys.signIn(answer, from))).toEqual([
      ["warn", "authn_login_fail", { method: "passkey", reason: "counter" }],
    ]);
  });

  it("why a registration failed", async () => {
    const { signIn, register, authenticator, linesOf } = await openWorld();
    const ada = await signIn();
    const failed = (reason: unknown) => [
      "warn",
      "passkey_registration_failed",
      { userId: ada.user.id, reason },
    ];
    const withBreak = (breaks: object) => linesOf(() => register(ada, authenticator, breaks));
    expect(await withBreak({ clientDataNotJson: true })).toEqual([
      failed("unreadable client data"),
    ]);
    expect(await withBreak({ crossOrigin: true })).toEqual([failed("cross-origin")]);
    expect(await withBreak({ wrongOrigin: true })).toEqual([
      ["error", "passkey_origin_mismatch", { expected: `${ORIGIN} ${BETA}`, signed: STRANGER }],
      failed("origin"),
    ]);
  });
});

describe("the options of a ceremony", () => {
  it("name the user as they call themselves, or by their email address", async () => {
    const { auth, signIn, optionsFor } = await openWorld();
    const ada = await signIn();
    const nameless = { ...ada, user: { ...ada.user, name: "" } } as FreshCaller;
    expect(await optionsFor(nameless)).toMatchObject({
      user: { name: ADA, displayName: ADA },
    });
    await auth.profiles.update(ada, { name: "Ada" }, client);
    const renamed = { ...ada, user: { ...ada.user, name: "Ada" } } as FreshCaller;
    expect(await optionsFor(renamed)).toMatchObject({ user: { name: ADA, displayName: "Ada" } });
  });

  it("are refused to a user who has as many passkeys as there may be", async () => {
    const { signIn, register, optionsFor } = await openWorld();
    const ada = await signIn();
    for (let number = 0; number < 2; number++)
      await register(ada, createSoftwareAuthenticator({ origin: ORIGIN }));
    await expect(optionsFor(ada)).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  });

  it("are bound to nobody when their user has no passkeys", async () => {
    const { auth, signIn, register, authenticator } = await openWorld();
    const { options, browser } = await auth.passkeys.authenticationOptions(await signIn(), client);
    const grace = await signIn(parseEmailAddress("grace@example.com")!);
    await register(grace);
    const { response, ...rest } = authenticator.get(options);
    const answer = { ...rest, response: { ...response, userHandle: response.userHandle ?? null } };
    const from = { ...client, browserToken: browser.token };
    expect((await auth.passkeys.signIn(answer, from)).user.id).toBe(grace.user.id);
  });
});

it("a passkey that is removed while it signs in is refused, and its owner reads why", async () => {
  const { auth, store, inbox, signIn, register, assertion } = await openWorld();
  const ada = await signIn();
  await register(ada);
  const { answer, from } = await assertion();
  const meanwhile = createTestAuth({
    store: {
      ...store,
      passkeys: {
        ...store.passkeys,
        async findByCredentialId(credentialId) {
          const found = await store.passkeys.findByCredentialId(credentialId);
          if (found) await store.passkeys.delete(found.userId, found.id);
          return found;
        },
      },
    },
    mailer: inbox,
    relyingParty: { origins: [ORIGIN, BETA] },
  });
  await expect(meanwhile.passkeys.signIn(answer, from)).rejects.toMatchObject({
    code: "AUTHENTICATION_FAILED",
  });
  const { entries } = await auth.auditLog.activity(ada, { after: null, limit: 50 });
  expect(entries.find(({ event }) => event === "passkey.refused")?.detail).toMatchObject({
    because: "counter",
  });
});
