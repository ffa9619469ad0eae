import { once } from "node:events";
import { createServer, IncomingMessage } from "node:http";
import { Socket, type AddressInfo } from "node:net";
import { createAuth, parseEmailAddress, Secret, type Client, type Role } from "@acme/auth-core";
import { kyselyOf } from "@acme/auth-kysely";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createManualScheduler, createSeededRandom } from "@acme/auth-testing";
import express from "express";
import { afterEach, describe, expect, it } from "vitest";
import { callerOf, createSite, grantOf, guardedRequest, guards } from "./index.js";

const site = createSite({ serviceUrl: "http://localhost:3000", appUrl: "http://localhost:3004" });
const nobody: Client = { ipAddress: null, network: "unknown", userAgent: null, sessionToken: null, browserToken: null, organization: null };
const ORGANIZATION = "0197a0c0-0000-7000-8000-000000000001";
const OTHER = "0197a0c0-0000-7000-8000-000000000002";
const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

async function openWorld() {
  const store = createSqliteStore(":memory:");
  await store.migrate();
  const clock = createFixedClock();
  const inbox = createInbox();
  const auth = createAuth({
    store,
    mailer: inbox,
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    permissions: { "reports:read": { owner: true, admin: true, member: false } },
    ports: { clock, random: createSeededRandom(), scheduler: createManualScheduler() },
  });
  const { requireSession, requireFreshSession, requirePermission } = guards({ auth, site });
  const app = express();
  app.all("/session", requireSession, (request, response) => void response.json({ email: callerOf(request).user.email }));
  app.all("/fresh", requireFreshSession, (_request, response) => void response.json({ ok: true }));
  app.all(
    "/reports",
    requirePermission("reports:read"),
    (request, response) => void response.json({ ...guardedRequest(request), granted: grantOf(request, "reports:read") }),
  );
  app.all("/members", requirePermission("org:members:write"), (_request, response) => void response.json({ ok: true }));
  app.all("/mistaken", requirePermission("org:read"), (request, response) => void response.json(grantOf(request, "org:audit:read")));
  app.all("/unproven", requireSession, (request, response) => void response.json(grantOf(request, "org:read")));
  app.use(
    "/nested",
    express.Router().get("/deep", requireSession, (request, response) => void response.json({ email: callerOf(request).user.email })),
  );
  app.get("/unguarded", (request, response) => void response.json(callerOf(request)));
  const server = createServer(app);
  open.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function ask(method: string, path: string, headers: Readonly<Record<string, string>> = {}) {
    const answer = await fetch(url + path, { method, headers });
    const text = await answer.text();
    const json: unknown = text.startsWith("{") ? JSON.parse(text) : null;
    return { status: answer.status, headers: answer.headers, text, json };
  }

  async function signIn(role: Role | null = null): Promise<string> {
    const email = parseEmailAddress("ada@example.com")!;
    await auth.emailOtp.send(email, "sign-in", nobody);
    await auth.worker.runDue();
    const { token, user } = await auth.emailOtp.signIn({ email, otp: new Secret(inbox.codeFor(email)) }, nobody);
    const at = clock.now().toISOString();
    await store.transaction(async (tx) => {
      const db = kyselyOf(tx).withTables<{ auth_organization: Record<string, unknown>; auth_membership: Record<string, unknown> }>();
      for (const [id, slug] of [
        [ORGANIZATION, "acme"],
        [OTHER, "other"],
      ] as const) {
        await db.insertInto("auth_organization").values({ id, name: slug, slug, metadata: "{}", created_at: at, updated_at: at }).execute();
      }
      if (role)
        await db.insertInto("auth_membership").values({ id: "m-1", organization_id: ORGANIZATION, user_id: user.id, role, created_at: at }).execute();
    });
    return `session=${token.reveal()}`;
  }
  return { auth, clock, ask, signIn };
}

const inOrganization = (cookie: string, organization = ORGANIZATION) => ({ cookie: `${cookie}; active-org=${organization}` });

