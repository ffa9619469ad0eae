import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox } from "@acme/auth-testing";
import { expect, it } from "vitest";
import {
  createTestAuth,
  mailedToken,
  nobody as client,
  PASSWORD,
  signInByCode,
} from "../../../test/worlds.js";
import type { Auth } from "../../auth.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { Secret } from "../../kernel/secret.js";
import type { JudgedPassword } from "./hash-new-password.procedure.js";

const ADA = parseEmailAddress("ada@example.com")!;
const COMMON = new Secret("password1");

interface World {
  readonly auth: Auth;
  readonly inbox: ReturnType<typeof createInbox>;
}

const signUp = ({ auth }: World, password: Secret) =>
  auth.passwords.signUp({ email: ADA, password, name: "", image: null, redirectTo: null }, client);

const signIn = async ({ auth }: World) => {
  const input = { email: ADA, password: PASSWORD, redirectTo: null };
  const { token } = await auth.passwords.signIn(input, client);
  return (await auth.sessions.identify({ sessionToken: token, organization: null }))!;
};

/** Each way to set a password. */
const WAYS: Readonly<Record<string, (world: World, next: Secret) => Promise<JudgedPassword>>> = {
  "by signing up": signUp,
  "by signing up with a taken email address": async (world, next) => {
    await signUp(world, PASSWORD);
    return signUp(world, next);
  },
  "by changing it": async (world, next) => {
    const { auth } = world;
    const fresh = auth.sessions.requireFresh((await signInByCode(world, ADA)).caller);
    await auth.passwords.set(fresh, PASSWORD, client);
    return auth.passwords.change(await signIn(world), { current: PASSWORD, next }, client);
  },
  "by setting a first one": async (world, next) => {
    const { caller } = await signInByCode(world, ADA);
    return world.auth.passwords.set(world.auth.sessions.requireFresh(caller), next, client);
  },
  "by resetting it with a link": async (world, next) => {
    const { auth, inbox } = world;
    await signInByCode(world, ADA);
    await auth.passwordReset.requestLink(ADA, null, client);
    await auth.worker.runDue();
    return auth.passwordReset.byLink({ token: mailedToken(inbox, ADA), next }, client);
  },
  "by resetting it with a code": async (world, next) => {
    const { auth, inbox } = world;
    await signInByCode(world, ADA);
    await auth.passwordReset.requestCode(ADA, client);
    await auth.worker.runDue();
    return auth.passwordReset.byCode(
      { email: ADA, otp: new Secret(inbox.codeFor(ADA)), next },
      client,
    );
  },
};

it.each(Object.keys(WAYS))(
  "a password that is set %s is said to be common where such are warned of, and only then",
  async (way) => {
    const setIn = async (passwordBlocklist: "warn" | "off", next: Secret) => {
      const store = await openMemoryStore();
      const inbox = createInbox();
      const verified = { requireEmailVerification: way.includes("taken") };
      const auth = createTestAuth({ store, mailer: inbox, passwordBlocklist, ...verified });
      const { isCommon } = await WAYS[way]!({ auth, inbox }, next);
      await store.close();
      return isCommon;
    };
    expect(await setIn("warn", COMMON)).toBe(true);
    expect(await setIn("warn", new Secret("another horse battery"))).toBe(false);
    expect(await setIn("off", COMMON)).toBe(false);
  },
);
