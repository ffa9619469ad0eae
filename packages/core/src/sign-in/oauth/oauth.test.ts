import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createSeededRandom } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createTestAuth, createTestWorld, loggerTo, nobody } from "../../../test/worlds.js";
import { on } from "../../background/events/subscribers.js";
import { defineFeature } from "../../feature.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import { type LinkedAccountId, toId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type {
  AuthorizationRequest,
  ExternalIdentity,
  IdentityProvider,
} from "../../ports/identity-provider.js";
import type { LogFields } from "../../ports/logger.js";
import type { Store } from "../../store/store.js";
import type { Subscriber } from "../../store/subscriber.js";
import { linkAccount } from "./link-account.js";
import type { StartedAuthorization } from "./oauth.js";

const ADA: ExternalIdentity = {
  subject: "countess",
  email: "ada@example.com",
  emailVerified: true,
  name: "Ada",
  image: null,
  scopes: ["email"],
};
const DESTINATIONS = { callback: "/home", newUser: null, error: null };

/** A provider where Ada is signed in, and a service that trusts it. */
async function openWorld(
  wrap: (store: Store) => Store = (store) => store,
  own: Partial<IdentityProvider> = {},
  subscribers: readonly Subscriber[] = [],
) {
  const store = await openMemoryStore();
  const lines: (readonly [level: string, event: string, fields?: LogFields])[] = [];
  let request: AuthorizationRequest | null = null;
  const provider: IdentityProvider = {
    id: "idp",
    name: "The provider",
    authorizationUrl: (made) => {
      request = made;
      return Promise.resolve({ ok: true, value: "https://idp.example.com/authorize" });
    },
    identify: () => Promise.resolve({ ok: true, value: ADA }),
    ...own,
  };
  const [clock, random] = [createFixedClock(), createSeededRandom()];
  const auth = createTestAuth({
    store: wrap(store),
    ports: { clock, random },
    identityProviders: [provider],
    features: [defineFeature({ name: "app", subscribers })],
    logger: loggerTo(({ level, event, fields = {} }) => lines.push([level, event, fields])),
  });
  const input = { providerId: "idp", destinations: DESTINATIONS };
  async function complete({ browser }: StartedAuthorization, sessionToken: Secret | null = null) {
    const parameters = { state: request!.state.reveal(), code: "code" };
    const client = { ...nobody, browserToken: browser.token, sessionToken };
    return auth.oauth.completeAuthorization("idp", parameters, client);
  }
  const signIn = async () => complete(await auth.oauth.startSignIn(input, nobody));
  /** A new session of Ada's. */
  async function signedIn() {
    const outcome = await signIn();
    const token = outcome.ok && outcome.signedIn?.token;
    if (!token) throw new Error("no session");
    const caller = await auth.sessions.identify({ sessionToken: token, organization: null });
    return { token, fresh: auth.sessions.requireFresh(caller!) };
  }
  return { store, auth, clock, random, lines, input, complete, signIn, signedIn };
}

/** A store whose next transaction fails with this once it is armed. */
function failing(failure: Error) {
  let isArmed = false;
  const wrap = (store: Store): Store =>
    new Proxy(store, {
      get: (target, name) =>
        name === "transaction" && isArmed
          ? () => Promise.reject(failure)
          : (Reflect.get(target, name) as unknown),
    });
  return { wrap, arm: () => (isArmed = true) };
}

describe("a sign-in at an external provider", () => {
  it("opens a session, and the log says where", async () => {
    const { signIn, lines } = await openWorld();
    expect(await signIn()).toMatchObject({ ok: true, isNew: true, destinations: DESTINATIONS });
    expect(lines).toEqual([["info", "authn_login_success", { method: "oauth", provider: "idp" }]]);
  });

  it("ends where it was to end when it is refused on the way, and the log says why", async () => {
    const { wrap, arm } = failing(new AuthError("LIMIT_REACHED"));
    const { signIn, lines } = await openWorld(wrap);
    arm();
    expect(await signIn()).toEqual({
      ok: false,
      reason: "temporarily_unavailable",
      destinations: DESTINATIONS,
    });
    const reason = "temporarily_unavailable";
    expect(lines).toEqual([
      ["warn", "authn_login_fail", { method: "oauth", provider: "idp", reason, detail: reason }],
    ]);
  });

  it("hides no fault of our own behind a redirect", async () => {
    const fault = new Error("a bug");
    const { wrap, arm } = failing(fault);
    const { signIn, lines } = await openWorld(wrap);
    arm();
    await expect(signIn()).rejects.toBe(fault);
    expect(lines).toEqual([]);
  });

  it("with a provider that is not registered is refused without a destination", async () => {
    const { auth, lines } = await openWorld();
    const reason = "oauth_provider_not_found";
    expect(await auth.oauth.completeAuthorization("other", {}, nobody)).toEqual({
      ok: false,
      reason,
      destinations: null,
    });
    expect(lines).toEqual([
      ["warn", "authn_login_fail", { method: "oauth", provider: "other", reason, detail: reason }],
    ]);
  });
});

