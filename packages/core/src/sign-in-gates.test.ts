import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { describe, expect, it } from "vitest";
import { createTestAuth, nobody, PASSWORD } from "../test/worlds.js";
import { isWithheld } from "./account/session/open-session.js";
import { withheldRefusal } from "./account/session/withheld-refusal.js";
import { defineFeature } from "./feature.js";
import { parseEmailAddress } from "./kernel/email-address.js";
import { defineErrors } from "./kernel/errors.js";
import type { UserId } from "./kernel/ids.js";
import { Secret } from "./kernel/secret.js";
import type { AwaitedLink } from "./store/authentication.js";
import type { ProvenAnswer, SecondProof, Withholding } from "./store/sign-in-gate.js";

const ADA = parseEmailAddress("ada@example.com")!;
const signIn = { email: ADA, password: PASSWORD, redirectTo: null };

/** A feature with a gate that answers what `answer` says, and lets complete what it withheld. */
function gated<const N extends string>(name: N, code: string) {
  const errors = defineErrors({ [code]: { kind: "forbidden", message: "Not yet." } });
  const error = errors[code]!;
  const asked: string[] = [];
  const answer: { now: "open" | ProvenAnswer | Withholding | Error } = { now: "open" };
  const feature = defineFeature({
    name,
    errors,
    signIn: {
      gate: {
        refuses: [error],
        cookie: `pending-${name}`,
        create: () => ({
          async ask(_tx, { method }) {
            asked.push(method);
            if (answer.now instanceof Error) throw answer.now;
            return answer.now;
          },
        }),
      },
    },
    create: ({ store, completeSignIn }) => ({
      complete: (userId: UserId, proof?: SecondProof, link?: AwaitedLink) =>
        store.transaction(async (tx) => {
          const user = (await tx.users.lock(userId))!;
          return completeSignIn(tx, { user, method: "password", client: nobody, link }, proof);
        }),
    }),
  });
  return { feature, error, asked, answer };
}

async function openWorld() {
  const [toll, tax] = [gated("toll", "TOLL_DUE"), gated("tax", "TAX_DUE")];
  const store = await openMemoryStore();
  const inbox = { deliver: () => Promise.resolve() };
  const features = [toll.feature, tax.feature] as const;
  const auth = createTestAuth({ store, mailer: inbox, features });
  const { user } = await auth.passwords.signUp({ ...signIn, name: "Ada", image: null }, nobody);
  for (const { asked } of [toll, tax]) asked.splice(0);
  const sessions = async (of = user.id) =>
    (await store.sessions.listLive(of, auth.clock.now())).length;
  return { store, auth, toll, tax, user, sessions };
}

