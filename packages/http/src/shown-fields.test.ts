import {
  createAuth,
  defineFeature,
  type PermissionId,
  type RemovedPasskey,
  toId,
  type UserId,
} from "@acme/auth-core";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
  createSoftwareAuthenticator,
} from "@acme/auth-testing";
import { parseJson, readJson, recordOf } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { notes, notesRoutes, notesTables } from "../test/notes-feature.js";
import { textIn } from "../test/reply-body.js";
import type { FeatureRoutes } from "./feature-routes.js";
import { createHttpSurface } from "./http-surface.js";
import type { HttpReply, HttpRequest } from "./kernel/http-message.js";
import { route } from "./kernel/route.js";
import { z } from "./kernel/zod.js";
import { fieldsOf } from "./shown-fields.js";
import { createSite } from "./site/site.js";
import { passkeySignalsView, viewPasskeySignals } from "./views/passkey-signals.view.js";
import { userView } from "./views/user.view.js";

const APP = "https://app.example.com";
const site = createSite({ serviceUrl: "https://api.example.com", appUrl: APP });
const ADA = "ada@example.com";

const options = {
  mailer: createInbox(),
  links: site.links,
  secret: Buffer.alloc(32, 7).toString("base64"),
  logger: { debug() {}, info() {}, warn() {}, error() {} },
};
const portsOf = () => ({
  clock: createFixedClock(),
  random: createSeededRandom(),
  scheduler: createManualScheduler(),
});

type AnyFeatureRoutes = FeatureRoutes<PermissionId, never>;

/** A service with a browser, which keeps cookies. The feature is on; its routes may be left out. */
async function openWorld(features: readonly AnyFeatureRoutes[] = [notesRoutes]) {
  const store = createSqliteStore(":memory:", { features: [notesTables] });
  await store.migrate();
  const inbox = createInbox();
  const auth = createAuth({
    ...options,
    store,
    mailer: inbox,
    features: [notes],
    ports: portsOf(),
  });
  const breaches: string[] = [];
  const surface = createHttpSurface<PermissionId, never>({
    auth: auth as never,
    site,
    standalone: true,
    features,
    onBreach: ({ message }) => breaches.push(message),
  });
  const cookies = new Map<string, string>();
  async function ask(method: string, path: string, body?: object): Promise<HttpReply> {
    const bytes = body && Buffer.from(JSON.stringify(body));
    const headers: Readonly<Record<string, string | undefined>> = {
      "content-type": bytes && "application/json",
      "content-length": bytes && String(bytes.length),
      cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
      origin: APP,
    };
    const request: HttpRequest = {
      method,
      path,
      query: "",
      peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
      header: (name) => headers[name],
      readBody: async () => (bytes ? { bytes } : null),
    };
    const reply = (await surface.answer(request))!;
    for (const cookie of reply.cookies) {
      const [name = "", value = ""] = cookie.split(";")[0]!.split("=");
      cookies.set(name, value);
    }
    return reply;
  }
  const call = async (method: string, path: string, body?: object): Promise<unknown> =>
    JSON.parse(textIn(await ask(method, path, body)));
  async function signIn(email = ADA): Promise<unknown> {
    await call("POST", "/api/auth/email-otp/send-verification-otp", { email, type: "sign-in" });
    await auth.worker.runDue();
    return call("POST", "/api/auth/sign-in/email-otp", { email, otp: inbox.codeFor(email) });
  }
  return { auth, breaches, cookies, ask, call, signIn, reference: () => referenceOf(ask) };
}

const REFERENCE = {
  components: {
    schemas: recordOf({ "properties?": recordOf("object"), "required?": ["string"] }),
  },
} as const;

const referenceOf = async (ask: (method: string, path: string) => Promise<HttpReply>) =>
  parseJson(textIn(await ask("GET", "/api/v1/openapi.json")), REFERENCE).components.schemas;