it("an authorization that the provider does not start is refused, and the log says why", async () => {
  const fault = { ok: false, reason: "provider_unavailable", detail: "no answer" } as const;
  const authorizationUrl = () => Promise.resolve(fault);
  const { signIn, lines } = await openWorld(undefined, { authorizationUrl });
  await expect(signIn()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(lines).toEqual([
    [
      "error",
      "provider_failed",
      { provider: "idp", reason: "provider_unavailable", detail: "no answer" },
    ],
  ]);
});

it.each([{ state: "never made", code: "code" }, { code: "code" }])(
  "a callback that no authorization request of this browser began is refused, and the log says so: %j",
  async (parameters) => {
    const { auth, lines } = await openWorld();
    const reason = "state_mismatch";
    expect(await auth.oauth.completeAuthorization("idp", parameters, nobody)).toEqual({
      ok: false,
      reason,
      destinations: null,
    });
    expect(lines).toEqual([
      ["warn", "authn_login_fail", { method: "oauth", provider: "idp", reason, detail: reason }],
    ]);
  },
);

it("a link that is made in a session opens no other, and the log says that it was a link", async () => {
  const { auth, lines, input, complete, signedIn } = await openWorld();
  const { token, fresh } = await signedIn();
  const started = await auth.oauth.startLinking(fresh, input, nobody);
  expect(await complete(started, token)).toEqual({
    ok: true,
    signedIn: null,
    isNew: false,
    destinations: DESTINATIONS,
  });
  expect(lines.at(-1)).toEqual(["info", "account_linked", { method: "oauth", provider: "idp" }]);
});

it("unlinking removes the account that is named, and no other, and says which", async () => {
  const { store, auth, clock, lines, signIn, signedIn } = await openWorld();
  await signIn();
  const { id: userId } = (await store.users.findByEmail(parseEmailAddress("ada@example.com")!))!;
  const account = {
    id: toId<LinkedAccountId>("01890000-0000-7000-8000-000000000000"),
    userId,
    providerId: "other",
    subject: "another",
    scopes: [],
    createdAt: clock.now(),
    updatedAt: clock.now(),
  };
  await store.linkedAccounts.insertUnlessTaken(account);
  const { fresh } = await signedIn();
  const listed = async () =>
    (await store.linkedAccounts.listByUser(userId)).map(({ providerId }) => providerId);
  expect((await listed()).toSorted()).toEqual(["idp", "other"]);
  const [, last] = await store.linkedAccounts.listByUser(userId);
  await auth.oauth.unlink(fresh, last!.id, nobody);
  expect(await listed()).toEqual([last!.providerId === "idp" ? "other" : "idp"]);
  expect(lines.at(-1)).toEqual(["info", "account_unlinked", { userId }]);
  const entries = await store.audit.listByUser(userId, null, 100);
  expect(entries.find(({ event }) => event === "account.unlinked")?.detail).toEqual({
    provider: last!.providerId,
  });
});

it("an external account is linked once: the second time changes nothing and says so", async () => {
  const { store, clock, random, signIn } = await openWorld();
  await signIn();
  const user = await store.users.findByEmail(parseEmailAddress("ada@example.com")!);
  const world = { ...createTestWorld({}, clock), random };
  const link = (subject: string) =>
    store.transaction(async (tx) => {
      const locked = await tx.users.lock(user!.id);
      return linkAccount(tx, world, {
        providerId: "idp",
        subject,
        scopes: ADA.scopes,
        user: locked!,
        client: nobody,
      });
    });
  const events = async () =>
    (await store.audit.listByUser(user!.id, null, 100)).filter(
      ({ event }) => event === "account.linked",
    );
  expect(await link("another")).toBe(true);
  const before = await events();
  expect(before[0]?.detail).toEqual({ provider: "idp" });
  expect(await link("another")).toBe(false);
  expect(await events()).toEqual(before);
});

it("subscribers are asked about a new user once, and about a known one not at all", async () => {
  const asked: string[] = [];
  const { signIn } = await openWorld(undefined, {}, [
    on("user.created", {
      within: (_tx, { created }) => {
        asked.push(created.email);
        return Promise.resolve();
      },
    }),
  ]);
  for (const isNew of [true, false]) {
    expect(await signIn()).toMatchObject({ ok: true, isNew });
    expect(asked).toEqual(["ada@example.com"]);
  }
});
