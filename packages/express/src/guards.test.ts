import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import {
  AuthError,
  type Client,
  createAuth,
  defineFeature,
  type LogFields,
  parseEmailAddress,
  type Role,
  Secret,
} from "@acme/auth-core";
import { kyselyOf } from "@acme/auth-kysely";
import { createSqliteStore, openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
} from "@acme/auth-testing";
import { anyString, errorWith } from "@acme/auth-testing/matchers";
import { portOf } from "@acme/auth-testing/port-of";
import { readJson } from "@acme/auth-testing/read-json";
import express, { type Handler } from "express";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  callerOf,
  createSite,
  createSurface,
  findCallerOf,
  grantOf,
  guardedRequest,
  guards,
  mount,
} from "./index.js";

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
        access: "anyone",
        status: 200,
        returns: "The note.",
      },
    },
  },
} as const;

/** What an application and its framework throw for themselves. */
const FOREIGN = {
  "/bug": new Error("a bug"),
  "/not-found": Object.assign(new Error("no such note"), { status: 404, response: {} }),
  "/text": "text",
};

const site = createSite({ serviceUrl: "http://localhost:3000", appUrl: "http://localhost:3004" });
const nobody: Client = {
  ipAddress: null,
  network: "unknown",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};
const ORGANIZATION = "0197a0c0-0000-7000-8000-000000000001";
const OTHER = "0197a0c0-0000-7000-8000-000000000002";
const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

/** What answers by the encoding says so before the guard does. */
const compressing: Handler = (_request, response, next) => {
  response.setHeader("Vary", "Accept-Encoding");
  next();
};