describe("fields that a feature adds to what is shown", () => {
  it("are read from the store, in every answer with the user", async () => {
    const { auth, call, signIn, breaches } = await openWorld();
    const { user } = readJson(await signIn(), { user: { id: "string", notes: "number" } });
    expect(user.notes).toBe(0);
    const id = toId<UserId>(user.id);
    await auth.notes.write(id, "n1");
    await auth.notes.write(id, "n2");
    const me = await call("GET", "/api/v1/auth/me");
    expect(me).toMatchObject({ email: ADA, notes: 2, mayWrite: false });
    expect(me).not.toHaveProperty("reclaimedAt");
    expect(await call("GET", "/api/auth/get-session")).toMatchObject({
      session: { openedBy: "email-otp", ownerNotes: 2 },
      user: { id: user.id, notes: 2 },
    });
    expect(breaches).toEqual([]);
  });

  it("are read once for a list", async () => {
    const { auth, call, cookies, signIn, breaches } = await openWorld();
    await signIn();
    cookies.clear();
    await signIn();
    auth.notes.asked.length = 0;
    const sessions = await call("GET", "/api/auth/list-sessions");
    expect(sessions).toMatchObject([
      { current: true, openedBy: "email-otp", ownerNotes: 0 },
      { current: false, openedBy: "email-otp", ownerNotes: 0 },
    ]);
    expect(auth.notes.asked).toEqual([2]);
    expect(breaches).toEqual([]);
  });

  it("stand in what is known of the service, of organizations and of passkeys", async () => {
    const { call, signIn, breaches } = await openWorld();
    expect(await call("GET", "/api/v1/auth/methods")).toMatchObject({
      passkey: true,
      handwriting: ["ink"],
    });
    expect(await call("GET", "/api/v1/auth/policy")).toMatchObject({
      deletionGraceDays: 30,
      noteDays: 60,
    });
    await signIn();
    await call("POST", "/api/v1/organizations", { name: "Acme" });
    expect(await call("GET", "/api/v1/organizations")).toMatchObject([
      { name: "Acme", role: "owner", initial: "A" },
    ]);
    expect(await call("GET", "/api/v1/auth/me")).toMatchObject({ mayWrite: true });
    const authenticator = createSoftwareAuthenticator({ origin: APP });
    const begun = await call("POST", "/api/auth/passkey/generate-register-options", {});
    const response = authenticator.create(readJson(begun, { challenge: "string" }));
    await call("POST", "/api/auth/passkey/verify-registration", { response });
    expect(await call("GET", "/api/auth/passkey/list-user-passkeys")).toMatchObject([
      { provider: null, counter: 1 },
    ]);
    expect(breaches).toEqual([]);
  });

  it("are looked for in nothing where an answer contains no view", async () => {
    const { auth, call, signIn } = await openWorld();
    await signIn();
    auth.notes.asked.length = 0;
    await call("GET", "/api/v1/organizations");
    await call("POST", "/api/auth/sign-out", {});
    expect(auth.notes.asked).toEqual([]);
  });

  it("stand in the schemas of the reference", async () => {
    const schemas = await (await openWorld()).reference();
    const fieldsIn = (name: string) => Object.keys(schemas[name]!.properties ?? {});
    expect(fieldsIn("User")).toContain("notes");
    expect(schemas["User"]!.required).toContain("notes");
    expect(fieldsIn("Session").slice(-2)).toEqual(["openedBy", "ownerNotes"]);
    expect(fieldsIn("ListedSession").slice(-3)).toEqual(["current", "openedBy", "ownerNotes"]);
    expect(fieldsIn("Passkey").at(-1)).toBe("counter");
    expect(fieldsIn("Organization").at(-1)).toBe("initial");
    expect(fieldsIn("ListedOrganization").slice(-2)).toEqual(["role", "initial"]);
    expect(fieldsIn("CurrentUserMeReply").slice(-2)).toEqual(["notes", "mayWrite"]);
    expect(fieldsIn("OauthMethodsReply").at(-1)).toBe("handwriting");
    expect(fieldsIn("ServiceReadPolicyReply").at(-1)).toBe("noteDays");
  });

  it("leave a schema one schema, however often a reply contains it", async () => {
    const both: AnyFeatureRoutes = {
      title: "Two",
      description: "Two users at once.",
      routes: {
        two: {
          users: route({
            method: "GET",
            path: "/api/v1/two",
            summary: "Get two users",
            description: "Read two users.",
            access: "anyone",
            limit: "read",
            returns: "Two users.",
            status: 200,
            reply: () => z.strictObject({ one: userView(), others: z.array(userView()) }),
            refuses: [],
            handle: (): Promise<never> => Promise.reject(new Error("not called")),
          }),
        },
      },
    };
    const schemas = await (await openWorld([notesRoutes, both])).reference();
    const user = { $ref: "#/components/schemas/User" };
    expect(schemas["TwoUsersReply"]!.properties).toMatchObject({
      one: user,
      others: { items: user },
    });
    expect(schemas["User"]!.required).toContain("notes");
  });

  it("are not there without the feature: nothing that is shown differs", async () => {
    const [withFields, without] = [await openWorld(), await openWorld([])];
    for (const { signIn } of [withFields, without]) await signIn();
    const [more, less] = await Promise.all(
      [withFields, without].map(async ({ ask }) => textIn(await ask("GET", "/api/v1/auth/me"))),
    );
    expect(more).toMatch(/,"notes":0,"mayWrite":false}$/);
    expect(less).toBe(more!.replace(',"notes":0,"mayWrite":false', ""));
    expect((await without.reference())["User"]!.required).not.toContain("notes");
  });

  it("tell the browser of a removed passkey what its keepers are to be told", async () => {
    const remove = async (features: readonly AnyFeatureRoutes[]) => {
      const world = await openWorld(features);
      await world.signIn();
      const authenticator = createSoftwareAuthenticator({ origin: APP });
      const begun = await world.call("POST", "/api/auth/passkey/generate-register-options", {});
      const response = authenticator.create(readJson(begun, { challenge: "string" }));
      const path = "/api/auth/passkey/verify-registration";
      const { id } = readJson(await world.call("POST", path, { response }), { id: "string" });
      const removed = await world.call("POST", "/api/auth/passkey/delete-passkey", { id });
      expect(world.breaches).toEqual([]);
      return { removed, signals: await world.call("GET", "/api/v1/me/passkey-signals"), ...world };
    };
    const signals: AnyFeatureRoutes = {
      title: "Signals",
      description: "What keepers of passkeys are told.",
      shown: {
        passkeyRemoval: fieldsOf()({ signals: passkeySignalsView }).from({
          show: ({ signals: told }: Pick<RemovedPasskey, "signals">) => ({
            signals: viewPasskeySignals(told),
          }),
        }),
      },
      routes: {},
    };
    const withFeature = await remove([signals]);
    expect(withFeature.removed).toEqual({
      status: true,
      ...readJson(withFeature.signals, { signals: ["object"] }),
    });
    expect(JSON.stringify(withFeature.removed)).toContain('"allAcceptedCredentialIds":[]');
    expect((await withFeature.reference())["PasskeyRemoval"]!.required).toContain("signals");
    const without = await remove([]);
    expect(without.removed).toEqual({ status: true });
    expect((await without.reference())["PasskeyRemoval"]!.required).toEqual(["status"]);
  });

  it("are a breach where a feature shows what its schema does not say", async () => {
    const wrong: AnyFeatureRoutes = {
      ...notesRoutes,
      shown: {
        policy: {
          schemas: { noteDays: () => z.number() },
          show: () => ({ noteDays: "many" }),
        },
      },
    };
    const { call, breaches } = await openWorld([wrong]);
    await call("GET", "/api/v1/auth/policy");
    expect(breaches).toMatchObject([/GET \/api\/v1\/auth\/policy answers[^]*noteDays/]);
  });

  it("answer 500 where they cannot be read", async () => {
    const broken: AnyFeatureRoutes = {
      ...notesRoutes,
      shown: {
        policy: fieldsOf()({ noteDays: () => z.number() }).from({
          load: () => Promise.reject(new Error("the disk is full")),
          show: (_policy, days: number) => ({ noteDays: days }),
        }),
      },
    };
    const { ask } = await openWorld([broken]);
    expect((await ask("GET", "/api/v1/auth/policy")).status).toBe(500);
    expect((await ask("GET", "/api/v1/auth/methods")).status).toBe(200);
  });
});

