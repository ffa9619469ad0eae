import { createAuth } from "@acme/auth-core";
import { createSqliteStore, openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
} from "@acme/auth-testing";
import { anyString, stringContaining } from "@acme/auth-testing/matchers";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { describe, expect, it, vi } from "vitest";
import { codeIn } from "../test/reply-body.js";
import { createHttpSurface } from "./http-surface.js";
import type { HttpReply, HttpRequest } from "./kernel/http-message.js";
import type { AnyRoute } from "./kernel/route.js";
import { createSite } from "./site/site.js";
import { surface as routes } from "./surface.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});

async function openWorld({
  standalone = false,
  requestsPerClient = 100,
  readRequestsPerClient = 1_000,
  migrated = true,
} = {}) {
  const store = migrated ? await openMemoryStore() : createSqliteStore(":memory:");
  const auth = createAuth({
    store,
    mailer: createInbox(),
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    policy: { requestsPerClient, readRequestsPerClient },
    ports: {
      clock: createFixedClock(),
      random: createSeededRandom(),
      scheduler: createManualScheduler(),
    },
  });
  const breaches: Error[] = [];
  const surface = createHttpSurface({
    auth,
    site,
    standalone,
    onBreach: (breach) => breaches.push(breach),
  });
  const requestOf = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): HttpRequest => ({
    method,
    path,
    query: "",
    peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
    header: (name) => headers[name],
    readBody: () => Promise.resolve(null),
  });
  const ask = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ) => surface.answer(requestOf(method, path, headers));
  return { store, surface, ask, requestOf, breaches };
}

const headersOf = ({ headers }: HttpReply) =>
  Object.fromEntries(
    headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]!]] : [])),
  );

describe("under /api/auth", () => {
  it.each([
    "/api/auth/",
    "/api/auth/nothing",
    "/api/auth/ok/",
    "/api/auth//ok",
    "/api/auth/OK",
    "/api/auth/%6fk",
    "/api/auth/delete-user",
    "/api/auth/../v1/auth/me",
  ])("%s is 404 for every method", async (path) => {
    const { ask } = await openWorld();
    for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
      expect(codeIn(await ask(method, path)), method).toBe("NOT_FOUND");
    expect(await ask("HEAD", path)).toMatchObject({ status: 404, body: null });
  });

  it.each([
    ["GET", "/api/auth/email-otp/sign-in", "POST, OPTIONS"],
    ["DELETE", "/api/auth/sign-in/email-otp", "POST, OPTIONS"],
    ["POST", "/api/auth/get-session", "GET, HEAD, OPTIONS"],
    ["get", "/api/auth/get-session", "GET, HEAD, OPTIONS"],
    ["CONNECT", "/api/auth/ok", "GET, HEAD, OPTIONS"],
  ])("%s %s is 405 and says what is allowed", async (method, path, allow) => {
    const { ask } = await openWorld();
    const reply = (await ask(method, path))!;
    expect(reply.status).toBe(405);
    expect(codeIn(reply)).toBe("METHOD_NOT_ALLOWED");
    expect(headersOf(reply)).toMatchObject({ Allow: allow, "Cache-Control": "no-store" });
  });

  it("requests for nothing, and with the wrong method, count like any other", async () => {
    const { ask } = await openWorld({ requestsPerClient: 3 });
    await ask("GET", "/api/auth/nothing");
    await ask("GET", "/api/auth/sign-out");
    await ask("POST", "/api/auth/sign-out");
    for (const [method, path] of [
      ["GET", "/api/auth/nothing"],
      ["GET", "/api/auth/sign-out"],
      ["POST", "/api/auth/sign-out"],
    ] as const) {
      const reply = (await ask(method, path))!;
      expect(reply.status).toBe(429);
      expect(headersOf(reply)).toMatchObject({
        "Retry-After": "10",
        "X-Retry-After": "10",
        "RateLimit-Policy": '"authIpLimiter";q=3;w=10',
        RateLimit: '"authIpLimiter";r=0;t=10',
      });
    }
    expect((await ask("GET", "/api/auth/get-session"))!.status).toBe(200);
  });

  it("nothing is answered without being counted", async () => {
    const { ask, store } = await openWorld();
    await store.close();
    for (const [method, path] of [
      ["GET", "/api/auth/nothing"],
      ["GET", "/api/auth/sign-out"],
      ["POST", "/api/auth/sign-out"],
    ] as const) {
      expect((await ask(method, path))!.status, path).toBe(503);
    }
  });
});