describe("gates of features", () => {
  it("are asked in their order, and the first that withholds is answered", async () => {
    const { auth, toll, tax, sessions } = await openWorld();
    const before = await sessions();
    const cookie = { value: new Secret("ticket"), lifetime: 60_000 };
    toll.answer.now = { error: toll.error, cookie };
    tax.answer.now = { error: tax.error };
    await expect(auth.passwords.signIn(signIn, nobody)).rejects.toMatchObject({
      code: "TOLL_DUE",
      kind: "forbidden",
      continuation: { cookie: { name: "pending-toll", ...cookie }, url: null },
    });
    expect([toll.asked, tax.asked]).toEqual([["password"], []]);
    toll.answer.now = "open";
    await expect(auth.passwords.signIn(signIn, nobody)).rejects.toMatchObject({
      code: "TAX_DUE",
      continuation: { cookie: null, url: null },
    });
    expect(await sessions()).toBe(before);
    tax.answer.now = "open";
    await auth.passwords.signIn(signIn, nobody);
    expect(await sessions()).toBe(before + 1);
  });

  it("let a feature complete what its own withheld, and ask those behind it", async () => {
    const { auth, toll, tax, user } = await openWorld();
    toll.answer.now = { error: toll.error };
    tax.answer.now = { error: tax.error, url: "https://app.example.com/tax" };
    const withheld = await auth.toll.complete(user.id);
    expect(withheld).toEqual({
      withheld: "by-feature",
      feature: "tax",
      error: tax.error,
      continuation: { cookie: null, url: "https://app.example.com/tax", reply: null },
    });
    expect(isWithheld(withheld) && withheldRefusal(withheld)).toMatchObject({ code: "TAX_DUE" });
    expect(toll.asked).toEqual([]);
    // The first gate has let pass what the second withheld.
    const opened = await auth.tax.complete(user.id);
    expect(opened).toMatchObject({ session: { authenticatedBy: "password" } });
    expect([toll.asked, tax.asked]).toEqual([[], ["password"]]);
    await auth.users.suspend(user.id, { operator: "jane: spam" });
    expect(await auth.tax.complete(user.id)).toEqual({ withheld: "suspended" });
  });

  it("open nothing when they fail, or answer what they do not declare", async () => {
    const { auth, toll, tax, sessions } = await openWorld();
    const before = await sessions();
    const broken = new Error("broken");
    toll.answer.now = broken;
    await expect(auth.passwords.signIn(signIn, nobody)).rejects.toBe(broken);
    toll.answer.now = { error: tax.error };
    await expect(auth.passwords.signIn(signIn, nobody)).rejects.toThrow(
      new RangeError("the gate of toll withholds with TAX_DUE, which it does not name"),
    );
    toll.answer.now = { error: toll.error, cookie: { value: new Secret("x"), lifetime: 1 } };
    await expect(auth.passwords.signIn(signIn, nobody)).rejects.toMatchObject({ code: "TOLL_DUE" });
    expect(await sessions()).toBe(before);
  });

  it("complete nothing for a feature that has none", async () => {
    const plain = defineFeature({
      name: "plain",
      create: ({ store, completeSignIn }) => ({
        complete: (userId: UserId) =>
          store.transaction(async (tx) => {
            const user = (await tx.users.lock(userId))!;
            return completeSignIn(tx, { user, method: "password", client: nobody });
          }),
      }),
    });
    const auth = createTestAuth({ store: await openMemoryStore(), features: [plain] });
    const input = { ...signIn, name: "Ada", image: null };
    const { user } = await auth.passwords.signUp(input, nobody);
    await expect(auth.plain.complete(user.id)).rejects.toThrow(new RangeError("plain has no gate"));
  });

  it("open what one of them has found proven, and say so in the session", async () => {
    const { store, auth, toll, user } = await openWorld();
    await store.users.markEnrolled(user.id, auth.clock.now());
    await expect(auth.passwords.signIn(signIn, nobody)).rejects.toMatchObject({
      code: "SECOND_FACTOR_REQUIRED",
    });
    const at = auth.clock.now();
    toll.answer.now = { proven: { method: null, at } };
    const { session } = await auth.passwords.signIn(signIn, nobody);
    expect(session).toMatchObject({ methods: "password", secondFactorAt: at });
  });

  it("let a feature complete a sign-in of an enrolled user by a second proof, and never without", async () => {
    const { store, auth, toll, user, sessions } = await openWorld();
    await store.users.markEnrolled(user.id, auth.clock.now());
    const before = await sessions();
    expect(await auth.toll.complete(user.id)).toEqual({ withheld: "second-factor" });
    expect(await sessions()).toBe(before);
    const at = auth.clock.now();
    const opened = await auth.toll.complete(user.id, { method: "totp", at });
    expect(opened).toMatchObject({
      session: { methods: "password totp", secondFactorAt: at, authenticatedBy: "password" },
    });
    expect(toll.asked).toEqual([]);
  });

  it("may withhold with the code of the base, and say what a success of another contract says", async () => {
    const { auth, toll } = await openWorld();
    toll.answer.now = { error: "SECOND_FACTOR_REQUIRED", reply: { twoFactorRedirect: true } };
    await expect(auth.passwords.signIn(signIn, nobody)).rejects.toMatchObject({
      code: "SECOND_FACTOR_REQUIRED",
      continuation: { cookie: null, url: null, reply: { twoFactorRedirect: true } },
    });
  });

  it("link the account of a withheld sign-in at its completion, and open nothing where it is another user's by then", async () => {
    const { store, auth, user, sessions } = await openWorld();
    const link = { providerId: "partner", subject: "ada", scopes: ["email"] };
    await auth.toll.complete(user.id, undefined, link);
    expect(await store.linkedAccounts.listByUser(user.id)).toMatchObject([link]);
    // In another tab, the same sign-in has been completed first.
    await auth.toll.complete(user.id, undefined, link);
    const grace = { ...signIn, email: parseEmailAddress("grace@example.com")! };
    const other = await auth.passwords.signUp({ ...grace, name: "Grace", image: null }, nobody);
    const before = await sessions(other.user.id);
    await expect(auth.toll.complete(other.user.id, undefined, link)).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    expect(await sessions(other.user.id)).toBe(before);
  });
});