describe("added fields are refused at the start", () => {
  const adds = (shown: object, title = "More"): AnyFeatureRoutes => ({
    title,
    description: "x",
    shown,
    routes: {},
  });
  const named = (...names: readonly string[]) => ({
    schemas: Object.fromEntries(names.map((name) => [name, () => z.string()])),
    show: () => ({}),
  });
  const open = (features: readonly AnyFeatureRoutes[]) => {
    const auth = createAuth({
      ...options,
      store: createSqliteStore(":memory:"),
      features: [defineFeature({ name: "more" })],
      ports: portsOf(),
    });
    return () => createHttpSurface<PermissionId, never>({ auth: auth as never, site, features });
  };

  it.each<[what: string, features: readonly AnyFeatureRoutes[], message: string]>([
    ["where the user has them", [adds({ user: named("email") })], "adds email to user"],
    ["where the caller has them", [adds({ user: named("permissions") })], "permissions to user"],
    ["where the user of the caller has them", [adds({ me: named("image") })], "adds image to me"],
    ["where the list has them", [adds({ session: named("current") })], "current to session"],
    ["where it is shown whole", [adds({ organization: named("members") })], "members to org"],
    ["where passkeys have them", [adds({ passkey: named("aaguid") })], "aaguid to passkey"],
    ["where they are methods", [adds({ methods: named("providers") })], "providers to methods"],
    ["where they are policy", [adds({ policy: named("locales") })], "adds locales to policy"],
    [
      "where another feature adds them",
      [adds({ session: named("factors") }, "First"), adds({ session: named("factors") })],
      "the section More adds factors to session, which has it already",
    ],
    [
      "where the answer about the caller has them from the user",
      [adds({ user: named("x") }, "First"), adds({ me: named("x") })],
      "the section More adds x to me, which has it already",
    ],
    ["with a name that is none", [adds({ user: named("__proto__") })], "is no name of a field"],
    ["in what is no view", [adds({ member: named("x") })], "adds to member, which is no view"],
  ])("%s", (_what, features, message) => {
    expect(open(features)).toThrow(RangeError);
    expect(open(features)).toThrow(message);
  });

  it("together with everything else that is wrong", () => {
    expect(
      open([{ ...adds({ user: named("id", "name"), me: named("a-b") }), feature: "x" }]),
    ).toThrow(
      "features: the section More needs the feature x, which createAuth was not given; " +
        "the section More adds id to user, which has it already; " +
        "the section More adds name to user, which has it already; " +
        "a-b in the section More is no name of a field",
    );
  });

  it("and taken where two views have the same name", () => {
    expect(open([adds({ user: named("x"), session: named("x") })])).not.toThrow();
  });
});