describe("under /api/v1", () => {
  it.each([
    ["GET", "/api/v1/nothing"],
    ["GET", "/api/v1/auth/me/"],
    ["GET", "/api/v1/auth/ME"],
    ["POST", "/api/v1/auth/me"],
    ["DELETE", "/api/v1/auth/me"],
    ["OPTIONS", "/api/v1/nothing"],
  ])("%s %s is for the application", async (method, path) => {
    const { ask } = await openWorld();
    expect(await ask(method, path)).toBeNull();
  });

  it("our own routes are ours", async () => {
    const { ask } = await openWorld();
    expect(codeIn(await ask("GET", "/api/v1/auth/me"))).toBe("UNAUTHORIZED");
    expect(await ask("HEAD", "/api/v1/auth/me")).toMatchObject({ status: 401, body: null });
    expect((await ask("GET", "/api/v1/openapi.json"))!.status).toBe(200);
  });
});

describe("the document of the surface", () => {
  it("is written once, however often it is requested", async () => {
    const { ask, breaches } = await openWorld();
    const first = (await ask("GET", "/api/v1/openapi.json"))!;
    expect(codeIn(first)).toBeUndefined();
    const stringify = vi.spyOn(JSON, "stringify");
    const second = (await ask("GET", "/api/v1/openapi.json"))!;
    expect(stringify).not.toHaveBeenCalled();
    stringify.mockRestore();
    expect(second.body).toBe(first.body);
    expect(breaches).toEqual([]);
  });
});

describe("everywhere else", () => {
  const ELSEWHERE = [
    "/",
    "",
    "/healthz",
    "/readyz",
    "/docs",
    "/api/auth",
    "/api/authx/ok",
    "/API/auth/ok",
    "//api/auth/ok",
    "/api/v2/auth/me",
    "*",
  ];

  it.each(ELSEWHERE)("%j is for the application", async (path) => {
    const { ask } = await openWorld();
    for (const method of ["GET", "HEAD", "POST", "OPTIONS"])
      expect(await ask(method, path)).toBeNull();
  });

  it("is 404 when the surface stands alone, except for health and documentation", async () => {
    const { ask, breaches } = await openWorld({ standalone: true });
    for (const path of ["/healthz", "/readyz", "/docs"]) {
      expect((await ask("GET", path))!.status, path).toBe(200);
      expect(await ask("HEAD", path), path).toMatchObject({ status: 200, body: null });
    }
    for (const path of ["/", "/api/auth", "/api/v1/nothing", "/Healthz", "/docs/"])
      expect(codeIn(await ask("GET", path)), path).toBe("NOT_FOUND");
    expect(breaches).toEqual([]);
  });

  it("readiness is denied while the database is not up to date, and liveness is not", async () => {
    const { ask, store, breaches } = await openWorld({ standalone: true, migrated: false });
    expect((await ask("GET", "/healthz"))!.status).toBe(200);
    const reply = (await ask("GET", "/readyz"))!;
    expect([reply.status, codeIn(reply)]).toEqual([503, "UNAVAILABLE"]);
    expect(headersOf(reply)).toMatchObject({ "Retry-After": "1" });
    await store.migrate();
    expect((await ask("GET", "/readyz"))!.status).toBe(200);
    expect(breaches).toEqual([]);
  });
});

