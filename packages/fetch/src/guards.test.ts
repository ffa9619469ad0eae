import {
  type AnsweredRequest,
  AuthError,
  type Client,
  createAuth,
  type Metrics,
  parseEmailAddress,
  Secret,
} from "@acme/auth-core";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createManualScheduler } from "@acme/auth-testing";
import { stringMatching } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it, vi } from "vitest";
import { bodyOf, createHandler, createSite, guards } from "./index.js";

const SERVICE = "http://localhost:3000";
const APP = "http://localhost:3004";
const site = createSite({ serviceUrl: SERVICE, appUrl: APP });
const nobody: Client = {
  ipAddress: null,
  network: "unknown",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

const NOTES = {
  title: "Notes",
  description: "What people write down.",
  routes: {
    notes: {
      read: {
        method: "GET",
        path: "/notes/:id",
        summary: "Get note",
        description: "Read a note.",
        access: "session",
        status: 200,
        returns: "The note.",
      },
    },
  },
} as const;

async function openWorld(metrics?: Metrics) {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const inbox = createInbox();
  const logged: string[] = [];
  const log = (event: string) => void logged.push(event);
  const auth = createAuth({
    store,
    mailer: inbox,
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    logger: { debug() {}, info() {}, warn: log, error: log },
    ports: { clock, scheduler: createManualScheduler(), ...(metrics && { metrics }) },
  });
  const handle = createHandler({ auth, site, peerOf: () => "192.0.2.1", features: [NOTES] });

  async function signIn() {
    const email = parseEmailAddress("ada@example.com")!;
    await auth.emailOtp.send(email, "sign-in", nobody);
    await auth.worker.runDue();
    const otp = new Secret(inbox.codeFor(email));
    const { token } = await auth.emailOtp.signIn({ email, otp }, nobody);
    const caller = (await auth.sessions.identify({ sessionToken: token, organization: null }))!;
    const { organization } = await auth.organizations.create(
      caller,
      { name: "Acme", slug: "acme", logo: null, metadata: {} },
      nobody,
    );
    return { cookie: `session=${token.reveal()}`, organizationId: organization.id, caller };
  }
  return { auth, clock, handle, signIn, logged, ...guards(handle) };
}

const get = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  new Request(SERVICE + path, { ...init, headers });
const ok = (): Response => Response.json({ ok: true });

describe("a guard over fetch", () => {
  it("admits a live session, and hands over what the surface shows of it", async () => {
    const { handle, requireSession, signIn } = await openWorld();
    const { cookie, organizationId } = await signIn();
    const route = requireSession((_request, { caller }) => Response.json(caller));
    const headers = { cookie, "x-active-org": organizationId };
    const [own, shown] = [
      await route(get("/own", headers)),
      await handle(get("/api/v1/auth/me", headers)),
    ];
    expect(own.status).toBe(200);
    const { activeOrganization, permissions, ...user } = readJson(await shown!.json(), "object");
    const { role, ...organization } = readJson(activeOrganization, "object");
    expect(await own.json()).toEqual({ user, membership: { organization, role }, permissions });
    expect(Object.fromEntries(own.headers)).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      vary: "Origin, X-Active-Org",
      "x-request-id": stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it("hands over plain data: a copy of it and its JSON are the same, and no more than its type says", async () => {
    const { check, identify, readSession, requireSession, signIn } = await openWorld();
    const { cookie } = await signIn();
    const request = get("/own", { cookie });
    let guarded: unknown;
    await requireSession((_request, { caller }) => ((guarded = caller), ok()))(request);
    const origin = { cookie, origin: APP };
    const callers = [
      guarded,
      (await check(request)).caller,
      (await readSession(request)).caller,
      (await identify(new Headers(origin))).caller,
    ];
    for (const caller of callers) {
      expect(structuredClone(caller)).toEqual(JSON.parse(JSON.stringify(caller)));
      for (const prototype of prototypesOf(caller))
        expect([Object.prototype, Array.prototype]).toContain(prototype);
      expect(keysOf(caller)).toEqual(["user", "membership", "permissions"]);
      const { user } = readJson(caller, { user: "object" });
      expect(keysOf(user)).toEqual(USER);
    }
  });

  it("refuses in the words of the surface, before the route runs", async () => {
    const { auth, requireSession, signIn } = await openWorld();
    const { cookie, caller } = await signIn();
    let ran = 0;
    const route = requireSession(() => ((ran += 1), ok()));
    const refusal = async (request: Request) => {
      const { status, headers } = await route(request);
      return [status, headers.get("cache-control")];
    };
    expect(await refusal(get("/own"))).toEqual([401, "no-store"]);
    const foreign = { cookie, origin: "https://evil.example" };
    expect(await refusal(get("/own", foreign, { method: "POST" }))).toEqual([403, "no-store"]);
    await auth.sessions.revokeAll(caller.user.id);
    expect(await refusal(get("/own", { cookie }))).toEqual([401, "no-store"]);
    expect(ran).toBe(0);
  });

  it("is counted by the pattern that the application has described, whatever comes of it, and under no other name", async () => {
    const counted: AnsweredRequest[] = [];
    const { allowOrigins, measure, requireSession, signIn } = await openWorld({
      requestStarted: () => (answered) => void counted.push(answered),
      requestRefused() {},
      signInEnded() {},
      hashQueueChanged() {},
      sweepEnded() {},
    });
    const { cookie } = await signIn();
    const route = measure(allowOrigins(requireSession(ok)));
    const preflight = { origin: APP, "access-control-request-method": "GET" };
    expect((await route(get("/notes/7", { cookie }))).status).toBe(200);
    await route(get("/notes/8", {}, { method: "HEAD" }));
    await route(get("/notes/7", preflight, { method: "OPTIONS" }));
    await route(get("/notes/7", { cookie, origin: APP }, { method: "POST" }));
    await route(get("/notes", { cookie }));
    expect(counted).toEqual([
      { method: "GET", route: "/notes/:id", status: 200 },
      { method: "GET", route: "/notes/:id", status: 401 },
      { method: "OPTIONS", route: "preflight", status: 204 },
      { method: "unknown", route: "unknown", status: 200 },
    ]);
  });

  it.each([
    ["a failure", new Error("a bug"), 500],
    ["an outage", Object.assign(new Error("locked"), { code: "STORE_UNAVAILABLE" }), 503],
    ["a refusal", new AuthError("PERMISSION_DENIED"), 403],
    ["a redirect", Object.assign(new Error(), { digest: "NEXT_REDIRECT;push;/a;307;" }), 307],
    ["a failed call", Object.assign(new Error("not found"), { status: 404 }), 500],
    ["an answer", new Response(null, { status: 404 }), 404],
  ])("counts %s that the route throws, once and with its status", async (_what, thrown, status) => {
    const counted: number[] = [];
    const { measure } = await openWorld({
      requestStarted: () => (answered) => void counted.push(answered.status),
      requestRefused() {},
      signInEnded() {},
      hashQueueChanged() {},
      sweepEnded() {},
    });
    const route = measure(vi.fn<() => Promise<Response>>().mockRejectedValue(thrown));
    await expect(route(get("/notes/7"))).rejects.toBe(thrown);
    expect(counted).toEqual([status]);
  });

  it("asks for a fresh session", async () => {
    const { clock, requireFreshSession, signIn } = await openWorld();
    const { cookie } = await signIn();
    const route = requireFreshSession(ok);
    expect((await route(get("/own", { cookie }))).status).toBe(200);
    clock.advance(24 * 3_600_000);
    const stale = await route(get("/own", { cookie }));
    expect(await stale.json()).toMatchObject({ code: "SESSION_NOT_FRESH" });
  });

  it("asks for a verified email address", async () => {
    const { auth, requirePermission, requireFreshSession, requireSession } = await openWorld();
    const { signedIn } = await auth.passwords.signUp(
      {
        email: parseEmailAddress("eve@example.com")!,
        password: new Secret("three green bicycles"),
        name: "",
        image: null,
        redirectTo: null,
      },
      nobody,
    );
    const cookie = `session=${signedIn!.token.reveal()}`;
    const ask = async (route: (request: Request) => Promise<Response>) => {
      const answer = await route(get("/own", { cookie }));
      return [answer.status, readJson(await answer.json(), "object")["code"]];
    };
    const refused = [403, "EMAIL_VERIFICATION_REQUIRED"];
    expect(await ask(requireSession(ok))).toEqual([200, undefined]);
    expect(await ask(requireSession({ verified: true })(ok))).toEqual(refused);
    expect(await ask(requireFreshSession({ verified: true })(ok))).toEqual(refused);
    const caller = await auth.sessions.identify({
      sessionToken: signedIn!.token,
      organization: null,
    });
    const team = { name: "Acme", slug: "acme", logo: null, metadata: {} };
    const { organization } = await auth.organizations.create(caller!, team, nobody);
    const of = () => organization.id;
    expect(await ask(requirePermission("org:read", { of })(ok))).toEqual([200, undefined]);
    expect(await ask(requirePermission("org:read", { of, verified: true })(ok))).toEqual(refused);
  });

  it("asks for a permission in the active organization, or in the one that the request names", async () => {
    const { clock, requirePermission, signIn } = await openWorld();
    const { cookie, organizationId } = await signIn();
    const active = requirePermission("org:delete")((_request, { granted }) =>
      Response.json(granted),
    );
    expect(
      await (await active(get("/own", { cookie, "x-active-org": organizationId }))).json(),
    ).toMatchObject({ organizationId, role: "owner" });
    expect(await (await active(get("/own", { cookie }))).json()).toMatchObject({
      code: "NO_ACTIVE_ORGANIZATION",
    });

    const named = requirePermission("org:delete", {
      of: async (_request, team: Promise<string | null>) => team,
      fresh: true,
    })((_request, { granted }, team) => Response.json([granted.organizationId, typeof team]));
    const ask = async (team: string | null) =>
      (await named(get("/own", { cookie }), Promise.resolve(team))).json();
    expect(await ask(organizationId)).toEqual([organizationId, "object"]);
    for (const unknown of [null, "nonsense", caller0])
      expect(await ask(unknown)).toMatchObject({ code: "ORGANIZATION_NOT_FOUND" });
    clock.advance(24 * 3_600_000);
    expect(await ask(organizationId)).toMatchObject({ code: "SESSION_NOT_FRESH" });
  });

  it("answers the refusals that its route throws, and leaves everything else to the host", async () => {
    const { answerFailures, answerRefusals, requireSession, signIn, logged } = await openWorld();
    const { cookie } = await signIn();
    const refused = requireSession(() => {
      throw new AuthError("PERMISSION_DENIED");
    });
    expect((await refused(get("/own", { cookie }))).status).toBe(403);
    const redirect = new Error("NEXT_REDIRECT");
    const request = get("/own", { cookie });
    await expect(
      requireSession(() => {
        throw redirect;
      })(request),
    ).rejects.toBe(redirect);
    expect(logged).toEqual([]);
    expect(answerRefusals(redirect, request)).toBeNull();
    expect(answerRefusals(new AuthError("PERMISSION_DENIED"), request)!.status).toBe(403);
    expect(logged).toEqual([]);
    expect(answerFailures(redirect, request).status).toBe(500);
    expect(logged).toEqual(["request_failed"]);
  });

  it("answers and logs what peerOf throws, which is not asked again", async () => {
    const { auth, logged } = await openWorld();
    const failure = new TypeError("no connection");
    const handle = createHandler({
      auth,
      site,
      peerOf: () => {
        throw failure;
      },
    });
    const { answerFailures } = guards(handle);
    const request = get("/api/v1/auth/me");
    await expect(handle(request)).rejects.toBe(failure);
    const answer = answerFailures(failure, request);
    expect(answer.status).toBe(500);
    expect(logged).toEqual(["request_failed"]);
  });

  it("keeps the headers that the route sets", async () => {
    const { requireSession, signIn } = await openWorld();
    const { cookie } = await signIn();
    const headers = { vary: "Accept", "content-security-policy": "default-src 'self'" };
    const route = requireSession(() => new Response("<p>", { headers }));
    const answer = await route(get("/own", { cookie }));
    expect(answer.headers.get("vary")).toBe("Accept, Origin, X-Active-Org");
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'self'");
  });
});

const USER = ["id", "email", "emailVerified", "name", "image", "createdAt", "updatedAt"];
const keysOf = (value: unknown): readonly PropertyKey[] =>
  typeof value === "object" && value !== null ? Reflect.ownKeys(value) : [];
function prototypesOf(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return [Object.getPrototypeOf(value), ...Object.values(value).flatMap(prototypesOf)];
}

const caller0 = "0197a0c0-0000-7000-8000-000000000009";

describe("readSession over fetch", () => {
  it("says who it is, of a request and of headers alone, and never refuses", async () => {
    const { readSession, signIn } = await openWorld();
    const { cookie } = await signIn();
    const ada = { caller: { user: { email: "ada@example.com" } } };
    const nobodyThere = { caller: null, by: null };
    const evil = { cookie, origin: "https://evil.example" };
    expect(await readSession(get("/", { cookie }))).toMatchObject(ada);
    expect(await readSession(new Headers({ cookie }))).toMatchObject(ada);
    expect(await readSession(new Headers({ cookie, origin: APP }))).toMatchObject(ada);
    for (const headers of [new Headers(), new Headers(evil)])
      expect(await readSession(headers)).toMatchObject(nobodyThere);
    for (const request of [get("/"), get("/", evil, { method: "POST" })])
      expect(await readSession(request)).toMatchObject(nobodyThere);
  });

  it("gives the client too, with the IP address where there is a request", async () => {
    const { readSession, signIn } = await openWorld();
    const { cookie } = await signIn();
    const { client } = await readSession(get("/", { cookie, "user-agent": "Ada's" }));
    expect(client).toMatchObject({ ipAddress: "192.0.2.1", userAgent: "Ada's" });
    const asked = await readSession(new Headers({ "accept-language": "de" }));
    expect(asked.client).toMatchObject({ ipAddress: null, acceptLanguage: "de" });
  });

  it("has beside it the headers of a page about a person", async () => {
    const { personalHeaders } = await openWorld();
    expect(personalHeaders()).toEqual({
      "Cache-Control": "no-store",
      Vary: "Cookie, Origin, X-Active-Org",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Referrer-Policy": "same-origin",
    });
  });
});

describe("check over fetch", () => {
  const evil = "https://evil.example";

  it("resolves with what a guard hands over, and throws what a guard answers", async () => {
    const { check, clock, signIn } = await openWorld();
    const { cookie, organizationId } = await signIn();
    const { caller, by, client } = await check(get("/", { cookie }), { fresh: true });
    expect(caller.user.id).toBe(by.user.id);
    expect(client).toMatchObject({ ipAddress: "192.0.2.1" });
    const inTeam = { permission: "org:delete", of: () => organizationId } as const;
    expect(await check(get("/", { cookie }), inTeam)).toMatchObject({
      granted: { organizationId, role: "owner" },
    });
    expect(await check(new Headers({ cookie }), inTeam)).toMatchObject({
      granted: { organizationId },
    });
    const thrown = async (checked: Promise<unknown>): Promise<unknown> =>
      checked.then(
        () => null,
        (refusal: unknown) => AuthError.is(refusal) && refusal.code,
      );
    const post = get("/", { cookie, origin: evil }, { method: "POST" });
    expect(await thrown(check(get("/")))).toBe("UNAUTHORIZED");
    expect(await thrown(check(new Headers()))).toBe("UNAUTHORIZED");
    expect(await thrown(check(post))).toBe("INVALID_ORIGIN");
    expect(await thrown(check(new Headers({ cookie, origin: evil })))).toBe("INVALID_ORIGIN");
    const reading = { permission: "org:read" } as const;
    expect(await thrown(check(get("/", { cookie }), reading))).toBe("NO_ACTIVE_ORGANIZATION");
    const nowhere = { ...reading, of: () => null };
    expect(await thrown(check(get("/", { cookie }), nowhere))).toBe("ORGANIZATION_NOT_FOUND");
    clock.advance(24 * 3_600_000);
    const stale = get("/", { cookie });
    for (const checked of [check(stale, { fresh: true }), check(stale, { ...inTeam, fresh: true })])
      expect(await thrown(checked)).toBe("SESSION_NOT_FRESH");
  });

  it("finds by headers alone the caller who follows a link from elsewhere", async () => {
    const { check, signIn } = await openWorld();
    const { cookie } = await signIn();
    const sent = { cookie, "sec-fetch-site": "cross-site", referer: "https://mail.example/" };
    expect((await check(new Headers(sent))).caller.user.email).toBe("ada@example.com");
  });
});

describe("the limit of a guard over fetch", () => {
  const WRITES = 120;

  it("counts changes against the user, and nothing that only reads", async () => {
    const { check, requireSession, signIn } = await openWorld();
    const { cookie } = await signIn();
    const route = requireSession(ok);
    const post = () => get("/own", { cookie }, { method: "POST" });
    for (let write = 1; write < WRITES; write++) await route(post());
    await check(new Headers({ cookie }));
    const refused = await route(post());
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    await expect(check(post())).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect((await route(get("/own", { cookie }))).status).toBe(200);
    const free = requireSession({ limit: "none" })(ok);
    expect((await free(post())).status).toBe(200);
    const strict = requireSession({ limit: "write" })(ok);
    expect((await strict(get("/own", { cookie }))).status).toBe(429);
  });
});

describe("identify over fetch", () => {
  it("refuses an absent and a foreign origin unless told otherwise", async () => {
    const { identify, signIn } = await openWorld();
    const { cookie } = await signIn();
    const refused = new AuthError("INVALID_ORIGIN");
    await expect(identify(new Headers({ cookie }))).rejects.toEqual(refused);
    await expect(identify(new Headers({ cookie, origin: "https://evil.example" }))).rejects.toEqual(
      refused,
    );
    expect(await identify(new Headers({ cookie, origin: APP }))).toMatchObject({
      caller: { user: { email: "ada@example.com" } },
    });
  });
});

describe("a body and another origin over fetch", () => {
  it("is found by another copy of this package", async () => {
    const { jsonBody } = await openWorld();
    vi.resetModules();
    const copy = await import("./index.js");
    expect(copy.bodyOf).not.toBe(bodyOf);
    const headers = { "content-type": "application/json" };
    const route = jsonBody(async (request) => Response.json(copy.bodyOf(request)));
    const answer = await route(get("/own", headers, { method: "POST", body: "[1]" }));
    expect(await answer.json()).toEqual([1]);
  });

  it("is read as the surface reads it, before the guard", async () => {
    const { jsonBody, requireSession, signIn } = await openWorld();
    const { cookie } = await signIn();
    const route = jsonBody(requireSession((request) => Response.json({ got: bodyOf(request) })));
    const post = async (body: string, type = "application/json") => {
      const headers = { cookie, "content-type": type };
      return (await route(get("/own", headers, { method: "POST", body }))).status;
    };
    const answer = await route(
      get("/own", { cookie, "content-type": "application/json" }, { method: "POST", body: "[1]" }),
    );
    expect(await answer.json()).toEqual({ got: [1] });
    expect(await post("{")).toBe(400);
    expect(await post("{}", "text/plain")).toBe(415);
    expect(await post(JSON.stringify("x".repeat(40_000)))).toBe(413);
    expect(() => bodyOf(get("/own"))).toThrow("put jsonBody around the route");
  });

  it("answers preflights, and lets allowed pages read the answer", async () => {
    const { allowOrigins, requireSession, signIn } = await openWorld();
    const { cookie } = await signIn();
    const route = allowOrigins(requireSession(ok));
    const preflight = await route(
      get("/own", { origin: APP, "access-control-request-method": "GET" }, { method: "OPTIONS" }),
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe(APP);
    const allowed = await route(get("/own", { cookie, origin: APP }));
    expect(allowed.headers.get("access-control-allow-origin")).toBe(APP);
    const foreign = await route(get("/own", { cookie, origin: "https://evil.example" }));
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
  });
});
