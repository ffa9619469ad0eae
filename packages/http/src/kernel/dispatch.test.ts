import {
  AuthError,
  type Client,
  createAuth,
  definePolicy,
  parseEmailAddress,
  type Policy,
  type Role,
  Secret,
} from "@acme/auth-core";
import { kyselyOf } from "@acme/auth-kysely";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
} from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { codeIn } from "../../test/reply-body.js";
import { isUserWrite } from "../site/families.js";
import { createSite } from "../site/site.js";
import { createDispatch } from "./dispatch.js";
import type { HttpReply, HttpRequest } from "./http-message.js";
import { type AnyRoute, route } from "./route.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const peer = { ipAddress: "192.0.2.1", network: "192.0.2.1" };
const nobody: Client = {
  ...peer,
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};
const ORGANIZATION = "0197a0c0-0000-7000-8000-000000000001";

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly query?: string;
  readonly body?: string;
}

function requestFor(
  route: AnyRoute,
  { headers = {}, method = route.method, query = "", body }: SendOptions,
): HttpRequest {
  const all: Readonly<Record<string, string>> =
    body === undefined
      ? headers
      : { "content-type": "application/json", "content-length": String(body.length), ...headers };
  const raw = body === undefined || body === "" ? null : { bytes: new TextEncoder().encode(body) };
  return {
    method,
    path: route.path,
    query,
    peer,
    header: (name) => all[name],
    readBody: () => Promise.resolve(raw),
  };
}

async function openWorld(policy: Partial<Policy> = {}) {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const inbox = createInbox();
  const [log, warnings]: [string[], string[]] = [[], []];
  const auth = createAuth({
    store,
    mailer: inbox,
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    policy,
    logger: {
      debug() {},
      info() {},
      warn: (event) => void warnings.push(event),
      error: (event, fields) => void log.push(`${event} ${JSON.stringify(fields)}`),
    },
    ports: { clock, random: createSeededRandom(), scheduler: createManualScheduler() },
  });
  const breaches: Error[] = [];
  const watched = createDispatch({
    auth,
    site,
    sections: [],
    isUserWrite,
    onBreach: (breach) => breaches.push(breach),
  });
  const inProduction = createDispatch({ auth, site, sections: [], isUserWrite });
  const send = (route: AnyRoute, options: SendOptions = {}) =>
    watched.dispatch({ route, params: { id: "7" } }, requestFor(route, options));

  async function signIn(role: Role | null = null): Promise<string> {
    const email = parseEmailAddress("ada@example.com")!;
    await auth.emailOtp.send(email, "sign-in", nobody);
    await auth.worker.runDue();
    const { token, user } = await auth.emailOtp.signIn(
      { email, otp: new Secret(inbox.codeFor(email)) },
      nobody,
    );
    if (role) {
      const times = { created_at: clock.now().toISOString() };
      await store.transaction(async (tx) => {
        const db = kyselyOf(tx).withTables<{
          auth_organization: Record<string, unknown>;
          auth_membership: Record<string, unknown>;
        }>();
        await db
          .insertInto("auth_organization")
          .values({
            id: ORGANIZATION,
            name: "Acme",
            slug: "acme",
            metadata: "{}",
            updated_at: times.created_at,
            ...times,
          })
          .execute();
        await db
          .insertInto("auth_membership")
          .values({ id: "m-1", organization_id: ORGANIZATION, user_id: user.id, role, ...times })
          .execute();
      });
    }
    return `__Host-session=${token.reveal()}; active-org=${ORGANIZATION}`;
  }
  return { auth, store, clock, send, signIn, breaches, log, warnings, inProduction };
}

const headersOf = ({ headers }: HttpReply) =>
  Object.fromEntries(
    headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]!]] : [])),
  );

const common = {
  summary: "Do something",
  description: "Do something.",
  returns: "x",
  limit: "auth-ip",
  status: 200,
} as const;
const echo = route({
  ...common,
  method: "POST",
  path: "/api/auth/echo",
  access: "session",
  params: () => z.object({ id: z.coerce.number() }),
  query: () => z.object({ q: z.string().exactOptional() }),
  body: () => z.object({ text: z.string() }),
  reply: () =>
    z.strictObject({ text: z.string(), id: z.number(), q: z.string(), email: z.string() }),
  refuses: [],
  handle: async ({ body, params, query, caller }) => ({
    body: { text: body.text, id: params.id, q: query.q ?? "none", email: caller.user.email },
  }),
});
const open = {
  ...common,
  method: "GET",
  path: "/api/auth/open",
  access: "anyone",
  reply: () => z.strictObject({ ok: z.literal(true) }),
  refuses: [],
} as const;
const ok = route({ ...open, handle: async () => ({ body: { ok: true as const } }) });