describe("a preflight", () => {
  const preflight = { origin: "https://app.example.com", "access-control-request-method": "POST" };

  it.each([
    ["/api/auth/email-otp/sign-in", "POST"],
    ["/api/auth/get-session", "GET, HEAD"],
    ["/api/v1/auth/me", "GET, HEAD"],
  ])("of an allowed origin for %s is answered", async (path, methods) => {
    const { ask } = await openWorld();
    const reply = (await ask("OPTIONS", path, preflight))!;
    expect(reply).toMatchObject({ status: 204, body: null });
    expect(headersOf(reply)).toMatchObject({
      "Access-Control-Allow-Origin": preflight.origin,
      "Access-Control-Allow-Credentials": "true",
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Allow-Headers": "Content-Type, X-Active-Org",
      Vary: "Origin",
    });
  });

  it("of an allowed origin for an unknown path is answered, so that its 404 can be read", async () => {
    const { ask } = await openWorld();
    const reply = (await ask("OPTIONS", "/api/auth/two-factor/enable", preflight))!;
    expect(reply).toMatchObject({ status: 204, body: null });
    expect(headersOf(reply)).toMatchObject({
      "Access-Control-Allow-Origin": preflight.origin,
      "Access-Control-Allow-Methods": stringContaining("POST"),
    });
    const refused = (await ask("POST", "/api/auth/two-factor/enable", {
      origin: preflight.origin,
    }))!;
    expect([codeIn(refused), headersOf(refused)["Access-Control-Allow-Origin"]]).toEqual([
      "NOT_FOUND",
      preflight.origin,
    ]);
    const others: readonly Readonly<Record<string, string>>[] = [
      { ...preflight, origin: "https://evil.example" },
      { origin: preflight.origin },
      {},
    ];
    for (const headers of others)
      expect(codeIn(await ask("OPTIONS", "/api/auth/two-factor/enable", headers))).toBe(
        "NOT_FOUND",
      );
  });

  it.each(["/api/auth/sign-out", "/api/auth/nothing"])(
    "for %s counts like what it asks for, and is answered beyond the limit",
    async (path) => {
      const { ask } = await openWorld({ requestsPerClient: 2 });
      for (let request = 0; request < 4; request++)
        expect((await ask("OPTIONS", path, preflight))!.status).toBe(204);
      expect(codeIn(await ask("POST", "/api/auth/sign-out"))).toBe("TOO_MANY_REQUESTS");
      expect((await ask("GET", "/api/auth/get-session"))!.status).toBe(200);
    },
  );

  it("for a path that only reads a presented cookie counts as a read request only", async () => {
    const { ask } = await openWorld({ requestsPerClient: 2, readRequestsPerClient: 3 });
    for (let request = 0; request < 3; request++)
      expect((await ask("OPTIONS", "/api/auth/get-session", preflight))!.status).toBe(204);
    expect(codeIn(await ask("GET", "/api/auth/get-session"))).toBe("TOO_MANY_REQUESTS");
    expect((await ask("POST", "/api/auth/sign-out"))!.status).toBe(200);
  });

  it.each(["/api/auth/sign-out", "/api/auth/nothing"])(
    "for %s is answered while nothing can be counted",
    async (path) => {
      const { ask, store } = await openWorld();
      await store.close();
      expect((await ask("OPTIONS", path, preflight))!.status).toBe(204);
    },
  );

  it("of any other origin gets no leave", async () => {
    const { ask } = await openWorld();
    const reply = (await ask("OPTIONS", "/api/auth/get-session", {
      ...preflight,
      origin: "https://evil.example",
    }))!;
    expect(headersOf(reply)).not.toHaveProperty("Access-Control-Allow-Origin");
    expect(headersOf(reply)).not.toHaveProperty("Access-Control-Allow-Credentials");
  });
});

describe("the guard of an application's own routes", () => {
  it("applies the cross-site rule first, then asks who is there", async () => {
    const { surface, requestOf } = await openWorld();
    await expect(
      surface.guard({}, requestOf("POST", "/reports", { origin: "https://evil.example" })),
    ).rejects.toMatchObject({
      code: "INVALID_ORIGIN",
    });
    for (const demand of [{}, { fresh: true }, { permission: "org:read" }] as const) {
      await expect(surface.guard(demand, requestOf("POST", "/reports"))).rejects.toMatchObject({
        code: "UNAUTHORIZED",
      });
    }
  });
});