describe("requireSession", () => {
  it("lets a session through and says whose it is", async () => {
    const { ask, signIn } = await openWorld();
    const cookie = await signIn();
    expect(await ask("GET", "/session", { cookie })).toMatchObject({ status: 200, json: { email: "ada@example.com" } });
    expect(await ask("GET", "/nested/deep", { cookie })).toMatchObject({ status: 200, json: { email: "ada@example.com" } });
  });

  it.each(["GET", "POST", "DELETE"])("answers %s without one in the words and headers of the surface", async (method) => {
    const { ask } = await openWorld();
    for (const cookie of ["", "session=", `session=${"A".repeat(43)}`]) {
      const answer = await ask(method, "/session", { cookie });
      expect(answer).toMatchObject({ status: 401, json: { code: "UNAUTHORIZED", message: "Sign in to do this." } });
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-request-id")).toBeTruthy();
      expect(answer.headers.get("x-powered-by")).toBeNull();
    }
  });

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
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "https://evil.example", cookie },
      { "sec-fetch-site": "cross-site", cookie },
      { referer: "https://evil.example/", cookie },
    ]) {
      expect(await ask("POST", "/session", headers as Record<string, string>)).toMatchObject({ status: 403, json: { code: "INVALID_ORIGIN" } });
    }
    expect((await ask("POST", "/session", { cookie, origin: "http://localhost:3004" })).status).toBe(200);
    expect((await ask("POST", "/session", { cookie })).status).toBe(200);
    expect((await ask("GET", "/session", { cookie, origin: "https://evil.example" })).status).toBe(200);
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
    expect(await ask("GET", "/fresh", { cookie })).toMatchObject({ status: 403, json: { code: "SESSION_NOT_FRESH" } });
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
      granted: { userId: expect.any(String) as string, organizationId: ORGANIZATION, role: "admin" },
      caller: { user: { email: "ada@example.com" } },
    });
    expect(JSON.stringify((json as { readonly client: object }).client)).toContain('"sessionToken":"[secret]"');
  });

  it("is 401 without a session, and 403 without an organization one belongs to", async () => {
    const { ask, signIn } = await openWorld();
    expect(await ask("GET", "/reports")).toMatchObject({ status: 401, json: { code: "UNAUTHORIZED" } });
    const cookie = await signIn("owner");
    for (const headers of [
      { cookie },
      inOrganization(cookie, OTHER),
      inOrganization(cookie, "nonsense"),
      { ...inOrganization(cookie), "x-active-org": OTHER },
    ]) {
      expect(await ask("GET", "/reports", headers)).toMatchObject({ status: 403, json: { code: "NO_ACTIVE_ORGANIZATION" } });
    }
    expect((await ask("GET", "/reports", { ...inOrganization(cookie, OTHER), "x-active-org": ORGANIZATION })).status).toBe(200);
  });

  it("applies the cross-site rule too", async () => {
    const { ask, signIn } = await openWorld();
    const headers = { ...inOrganization(await signIn("owner")), origin: "https://evil.example" };
    expect(await ask("POST", "/reports", headers)).toMatchObject({ status: 403, json: { code: "INVALID_ORIGIN" } });
  });
});

describe("a route without a guard", () => {
  it("gives the proof of what the guard has checked, and of nothing else", async () => {
    const { ask, signIn } = await openWorld();
    const cookie = `${await signIn("owner")}; active-org=${ORGANIZATION}`;
    for (const path of ["/mistaken", "/unproven"]) expect((await ask("GET", path, { cookie })).status).toBe(500);
  });

  it("cannot ask who is calling", async () => {
    const { ask, signIn } = await openWorld();
    const answer = await ask("GET", "/unguarded", { cookie: await signIn() });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain("This route has no guard: put requireSession or requirePermission before it.");
    expect(() => guardedRequest(new IncomingMessage(new Socket()))).toThrow("This route has no guard");
  });
});