describe("a request", () => {
  it("is answered with what its route makes of params, query, body and caller", async () => {
    const { send, signIn } = await openWorld();
    const reply = await send(echo, {
      headers: { cookie: await signIn() },
      query: "q=a%20b",
      body: '{"text":"hi","role":"owner"}',
    });
    expect(reply).toMatchObject({
      status: 200,
      cookies: [],
      body: '{"text":"hi","id":7,"q":"a b","email":"ada@example.com"}',
    });
  });

  it("is refused by the first of limit, origin, media, access and fields that has something against it", async () => {
    const { send, signIn, clock } = await openWorld({ requestsPerClient: 5 });
    const cookie = await signIn();
    const wrong = { origin: "https://evil.example", "content-type": "text/plain" };
    const refusals = [
      await send(echo, { headers: wrong, body: "x" }),
      await send(echo, { headers: { ...wrong, origin: site.serviceOrigin }, body: "x" }),
      await send(echo, { headers: { origin: site.serviceOrigin }, body: "{" }),
      await send(echo, { headers: { origin: site.serviceOrigin, cookie }, body: "{" }),
      await send(echo, { headers: { cookie }, query: "q=1&q=2", body: "{" }),
      await send(echo, { headers: wrong, body: "x" }),
    ];
    expect(refusals.map((reply) => [reply.status, codeIn(reply)])).toEqual([
      [403, "INVALID_ORIGIN"],
      [415, "UNSUPPORTED_MEDIA_TYPE"],
      [401, "UNAUTHORIZED"],
      [400, "INVALID_JSON"],
      [400, "VALIDATION_ERROR"],
      [429, "TOO_MANY_REQUESTS"],
    ]);
    clock.advance(definePolicy().requestsWindow);
    expect((await send(echo, { headers: { cookie }, body: '{"text":"hi"}' })).status).toBe(200);
  });

  it("for HEAD has everything but the body", async () => {
    const { send } = await openWorld();
    expect(await send(ok, { method: "HEAD" })).toMatchObject({ status: 200, body: null });
    expect(await send(ok, { method: "HEAD", query: "ignored" })).toMatchObject({ status: 200 });
  });

  it("takes the session from its cookie alone", async () => {
    const { send, signIn } = await openWorld();
    const token = /session=([^;]+)/.exec(await signIn())![1]!;
    const elsewhere: readonly Readonly<Record<string, string>>[] = [
      { authorization: `Bearer ${token}` },
      { "x-session": token },
      { cookie: `session=${token}` },
      { cookie: `__Host-session=${token}; __Host-session=${token}` },
    ];
    for (const headers of elsewhere) {
      expect(
        codeIn(
          await send(echo, {
            headers,
            query: `token=${token}`,
            body: JSON.stringify({ text: "hi", token }),
          }),
        ),
      ).toBe("UNAUTHORIZED");
    }
  });
});

describe("access", () => {
  const guarded = (access: "fresh" | { readonly permission: "org:members:write" }) =>
    route({ ...open, access, handle: async () => ({ body: { ok: true as const } }) });

  it("to a fresh session is over a day after signing in", async () => {
    const { send, signIn, clock } = await openWorld();
    const cookie = await signIn();
    expect((await send(guarded("fresh"), { headers: { cookie } })).status).toBe(200);
    clock.advance(24 * 3_600_000);
    expect(codeIn(await send(guarded("fresh"), { headers: { cookie } }))).toBe("SESSION_NOT_FRESH");
  });

  it.each<readonly [Role | null, string | number]>([
    ["owner", 200],
    ["admin", 200],
    ["member", "PERMISSION_DENIED"],
    [null, "NO_ACTIVE_ORGANIZATION"],
  ])("by permission, for the role %s: %s", async (role, expected) => {
    const { send, signIn } = await openWorld();
    const reply = await send(guarded({ permission: "org:members:write" }), {
      headers: { cookie: await signIn(role) },
    });
    expect(reply.status === 200 ? 200 : codeIn(reply)).toBe(expected);
    expect((await send(guarded({ permission: "org:members:write" }))).status).toBe(401);
  });
});

/** What a copy of core throws that knows more codes than ours. */
const refusalOfAnotherVersion = (code: string) =>
  Object.assign(new Error("A sentence of tomorrow."), {
    [Symbol.for("@acme/auth-core/AuthError")]: true,
    code,
    retryAt: null,
    issues: [],
  });

const refusing = (thrown: unknown, refuses: AnyRoute["refuses"] = []) =>
  route({ ...open, refuses, handle: () => Promise.reject(thrown as Error) });