describe("the table of routes", () => {
  it("says of each what it is for and which limiter counts it", async () => {
    const nameOf = (route: AnyRoute): string => `${route.method} ${route.path}`;
    await expectOfEach(routes, nameOf, ({ description, path, limit, access }) => {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(typeof access === "object" || ["anyone", "session", "fresh"].includes(access)).toBe(
        true,
      );
      if (path.startsWith("/api/auth/") || path.startsWith("/api/v1/auth/"))
        expect(limit).not.toBe("none");
    });
  });

  it("lets only what looks at a cookie, the download, the reference, and what is read by permission count in memory", () => {
    const reading = routes.filter(({ limit }) => limit === "read").map(({ path }) => path);
    expect(reading.sort()).toEqual([
      "/api/auth/get-session",
      "/api/auth/ok",
      "/api/v1/auth/me",
      "/api/v1/auth/methods",
      "/api/v1/auth/policy",
      "/api/v1/me/export/:id/download",
      "/api/v1/openapi.json",
      "/api/v1/organizations/:id",
      "/api/v1/organizations/:id/audit",
      "/api/v1/organizations/:id/audit/export",
      "/api/v1/organizations/:id/invitations",
      "/api/v1/organizations/:id/members",
      "/docs",
    ]);
  });

  it("takes forms from other sites at one route, which opens no session and creates nothing", () => {
    const crossSite = routes.filter((route) => route.crossSite);
    expect(crossSite).toMatchObject([
      {
        method: "POST",
        path: "/api/auth/callback/:provider",
        access: "anyone",
        limit: "auth-ip",
        status: 303,
        refuses: ["METHOD_NOT_ALLOWED"],
      },
    ]);
    for (const { opensSession, creates, grants } of crossSite)
      expect([opensSession, creates, grants]).toEqual([undefined, undefined, undefined]);
  });

  it("takes forms from the pages that hold one, and from nowhere else", () => {
    const ofPages = routes.filter((route) => route.forms !== undefined && !route.crossSite);
    const forms = ofPages.map((route) => [`${route.method} ${route.path}`, route.forms]);
    expect(forms.sort()).toEqual([
      ["POST /api/auth/change-email/confirm", "too"],
      ["POST /api/auth/magic-link/verify", "too"],
      ["POST /api/auth/verify-email", "only"],
    ]);
    for (const { path, page } of ofPages) {
      expect(page, path).toBeDefined();
      const opened = routes.find((route) => route.method === "GET" && route.path === path);
      expect(opened, path).toMatchObject({ access: "anyone", page: anyString() });
    }
  });

  it("redirects from the link of a reset and from a provider, and has no other effect there", () => {
    const leading = routes
      .filter(({ status }) => status === 302)
      .map(({ method, path }) => `${method} ${path}`);
    expect(leading.sort()).toEqual([
      "GET /api/auth/callback/:provider",
      "GET /api/auth/reset-password/:token",
    ]);
  });

  it("shows pages at the mailed links, and little else", () => {
    const pages = routes
      .filter(({ page }) => page !== undefined)
      .map(({ method, path, page }) => [`${method} ${path}`, page]);
    expect(pages.sort()).toEqual([
      ["GET /api/auth/change-email/confirm", "always"],
      ["GET /api/auth/error", "always"],
      ["GET /api/auth/invitation", "always"],
      ["GET /api/auth/magic-link/verify", "to people"],
      ["GET /api/auth/verify-email", "to people"],
      ["GET /docs", "always"],
      ["POST /api/auth/change-email/confirm", "to people"],
      ["POST /api/auth/magic-link/verify", "to people"],
      ["POST /api/auth/verify-email", "always"],
    ]);
  });
});