async function openWorld() {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const inbox = createInbox();
  const logged: { readonly event: string; readonly fields: LogFields; readonly cause: unknown }[] =
    [];
  const auth = createAuth({
    store,
    mailer: inbox,
    logger: {
      debug() {},
      info() {},
      warn() {},
      error: (event, fields = {}, cause) => void logged.push({ event, fields, cause }),
    },
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    features: [
      defineFeature({
        name: "reports",
        permissions: { "reports:read": { owner: true, admin: true, member: false } },
      }),
    ],
    ports: { clock, random: createSeededRandom(), scheduler: createManualScheduler() },
  });
  const surface = createSurface({ auth, site });
  const {
    answerFailures,
    answerRefusals,
    check,
    identify,
    jsonBody,
    readSession,
    requireSession,
    requireFreshSession,
    requirePermission,
  } = guards(surface);
  const app = express();
  app.get("/api/v1/auth/me", mount(surface));
  app.get("/me", requireSession, (request, response) => void response.json(callerOf(request)));
  app.get("/my-user", requireSession, (request, response) => {
    response.json(callerOf(request).user);
  });
  app.all("/open", readSession, (request, response) => {
    response.json({ caller: findCallerOf(request) });
  });
  app.get("/misread", readSession, (request, response) => void response.json(callerOf(request)));
  app.get(
    "/teams/:teamId/reports",
    requirePermission("reports:read", { of: "teamId" }),
    (request, response) => void response.json(grantOf(request, "reports:read")),
  );
  app.get(
    "/reports-of",
    requirePermission("reports:read", {
      of: ({ url }) => new URL(String(url), "http://a").searchParams.get("team"),
    }),
    (request, response) => void response.json(grantOf(request, "reports:read")),
  );
  app.get(
    "/teams/:teamId/fresh",
    requirePermission("reports:read", { of: "teamId", fresh: true }),
    (request, response) => void response.json(grantOf(request, "reports:read")),
  );
  app.get(
    "/misspelt/:teamId",
    requirePermission("reports:read", { of: "team" }),
    (_request, response) => void response.json({}),
  );
  const own = express.Router();
  own.post(
    "/parsed",
    express.json({ limit: "1kb" }),
    requireSession,
    (request, response) => void response.json({ got: request.body as unknown }),
  );
  own.post(
    "/json",
    jsonBody,
    requireSession,
    (request, response) => void response.json({ got: (request.body as unknown) ?? "nothing" }),
  );
  own.get("/named/:name", requireSession, ({ params }, response) => {
    throw new Error(`${params["name"]} in ${response.get("X-Request-Id")}`);
  });
  own.get("/page", compressing, requireSession, (_request, response) => {
    response.setHeader("Content-Security-Policy", "default-src 'self'").send("<p>");
  });
  own.get("/tagged", requireSession, (_request, response) => {
    response.setHeader("ETag", '"version-7"').send("tagged");
  });
  own.get("/file", requireSession, (_request, response) => {
    response.sendFile(import.meta.filename);
  });
  own.get(
    "/twice",
    requireSession,
    requirePermission("org:read"),
    (_request, response) => void response.json({ ok: true }),
  );
  own.get("/broken", requireSession, (_request, response) => {
    response
      .setHeader("Content-Disposition", "attachment")
      .setHeader("Content-Length", "3")
      .cookie("own", "1");
    throw new Error("a bug");
  });
  own.get("/odd", requireSession, () => {
    throw Object.assign(new Error("odd"), { type: "constructor" });
  });
  own.post(
    "/form",
    express.urlencoded({ parameterLimit: 2 }),
    requireSession,
    (_request, response) => void response.json({ ok: true }),
  );
  own.get("/stored", requireSession, async (_request, response) => {
    await store.close();
    response.json(await store.users.findByEmail(parseEmailAddress("ada@example.com")!));
  });
  own.get("/own", requireSession, () => {
    throw Object.assign(new Error("teapot"), { status: 418 });
  });
  own.get("/begun", requireSession, (_request, response) => {
    response.write("be");
    throw new Error("too late");
  });
  own.use(answerRefusals, answerFailures);
  app.use("/own", own);
  const framed = express.Router();
  framed.all("/check", async (request, response) => {
    const { caller, client } = await check(request, { fresh: true, verified: true });
    response.json({ caller, ipAddress: client.ipAddress });
  });
  framed.get("/check/:teamId", async (request, response) => {
    const asked = { permission: "reports:read", of: "teamId" } as const;
    response.json((await check(request, asked)).granted);
  });
  framed.all("/verified", requireSession({ verified: true }), (_request, response) => {
    response.json({ ok: true });
  });
  framed.all("/free", requireSession({ limit: "none" }), (_request, response) => {
    response.json({ ok: true });
  });
  framed.get("/strict", requireSession({ limit: "write" }), (_request, response) => {
    response.json({ ok: true });
  });
  framed.get("/by-network", requireSession({ limit: "auth-ip" }), (_request, response) => {
    response.json({ ok: true });
  });
  for (const [path, thrown] of Object.entries(FOREIGN))
    framed.get(path, (_request, _response, next) => {
      next(thrown);
    });
  framed.get("/stored", async () => {
    throw Object.assign(new Error("locked"), { code: "STORE_UNAVAILABLE" });
  });
  framed.use(answerRefusals);
  // A framework answers its own errors by a handler like this.
  framed.use((thrown: unknown, _request: unknown, response: express.Response, _next: unknown) => {
    response.status(418).json({ answeredBy: "the application", thrown: String(thrown) });
  });
  app.use("/framed", framed);
  app.all(
    "/session",
    requireSession,
    (request, response) => void response.json({ email: callerOf(request).user.email }),
  );
  app.all("/fresh", requireFreshSession, (_request, response) => void response.json({ ok: true }));
  app.all(
    "/reports",
    requirePermission("reports:read"),
    (request, response) =>
      void response.json({ ...guardedRequest(request), granted: grantOf(request, "reports:read") }),
  );
  app.all(
    "/members",
    requirePermission("org:members:write"),
    (_request, response) => void response.json({ ok: true }),
  );
  app.all(
    "/mistaken",
    requirePermission("org:read"),
    (request, response) => void response.json(grantOf(request, "org:audit:read")),
  );
  app.all(
    "/unproven",
    requireSession,
    (request, response) => void response.json(grantOf(request, "org:read")),
  );
  app.use(
    "/nested",
    express
      .Router()
      .get(
        "/deep",
        requireSession,
        (request, response) => void response.json({ email: callerOf(request).user.email }),
      ),
  );
  app.get("/unguarded", (request, response) => void response.json(callerOf(request)));
  const server = createServer(app);
  open.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${portOf(server)}`;

  async function ask(
    method: string,
    path: string,
    { body, ...headers }: Readonly<Record<string, string>> & { readonly body?: string } = {},
  ) {
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    const json: unknown = text.startsWith("{") ? JSON.parse(text) : null;
    return { status: answer.status, headers: answer.headers, text, json };
  }

  async function signIn(role: Role | null = null): Promise<string> {
    const email = parseEmailAddress("ada@example.com")!;
    await auth.emailOtp.send(email, "sign-in", nobody);
    await auth.worker.runDue();
    const { token, user } = await auth.emailOtp.signIn(
      { email, otp: new Secret(inbox.codeFor(email)) },
      nobody,
    );
    const at = clock.now().toISOString();
    await store.transaction(async (tx) => {
      const db = kyselyOf(tx).withTables<{
        auth_organization: Record<string, unknown>;
        auth_membership: Record<string, unknown>;
      }>();
      for (const [id, slug] of [
        [ORGANIZATION, "acme"],
        [OTHER, "other"],
      ] as const) {
        await db
          .insertInto("auth_organization")
          .values({ id, name: slug, slug, metadata: "{}", created_at: at, updated_at: at })
          .execute();
      }
      if (role)
        await db
          .insertInto("auth_membership")
          .values({
            id: "m-1",
            organization_id: ORGANIZATION,
            user_id: user.id,
            role,
            created_at: at,
          })
          .execute();
    });
    return `session=${token.reveal()}`;
  }
  return { auth, clock, ask, signIn, logged, identify };
}

const inOrganization = (cookie: string, organization = ORGANIZATION) => ({
  cookie: `${cookie}; active-org=${organization}`,
});

describe("requireSession", () => {
  it("lets a session through and says whose it is", async () => {
    const { ask, signIn } = await openWorld();
    const cookie = await signIn();
    expect(await ask("GET", "/session", { cookie })).toMatchObject({
      status: 200,
      json: { email: "ada@example.com" },
    });
    expect(await ask("GET", "/nested/deep", { cookie })).toMatchObject({
      status: 200,
      json: { email: "ada@example.com" },
    });
  });

  it.each(["GET", "POST", "DELETE"])(
    "answers %s without one in the words and headers of the surface",
    async (method) => {
      const { ask } = await openWorld();
      for (const cookie of ["", "session=", `session=${"A".repeat(43)}`]) {
        const answer = await ask(method, "/session", { cookie });
        expect(answer).toMatchObject({
          status: 401,
          json: { code: "UNAUTHORIZED", message: "Sign in to do this." },
        });
        expect(answer.headers.get("cache-control")).toBe("no-store");
        expect(answer.headers.get("x-request-id")).toBeTruthy();
        expect(answer.headers.get("x-powered-by")).toBeNull();
      }
    },
  );

  it("sees on the very next request that a session has ended", async () => {
    const { ask, signIn, auth } = await openWorld();
    const cookie = await signIn();
    const sessionToken = new Secret(cookie.slice("session=".length));
    await auth.sessions.signOut({ ...nobody, sessionToken });
    expect((await ask("GET", "/session", { cookie })).status).toBe(401);
  });

  it("applies the cross-site rule, to people signed in and not", async () => {
    const { ask, signIn } = await openWorld();
    const cookie = await signIn();
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { origin: "https://evil.example" },
      { origin: "https://evil.example", cookie },
      { "sec-fetch-site": "cross-site", cookie },
      { referer: "https://evil.example/", cookie },
    ];
    for (const headers of foreign) {
      expect(await ask("POST", "/session", headers)).toMatchObject({
        status: 403,
        json: { code: "INVALID_ORIGIN" },
      });
    }
    expect(
      (await ask("POST", "/session", { cookie, origin: "http://localhost:3004" })).status,
    ).toBe(200);
    expect((await ask("POST", "/session", { cookie })).status).toBe(200);
    expect((await ask("GET", "/session", { cookie, origin: "https://evil.example" })).status).toBe(
      200,
    );
  });

  it("lets an allowed front end read its refusal", async () => {
    const { ask } = await openWorld();
    const { headers } = await ask("GET", "/session", { origin: "http://localhost:3004" });
    expect(headers.get("access-control-allow-origin")).toBe("http://localhost:3004");
  });
});

describe("requireFreshSession", () => {
  it("lets a session through until a day after signing in", async () => {
    const { ask, signIn, clock } = await openWorld();
    const cookie = await signIn();
    expect((await ask("GET", "/fresh")).status).toBe(401);
    clock.advance(24 * 3_600_000 - 1);
    expect((await ask("GET", "/fresh", { cookie })).status).toBe(200);
    clock.advance(1);
    expect(await ask("GET", "/fresh", { cookie })).toMatchObject({
      status: 403,
      json: { code: "SESSION_NOT_FRESH" },
    });
    expect((await ask("GET", "/session", { cookie })).status).toBe(200);
  });
});

describe("requirePermission", () => {
  it.each([
    ["owner", "/reports", 200],
    ["admin", "/reports", 200],
    ["member", "/reports", 403],
    ["admin", "/members", 200],
    ["member", "/members", 403],
  ] as const)("lets the %s into %s: %i", async (role, path, status) => {
    const { ask, signIn } = await openWorld();
    const answer = await ask("GET", path, inOrganization(await signIn(role)));
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json).toMatchObject({ code: "PERMISSION_DENIED" });
  });

  it("leaves the proof of it: who, where, and as what", async () => {
    const { ask, signIn } = await openWorld();
    const { json } = await ask("GET", "/reports", inOrganization(await signIn("admin")));
    expect(json).toMatchObject({
      granted: {
        userId: anyString(),
        organizationId: ORGANIZATION,
        role: "admin",
      },
      caller: { user: { email: "ada@example.com" } },
    });
    expect(JSON.stringify(readJson(json, { client: "object" }).client)).toContain(
      '"sessionToken":"[secret]"',
    );
  });

  it("is 401 without a session, and 403 without an organization one belongs to", async () => {
    const { ask, signIn } = await openWorld();
    expect(await ask("GET", "/reports")).toMatchObject({
      status: 401,
      json: { code: "UNAUTHORIZED" },
    });
    const cookie = await signIn("owner");
    for (const headers of [
      { cookie },
      inOrganization(cookie, OTHER),
      inOrganization(cookie, "nonsense"),
      { ...inOrganization(cookie), "x-active-org": OTHER },
    ]) {
      expect(await ask("GET", "/reports", headers)).toMatchObject({
        status: 403,
        json: { code: "NO_ACTIVE_ORGANIZATION" },
      });
    }
    expect(
      (
        await ask("GET", "/reports", {
          ...inOrganization(cookie, OTHER),
          "x-active-org": ORGANIZATION,
        })
      ).status,
    ).toBe(200);
  });

  it("applies the cross-site rule too", async () => {
    const { ask, signIn } = await openWorld();
    const headers = { ...inOrganization(await signIn("owner")), origin: "https://evil.example" };
    expect(await ask("POST", "/reports", headers)).toMatchObject({
      status: 403,
      json: { code: "INVALID_ORIGIN" },
    });
  });
});

describe("requirePermission of a named organization", () => {
  it.each(["/teams/ID/reports", "/reports-of?team=ID"])(
    "takes it from the request, whichever is active: %s",
    async (path) => {
      const { ask, signIn } = await openWorld();
      const cookie = await signIn("admin");
      for (const headers of [{ cookie }, inOrganization(cookie, OTHER)])
        expect(await ask("GET", path.replace("ID", ORGANIZATION), headers)).toMatchObject({
          status: 200,
          json: { organizationId: ORGANIZATION, role: "admin" },
        });
      for (const id of [OTHER, "nonsense", "%20"])
        expect(await ask("GET", path.replace("ID", id), inOrganization(cookie)), id).toMatchObject({
          status: 404,
          json: { code: "ORGANIZATION_NOT_FOUND" },
        });
      expect(await ask("GET", path.replace("ID", ORGANIZATION))).toMatchObject({ status: 401 });
    },
  );

  it("is in no organization when the request names none, not in the active one", async () => {
    const { ask, signIn } = await openWorld();
    expect(await ask("GET", "/reports-of", inOrganization(await signIn("admin")))).toMatchObject({
      status: 404,
      json: { code: "ORGANIZATION_NOT_FOUND" },
    });
  });

  it("refuses a role without it", async () => {
    const { ask, signIn } = await openWorld();
    const cookie = await signIn("member");
    expect(await ask("GET", `/teams/${ORGANIZATION}/reports`, { cookie })).toMatchObject({
      status: 403,
      json: { code: "PERMISSION_DENIED" },
    });
  });

  it("is 500 for a parameter that the path does not have", async () => {
    const { ask, signIn, logged } = await openWorld();
    const cookie = await signIn("owner");
    expect(await ask("GET", `/misspelt/${ORGANIZATION}`, inOrganization(cookie))).toMatchObject({
      status: 500,
      json: { code: "INTERNAL_ERROR" },
    });
    expect(String(logged[0]!.cause)).toContain('no parameter ":team"');
  });

  it("admits only those who have authenticated recently, when it asks for that", async () => {
    const { ask, signIn, clock } = await openWorld();
    const cookie = await signIn("owner");
    const path = `/teams/${ORGANIZATION}/fresh`;
    expect(await ask("GET", path, { cookie })).toMatchObject({
      status: 200,
      json: { fresh: true },
    });
    clock.advance(24 * 3_600_000);
    expect(await ask("GET", path, { cookie })).toMatchObject({
      status: 403,
      json: { code: "SESSION_NOT_FRESH" },
    });
    expect((await ask("GET", `/teams/${ORGANIZATION}/reports`, { cookie })).status).toBe(200);
  });
});

describe("readSession", () => {
  it("lets all requests through, and says whose they are", async () => {
    const { ask, signIn, auth } = await openWorld();
    const cookie = await signIn();
    for (const headers of [{}, { cookie: `session=${"A".repeat(43)}` }])
      expect(await ask("GET", "/open", headers)).toMatchObject({
        status: 200,
        json: { caller: null },
      });
    expect(await ask("GET", "/open", { cookie })).toMatchObject({
      status: 200,
      json: { caller: { user: { email: "ada@example.com" } } },
    });
    const sessionToken = new Secret(cookie.slice("session=".length));
    await auth.sessions.signOut({ ...nobody, sessionToken });
    expect((await ask("GET", "/open", { cookie })).json).toEqual({ caller: null });
  });

  it("finds no caller of a request from a foreign page", async () => {
    const { ask, signIn } = await openWorld();
    const cookie = await signIn();
    const foreign = [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }];
    for (const headers of foreign)
      expect((await ask("POST", "/open", { cookie, ...headers })).json).toEqual({ caller: null });
    expect(
      (await ask("POST", "/open", { cookie, origin: "http://localhost:3004" })).json,
    ).toMatchObject({ caller: { user: { email: "ada@example.com" } } });
  });

  it("keeps caches from storing what a route behind it answers", async () => {
    const { ask } = await openWorld();
    expect((await ask("GET", "/open")).headers.get("cache-control")).toBe("no-store");
  });

  it("does not stand for requireSession", async () => {
    const { ask, signIn } = await openWorld();
    expect((await ask("GET", "/misread", { cookie: await signIn() })).status).toBe(200);
    const answer = await ask("GET", "/misread");
    expect(answer.status).toBe(500);
    expect(answer.text).toContain("read the caller with findCallerOf");
  });
});

describe("identify", () => {
  const ORIGIN = "http://localhost:3004";

  it("finds the caller of an upgrade from a page of ours", async () => {
    const { identify, signIn } = await openWorld();
    const { cookie } = inOrganization(await signIn("admin"));
    expect(await identify({ cookie, origin: ORIGIN })).toMatchObject({
      caller: { user: { email: "ada@example.com" }, membership: { role: "admin" } },
    });
  });

  it("refuses one from elsewhere, and one without an origin, unless told otherwise", async () => {
    const { identify, signIn } = await openWorld();
    const cookie = await signIn();
    const foreign = { cookie, origin: "https://evil.example" };
    const refused = new AuthError("INVALID_ORIGIN");
    for (const headers of [foreign, { cookie }, { cookie, origin: "null" }])
      await expect(identify(headers)).rejects.toEqual(refused);
    await expect(identify(foreign, { origin: "allowed-or-absent" })).rejects.toEqual(refused);
    const ada = { caller: { user: { email: "ada@example.com" } } };
    expect(await identify({ cookie }, { origin: "allowed-or-absent" })).toMatchObject(ada);
    expect(await identify(foreign, { origin: "any" })).toMatchObject(ada);
  });

  it("refuses an upgrade without a live session", async () => {
    const { identify, signIn, auth } = await openWorld();
    const cookie = await signIn();
    await expect(identify({ origin: ORIGIN })).rejects.toEqual(new AuthError("UNAUTHORIZED"));
    await auth.sessions.signOut({
      ...nobody,
      sessionToken: new Secret(cookie.slice("session=".length)),
    });
    await expect(identify({ cookie, origin: ORIGIN })).rejects.toEqual(
      new AuthError("UNAUTHORIZED"),
    );
  });

  it("is shown in an example that survives a client which resets the connection meanwhile", async () => {
    const source = await readFile(new URL("guards.ts", import.meta.url), "utf8");
    const shown = /@example\n( +\* server\.on\("upgrade"[^]*?)\n +\*\//.exec(source)?.[1] ?? "";
    const server = new EventEmitter();
    const socket = new Socket();
    const listeners: number[] = [];
    runInNewContext(shown.replaceAll(/^ +\* /gm, ""), {
      server,
      identify: () => Promise.resolve({}),
      sockets: { handleUpgrade: () => listeners.push(socket.listenerCount("error")) },
    });
    server.emit("upgrade", { headers: {} }, socket);
    expect(() => socket.emit("error", new Error("read ECONNRESET"))).not.toThrow();
    expect(socket.destroyed).toBe(true);
    await expect.poll(() => listeners).toEqual([0]);
  });
});

describe("check", () => {
  it("resolves with what a guard hands over", async () => {
    const { ask, signIn } = await openWorld();
    const cookie = await signIn("admin");
    expect(await ask("POST", "/framed/check", { cookie })).toMatchObject({
      status: 200,
      json: { caller: { user: { email: "ada@example.com" } }, ipAddress: "127.0.0.1" },
    });
    expect(await ask("GET", `/framed/check/${ORGANIZATION}`, { cookie })).toMatchObject({
      status: 200,
      json: { organizationId: ORGANIZATION, role: "admin" },
    });
  });

  it("throws what a guard answers", async () => {
    const { ask, signIn, clock } = await openWorld();
    const cookie = await signIn("member");
    const code = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
      readJson((await ask("POST", path, headers)).json, "object")["code"];
    expect(await code("/framed/check")).toBe("UNAUTHORIZED");
    expect(await code("/framed/check", { cookie, origin: "https://evil.example" })).toBe(
      "INVALID_ORIGIN",
    );
    expect(await ask("GET", `/framed/check/${ORGANIZATION}`, { cookie })).toMatchObject({
      status: 403,
      json: { code: "PERMISSION_DENIED" },
    });
    expect(await ask("GET", `/framed/check/${OTHER}`, { cookie })).toMatchObject({
      status: 404,
      json: { code: "ORGANIZATION_NOT_FOUND" },
    });
    clock.advance(24 * 3_600_000);
    expect(await code("/framed/check", { cookie })).toBe("SESSION_NOT_FRESH");
  });
});

describe("a guard with options", () => {
  it("asks for a verified email address", async () => {
    const { ask, auth, signIn } = await openWorld();
    expect((await ask("GET", "/framed/verified", { cookie: await signIn() })).status).toBe(200);
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
    expect((await ask("GET", "/session", { cookie })).status).toBe(200);
    for (const path of ["/framed/verified", "/framed/check"])
      expect(await ask("GET", path, { cookie }), path).toMatchObject({
        status: 403,
        json: { code: "EMAIL_VERIFICATION_REQUIRED" },
      });
  });

  const WRITES = 120;

  it("counts what changes something against the user, and nothing that only reads", async () => {
    const { ask, signIn, clock } = await openWorld();
    const cookie = await signIn("admin");
    const inTeam = inOrganization(cookie);
    for (let write = 1; write < WRITES; write++) await ask("POST", "/session", { cookie });
    expect((await ask("POST", "/reports", inTeam)).status).toBe(200);
    const refused = await ask("POST", "/session", { cookie });
    expect(refused).toMatchObject({ status: 429, json: { code: "TOO_MANY_REQUESTS" } });
    expect(refused.headers.get("ratelimit-policy")).toBe('"writesPerUser";q=120;w=60');
    for (const path of ["/reports", "/framed/check", "/fresh"])
      expect((await ask("POST", path, inTeam)).status, path).toBe(429);
    expect((await ask("GET", "/session", { cookie })).status).toBe(200);
    expect((await ask("POST", "/framed/free", { cookie })).status).toBe(200);
    expect((await ask("GET", "/framed/strict", { cookie })).status).toBe(429);
    expect((await ask("POST", "/session")).status).toBe(401);
    clock.advance(60_000);
    expect((await ask("POST", "/session", { cookie })).status).toBe(200);
  });

  it("counts against the network instead, before it looks up anything", async () => {
    const { ask, clock } = await openWorld();
    for (let request = 0; request < 100; request++) await ask("GET", "/framed/by-network");
    expect((await ask("GET", "/framed/by-network")).status).toBe(429);
    expect((await ask("GET", "/session")).status).toBe(401);
    clock.advance(10_000);
    expect((await ask("GET", "/framed/by-network")).status).toBe(401);
  });
});

describe("answerRefusals", () => {
  it.each(Object.entries(FOREIGN))(
    "passes on an error of the application's own: %s",
    async (path, thrown) => {
      const { ask, logged } = await openWorld();
      const answer = await ask("GET", `/framed${path}`);
      expect(answer.status).toBe(418);
      expect(answer.json).toEqual({ answeredBy: "the application", thrown: String(thrown) });
      expect(logged).toEqual([]);
    },
  );

  it("answers a database that is away", async () => {
    const { ask } = await openWorld();
    expect(await ask("GET", "/framed/stored")).toMatchObject({
      status: 503,
      json: { code: "UNAVAILABLE" },
    });
  });
});

describe("what a guard hands over", () => {
  it("is what the surface shows of the caller", async () => {
    const { ask, signIn } = await openWorld();
    const headers = inOrganization(await signIn("admin"));
    const [own, shown] = [
      await ask("GET", "/me", headers),
      await ask("GET", "/api/v1/auth/me", headers),
    ];
    const { activeOrganization, permissions, ...user } = readJson(shown.json, "object");
    const { role, ...organization } = readJson(activeOrganization, "object");
    expect(own.json).toEqual({ user, membership: { organization, role }, permissions });
    expect(role).toBe("admin");
  });

  it("is plain data, all of it: a copy and its JSON are the same", async () => {
    const { identify, signIn } = await openWorld();
    const headers = { ...inOrganization(await signIn("admin")), origin: "http://localhost:3004" };
    const { caller } = await identify(headers);
    for (const part of [caller, caller.user, caller.membership!, caller.membership!.organization])
      expect(Object.getPrototypeOf(part)).toBe(Object.prototype);
    expect(structuredClone(caller)).toEqual(JSON.parse(JSON.stringify(caller)));
    expect(Reflect.ownKeys(caller)).toEqual(["user", "membership", "permissions"]);
  });

  it("shows the user alone as the surface does: without the time of an account recovery", async () => {
    const { ask, signIn } = await openWorld();
    const cookie = await signIn();
    const { json: own } = await ask("GET", "/my-user", { cookie });
    const { json: shown } = await ask("GET", "/api/v1/auth/me", { cookie });
    const { activeOrganization: _none, permissions: _neither, ...user } = readJson(shown, "object");
    expect(own).toEqual(user);
    expect(Object.keys(readJson(own, "object"))).not.toContain("reclaimedAt");
  });

  it("has no hash of the token, and still serves the use cases that check the session again", async () => {
    const { auth, identify, signIn } = await openWorld();
    const { by } = await identify({ cookie: await signIn(), origin: "http://localhost:3004" });
    expect(inspect(by, { depth: 9, showHidden: true })).not.toContain("tokenHash");
    expect(await auth.dataExport.request(by, nobody)).toMatchObject({ status: "pending" });
  });
});

describe("a route without a guard", () => {
  it("gives the proof of what the guard has checked, and of nothing else", async () => {
    const { ask, signIn } = await openWorld();
    const cookie = `${await signIn("owner")}; active-org=${ORGANIZATION}`;
    for (const path of ["/mistaken", "/unproven"])
      expect((await ask("GET", path, { cookie })).status).toBe(500);
  });

  it("cannot ask who is calling", async () => {
    const { ask, signIn } = await openWorld();
    const answer = await ask("GET", "/unguarded", { cookie: await signIn() });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain(
      "This route has no guard: put requireSession or requirePermission before it.",
    );
    expect(() => guardedRequest(new IncomingMessage(new Socket()))).toThrow(
      "This route has no guard",
    );
  });
});

const FAMILY = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
};
const ABSENT = ["etag", "x-powered-by"];
const ID = /^[0-9a-f-]{36}$/;

describe("what a guarded route answers", () => {
  it("has the headers of the surface", async () => {
    const { ask, signIn } = await openWorld();
    const { headers } = await ask("GET", "/session", { cookie: await signIn() });
    expect(Object.fromEntries(headers)).toMatchObject({ ...FAMILY, vary: "Origin, X-Active-Org" });
    expect(headers.get("x-request-id")).toMatch(ID);
    for (const name of ABSENT) expect(headers.get(name), name).toBeNull();
  });

  it("keeps what the application says otherwise", async () => {
    const { ask, signIn } = await openWorld();
    const { headers, text } = await ask("GET", "/own/page", { cookie: await signIn() });
    expect(text).toBe("<p>");
    expect(headers.get("content-security-policy")).toBe("default-src 'self'");
    expect(headers.get("vary")).toBe("Accept-Encoding, Origin, X-Active-Org");
    expect(headers.get("etag")).toBeNull();
  });

  it("has the ETag that the application has set itself, and no other", async () => {
    const { ask, signIn } = await openWorld();
    const { headers } = await ask("GET", "/own/tagged", { cookie: await signIn() });
    expect(headers.get("etag")).toBe('"version-7"');
  });

  it.each(['"version-7"', "version 7"])(
    "is the whole file to a client that holds a part of it as %s",
    async (version) => {
      const { ask, signIn } = await openWorld();
      const cookie = await signIn();
      const range = { cookie, range: "bytes=0-5" };
      expect(await ask("GET", "/own/file", range)).toMatchObject({ status: 206, text: "import" });
      const { status, headers } = await ask("GET", "/own/file", { ...range, "if-range": version });
      expect(status).toBe(200);
      expect(headers.get("etag")).toBeNull();
    },
  );

  it("has them once behind two guards", async () => {
    const { ask, signIn } = await openWorld();
    const { status, headers } = await ask(
      "GET",
      "/own/twice",
      inOrganization(await signIn("member")),
    );
    expect(status).toBe(200);
    expect(headers.get("vary")).toBe("Origin, X-Active-Org");
    expect(headers.get("x-request-id")).toMatch(ID);
    expect(headers.get("etag")).toBeNull();
  });
});

const JSON_TYPE = "application/json";

describe("what a guarded route refuses", () => {
  it.each<
    readonly [
      what: string,
      headers: Readonly<Record<string, string>>,
      body: string,
      parsed: readonly [number, string],
      own: readonly [number, string],
    ]
  >([
    [
      "an unknown encoding",
      { "content-encoding": "foo" },
      "{}",
      [415, "UNSUPPORTED_MEDIA_TYPE"],
      [415, "UNSUPPORTED_MEDIA_TYPE"],
    ],
    [
      "no gzip",
      { "content-encoding": "gzip" },
      "{}",
      [400, "INVALID_JSON"],
      [415, "UNSUPPORTED_MEDIA_TYPE"],
    ],
    [
      "no brotli",
      { "content-encoding": "br" },
      "{}",
      [400, "INVALID_JSON"],
      [415, "UNSUPPORTED_MEDIA_TYPE"],
    ],
    [
      "another charset",
      { "content-type": `${JSON_TYPE}; charset=latin1` },
      "{}",
      [415, "UNSUPPORTED_MEDIA_TYPE"],
      [415, "UNSUPPORTED_MEDIA_TYPE"],
    ],
    [
      "UTF-16",
      { "content-type": `${JSON_TYPE}; charset=utf-16` },
      "{}",
      [400, "INVALID_JSON"],
      [415, "UNSUPPORTED_MEDIA_TYPE"],
    ],
    ["broken JSON", {}, "{", [400, "INVALID_JSON"], [400, "INVALID_JSON"]],
    [
      "too long a body",
      {},
      JSON.stringify("x".repeat(40_000)),
      [413, "PAYLOAD_TOO_LARGE"],
      [413, "PAYLOAD_TOO_LARGE"],
    ],
  ])("is answered as by the surface: %s", async (...[, headers, body, parsed, own]) => {
    const { ask, signIn, logged } = await openWorld();
    const cookie = await signIn();
    for (const [path, [status, code]] of [
      ["/own/parsed", parsed],
      ["/own/json", own],
    ] as const) {
      const answer = await ask("POST", path, {
        cookie,
        "content-type": JSON_TYPE,
        ...headers,
        body,
      });
      expect(answer, path).toMatchObject({
        status,
        json: { code, message: anyString() },
      });
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        ...FAMILY,
        "content-type": "application/json; charset=utf-8",
      });
      for (const name of ABSENT) expect(answer.headers.get(name), name).toBeNull();
    }
    expect(logged).toEqual([]);
  });

  it("is what the surface refuses of a body that it reads, and nothing else", async () => {
    const { ask, signIn } = await openWorld();
    const cookie = await signIn();
    const json = (headers: Readonly<Record<string, string>>, body?: string) =>
      ask("POST", "/own/json", { cookie, ...headers, ...(body !== undefined && { body }) });
    expect(await json({ "content-type": "text/plain" }, "{}")).toMatchObject({ status: 415 });
    expect(
      await json({ "content-type": JSON_TYPE, origin: "https://evil.example" }, "{"),
    ).toMatchObject({
      status: 403,
      json: { code: "INVALID_ORIGIN" },
    });
    expect(
      (await json({ "content-type": `${JSON_TYPE}; charset=UTF-8` }, '{"a":["é"]}')).json,
    ).toEqual({ got: { a: ["é"] } });
    expect((await json({})).json).toEqual({ got: "nothing" });
  });

  it("is 500 for a bug, logged under the request id that the client receives, with nothing left of the answer it began", async () => {
    const { ask, signIn, logged } = await openWorld();
    const answer = await ask("GET", "/own/broken", { cookie: await signIn() });
    expect(answer).toMatchObject({ status: 500, json: { code: "INTERNAL_ERROR" } });
    expect(Object.fromEntries(answer.headers)).toMatchObject(FAMILY);
    expect(answer.headers.get("content-disposition")).toBeNull();
    expect(answer.headers.get("set-cookie")).toContain("own=1");
    expect(logged).toEqual([
      {
        event: "request_failed",
        fields: { requestId: answer.headers.get("x-request-id"), route: "unknown" },
        cause: errorWith({ message: "a bug" }),
      },
    ]);
  });

  it("is 500 for an error whose type is a name that every object has", async () => {
    const { ask, signIn } = await openWorld();
    expect(await ask("GET", "/own/odd", { cookie: await signIn() })).toMatchObject({
      status: 500,
      json: { code: "INTERNAL_ERROR" },
    });
  });

  it("is 413 for a form of more fields than its parser takes", async () => {
    const { ask, signIn } = await openWorld();
    const form = { cookie: await signIn(), "content-type": "application/x-www-form-urlencoded" };
    expect(await ask("POST", "/own/form", { ...form, body: "a=1&b=2" })).toMatchObject({
      status: 200,
    });
    expect(await ask("POST", "/own/form", { ...form, body: "a=1&b=2&c=3" })).toMatchObject({
      status: 413,
      json: { code: "PAYLOAD_TOO_LARGE" },
    });
  });

  it("has one request id, which the route knows too", async () => {
    const { ask, signIn, logged } = await openWorld();
    const { headers } = await ask("GET", "/own/named/broken", { cookie: await signIn() });
    expect(logged.map(({ fields }) => fields["requestId"])).toEqual([headers.get("x-request-id")]);
    expect(logged[0]!.cause).toMatchObject({
      message: `broken in ${headers.get("x-request-id")}`,
    });
  });

  it("is 503 while the database is away, with a time to come again", async () => {
    const { ask, signIn } = await openWorld();
    const cookie = await signIn();
    for (let request = 0; request < 2; request++) {
      const answer = await ask("GET", "/own/stored", { cookie });
      expect(answer).toMatchObject({ status: 503, json: { code: "UNAVAILABLE" } });
      expect(answer.headers.get("retry-after")).toBe("1");
    }
  });

  it("is 404 for a path that does not decode", async () => {
    const { ask, signIn } = await openWorld();
    expect(await ask("GET", "/own/named/%ff", { cookie: await signIn() })).toMatchObject({
      status: 404,
      json: { code: "NOT_FOUND" },
    });
  });

  it("is the application's where it brings a status of its own, or the answer has begun", async () => {
    const { ask, signIn, logged } = await openWorld();
    const cookie = await signIn();
    expect(await ask("GET", "/own/own", { cookie })).toMatchObject({ status: 418, json: null });
    await expect(ask("GET", "/own/begun", { cookie })).rejects.toThrow();
    expect(logged).toEqual([]);
  });
});

describe("a measured route", () => {
  it("is counted once, also when it throws, and when its client goes away before the answer", async () => {
    const counted: number[] = [];
    const store = createSqliteStore(":memory:");
    const auth = createAuth({
      store,
      mailer: createInbox(),
      links: site.links,
      secret: Buffer.alloc(32, 7).toString("base64"),
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      ports: {
        scheduler: createManualScheduler(),
        metrics: {
          requestStarted: () => (answered) => void counted.push(answered.status),
          requestRefused() {},
          signInEnded() {},
          hashQueueChanged() {},
          sweepEnded() {},
        },
      },
    });
    const { measure, answerRefusals } = guards(createSurface({ auth, site, features: [NOTES] }));
    const leave = new AbortController();
    const app = express();
    app.use(measure);
    app.get("/notes/fine", (_request, response) => void response.json({}));
    app.get("/notes/broken", () => {
      throw new Error("a bug");
    });
    app.get("/notes/slow", () => leave.abort());
    app.use(answerRefusals);
    const server = createServer(app);
    open.push(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const at = `http://127.0.0.1:${portOf(server)}/notes`;
    await (await fetch(`${at}/fine`)).text();
    await (await fetch(`${at}/broken`)).text();
    await expect(fetch(`${at}/slow`, { signal: leave.signal })).rejects.toThrow("abort");
    await vi.waitFor(() => expect(counted).toEqual([200, 500, 499]), { timeout: 20_000 });
    await store.close();
  });
});