describe("a failure", () => {
  it("that is a refusal is its code, its sentence and its fields, with the route's own status", async () => {
    const { send, breaches } = await openWorld();
    const refusal = new AuthError("OTP_EXPIRED", {
      cause: new Error("SELECT secret FROM auth_user"),
    });
    const reply = await send(refusing(refusal, { OTP_EXPIRED: 422 }));
    expect(reply).toMatchObject({
      status: 422,
      body: '{"code":"OTP_EXPIRED","message":"The code has expired. Ask for a new one."}',
    });
    expect(breaches).toEqual([]);
  });

  it("that says more than its code keeps its own message, such as a limit of the policy", async () => {
    const { send } = await openWorld();
    const message = "The password is too short. Use at least 12 characters.";
    const refusal = new AuthError("PASSWORD_TOO_SHORT", { message });
    const reply = await send(refusing(refusal, ["PASSWORD_TOO_SHORT"]));
    expect(reply).toMatchObject({
      status: 400,
      body: JSON.stringify({ code: "PASSWORD_TOO_SHORT", message }),
    });
  });

  it.each([
    new Error("SELECT secret FROM auth_user"),
    "a string",
    undefined,
    { code: "UNAUTHORIZED" },
    refusalOfAnotherVersion("CODE_OF_TOMORROW"),
    refusalOfAnotherVersion("toString"),
  ])("that was not foreseen says nothing and is logged under its request's id", async (thrown) => {
    const { inProduction, log } = await openWorld();
    const route = refusing(thrown);
    const reply = await inProduction.dispatch({ route, params: {} }, requestFor(route, {}));
    expect(reply).toMatchObject({
      status: 500,
      body: '{"code":"INTERNAL_ERROR","message":"Something went wrong on our side."}',
    });
    expect(log).toEqual([
      `request_failed ${JSON.stringify({ requestId: headersOf(reply)["X-Request-Id"], route: "GET /api/auth/open" })}`,
    ]);
  });

  it("of the database is 503, with when to ask again", async () => {
    const { send } = await openWorld();
    const reply = await send(
      refusing(Object.assign(new Error("locked"), { code: "STORE_UNAVAILABLE" })),
    );
    expect(reply.status).toBe(503);
    expect(headersOf(reply)).toMatchObject({ "Retry-After": "1", "X-Retry-After": "1" });
  });
});

it("a foreign page is named in the log when its origin is refused, and for no other refusal", async () => {
  const { send, warnings } = await openWorld();
  const foreign = { headers: { origin: "https://evil.example" } };
  expect((await send(refusing(new AuthError("UNAUTHORIZED")), foreign)).status).toBe(401);
  expect(warnings).toEqual([]);
  expect((await send(refusing(new AuthError("INVALID_ORIGIN")), foreign)).status).toBe(403);
  expect(warnings).toEqual(["origin_refused"]);
});

describe("a breach of the table", () => {
  it("is a refusal the route does not declare: answered all the same, and reported", async () => {
    const { send, breaches, inProduction, log } = await openWorld();
    const undeclared = refusing(new AuthError("INVALID_OTP"));
    expect((await send(undeclared)).status).toBe(400);
    expect(breaches.map(({ message }) => message)).toEqual([
      "GET /api/auth/open answers INVALID_OTP, which it does not declare",
    ]);
    expect(
      (await inProduction.dispatch({ route: undeclared, params: {} }, requestFor(undeclared, {})))
        .status,
    ).toBe(400);
    expect(log).toEqual(['surface_breach {"route":"GET /api/auth/open"}']);
  });

  it.each([{ ok: true, extra: "leak" }, { ok: false }, {}, null])(
    "is a reply that its schema does not say: %j",
    async (body) => {
      const { send, breaches } = await openWorld();
      await send(route({ ...open, handle: async () => ({ body: body as { readonly ok: true } }) }));
      expect(breaches).toHaveLength(1);
      expect(breaches[0]!.message).toContain("answers what its schema does not say");
    },
  );
});

describe("a write of a user", () => {
  const openWrite = () => {
    let done = 0;
    const write = route({
      ...open,
      method: "POST",
      path: "/api/v1/notes",
      access: "session",
      handle: async () => (done++, { body: { ok: true as const } }),
    });
    return { write, done: () => done };
  };

  it("is counted, and beyond the limit refused before anything is done", async () => {
    const { send, signIn } = await openWorld({ writesPerUser: 1 });
    const { write, done } = openWrite();
    const headers = { cookie: await signIn() };
    expect((await send(write, { headers })).status).toBe(200);
    expect(codeIn(await send(write, { headers }))).toBe("TOO_MANY_REQUESTS");
    expect(done()).toBe(1);
  });

  it("waits for a limiter that has to ask elsewhere", async () => {
    const { auth, signIn } = await openWorld();
    const { write, done } = openWrite();
    const rateLimiter: typeof auth.rateLimiter = {
      take: async (tier, _subject, now) => ({
        allowed: tier !== "write",
        limit: 1,
        remaining: 0,
        windowMs: 1_000,
        resetsAt: now,
      }),
    };
    const { dispatch } = createDispatch({
      auth: { ...auth, rateLimiter },
      site,
      sections: [],
      isUserWrite,
    });
    const request = requestFor(write, { headers: { cookie: await signIn() } });
    expect(codeIn(await dispatch({ route: write, params: {} }, request))).toBe("TOO_MANY_REQUESTS");
    expect(done()).toBe(0);
  });
});
