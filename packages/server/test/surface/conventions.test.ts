import { beforeAll, describe, expect, it } from "vitest";
import { DAY, type ErrorCode } from "@acme/auth-core";
import { impliedRefusals, loadZod, type AnyRoute } from "@acme/auth-http";
import type { Agent } from "../agent.js";
import { APP_ORIGIN } from "../service.js";
import { describeService, serviceStarter } from "../describe-service.js";
import { readJson } from "@acme/auth-testing/read-json";
import { anyString } from "@acme/auth-testing/matchers";
import { expectRefusal, NOTHING, paths } from "./every-path.js";
import { refusalCodeIn } from "../refusal-code.js";

await loadZod();

const AUTH = "/api/auth/";
const JSON_ONLY = { "content-type": "application/json" };
const FORM = {
  "content-type": "application/x-www-form-urlencoded",
  "sec-fetch-site": "same-origin",
};

/**
 * What takes an authentication of the last 24 hours, whatever is asked of it. Setting a password takes the current one instead, and so does deleting an account
 * that has one: these have none.
 */
const FRESH = [
  "DELETE /api/v1/organizations/:id",
  "GET /api/auth/passkey/generate-register-options",
  "POST /api/auth/change-email",
  "POST /api/auth/link-social",
  "POST /api/auth/organization/delete",
  "POST /api/auth/passkey/generate-register-options",
  "POST /api/auth/passkey/verify-registration",
  "POST /api/auth/unlink-account",
  "POST /api/v1/me/deletion",
  "POST /api/v1/organizations/:id/transfer-ownership",
];

/** Whether it is a page in the language of the browser: all but the reference are. */
const isTranslated = (text: string): boolean =>
  text.startsWith("<!doctype html>") && !text.includes("<title>HTTP surface</title>");
const routes = [...new Set(paths.map(({ route }) => route))];

describeService("conventions of the surface", (service, database) => {
  const start = serviceStarter(database);
  let signedIn: Agent;
  let people = 0;
  let organization = "";
  async function someoneSignedIn(): Promise<Agent> {
    const agent = await service.signedIn(`person${++people}@example.com`);
    organization = readJson(
      (await agent.post("/api/v1/organizations", { name: `Organization ${people}` })).body,
      { id: "string" },
    ).id;
    return agent;
  }

  beforeAll(async () => {
    signedIn = await someoneSignedIn();
  });

  /** A caller that the route lets in, unless the refusal in question comes first. */
  const callerFor = ({ access }: AnyRoute): Agent =>
    access === "anyone" ? service.agent() : signedIn;
  /** The path with an organization of that caller's where the route has to have one before it looks any further. */
  const admitting = ({ access }: AnyRoute, path: string): string =>
    typeof access === "object" ? path.replace(NOTHING, organization) : path;

  it.each(paths.filter(({ route }) => route.access !== "anyone"))(
    "$route.method $path answers 401 without a session",
    async ({ route, path }) => {
      const reply = await service.agent().send(path, { method: route.method });
      expectRefusal(reply, 401, "UNAUTHORIZED");
    },
  );

  it("some routes answer a stale session with 403, and no other does", async () => {
    const stale: string[] = [];
    for (const route of routes.filter(({ access }) => access !== "anyone")) {
      const agent = await someoneSignedIn();
      service.clock.advance(DAY);
      const reply = await agent.send(admitting(route, route.path.replaceAll(/:\w+/g, NOTHING)), {
        method: route.method,
      });
      if (refusalCodeIn(reply) === "SESSION_NOT_FRESH") stale.push(`${route.method} ${route.path}`);
    }
    const tried = routes.map(({ method, path }) => `${method} ${path}`);
    expect(stale.toSorted()).toEqual(FRESH.filter((route) => tried.includes(route)));
    signedIn = await someoneSignedIn();
  });

  it.each(paths.filter(({ route }) => route.method !== "GET"))(
    "$route.method $path refuses a foreign origin",
    async ({ route, path }) => {
      const send = (headers: Record<string, string>) =>
        callerFor(route).send(path, { method: route.method, headers });
      expectRefusal(await send({ origin: "https://evil.test" }), 403, "INVALID_ORIGIN");
      expectRefusal(await send({ origin: "null" }), 403, "INVALID_ORIGIN");
      expectRefusal(await send({ "sec-fetch-site": "cross-site" }), 403, "INVALID_ORIGIN");
      expectRefusal(await send({ "sec-fetch-site": "same-site" }), 403, "INVALID_ORIGIN");
      expectRefusal(await send({ referer: "https://evil.test/page" }), 403, "INVALID_ORIGIN");
    },
  );

  describe.each(paths.filter(({ route }) => route.body))(
    "$route.method $path",
    ({ route, path }) => {
      const send = (headers: Record<string, string>, body: string) =>
        callerFor(route).send(admitting(route, path), { method: route.method, headers, body });
      const right = route.forms === "only" ? FORM : JSON_ONLY;
      const wrong = [
        "text/plain",
        "multipart/form-data",
        "application/vnd.api+json",
        "",
        ...(route.forms ? [] : [FORM["content-type"]]),
        ...(route.forms === "only" ? ["application/json"] : []),
      ];

      it.each(wrong)("refuses a body of type %o", async (type) => {
        expectRefusal(
          await send(type ? { "content-type": type } : {}, '{"email":"ada@example.com"}'),
          415,
          "UNSUPPORTED_MEDIA_TYPE",
        );
      });
      it("refuses a body over 32 KiB, announced or not", async () => {
        const body = JSON.stringify({ email: "a".repeat(33_000) });
        expectRefusal(await send(right, body), 413, "PAYLOAD_TOO_LARGE");
        expectRefusal(
          await send(
            { ...right, "transfer-encoding": "chunked", "content-length": [] as never },
            body,
          ),
          413,
          "PAYLOAD_TOO_LARGE",
        );
      });
      it.each(route.forms === "only" ? [] : ['{"email":', "\u{feff}nothing"])(
        "refuses the broken JSON %j",
        async (body) => {
          expectRefusal(await send(JSON_ONLY, body), 400, "INVALID_JSON");
        },
      );
      // Where every field may be left out, an empty object is a body like any other.
      const needsNothing = route.body!().safeParse({}).success;
      const lacking = needsNothing ? [] : ["null", "{}"];
      it.each(
        route.forms === "only"
          ? ["", "tok=1", "token=1&token=2"]
          : [...lacking, "[]", '"text"', "1"],
      )("refuses the body %s, naming what is wrong", async (body) => {
        const reply = await send(right, body);
        expectRefusal(reply, 400, "VALIDATION_ERROR");
        expect(readJson(reply.body, { issues: ["object"] }).issues[0]).toEqual({
          path: anyString(),
          message: anyString(),
        });
      });
      it.each(route.forms ? [{}, { origin: APP_ORIGIN }, { "sec-fetch-site": "none" }] : [])(
        "refuses a form that no page of ours sent: %o",
        async (headers) => {
          expectRefusal(
            await send({ "content-type": FORM["content-type"], ...headers }, "token=x"),
            403,
            "INVALID_ORIGIN",
          );
        },
      );
      it("takes an empty body for none, whatever its type", async () => {
        const reply = await send({ "content-type": "text/plain", "content-length": "0" }, "");
        if (needsNothing) expect(reply.status).toBe(route.status);
        else expectRefusal(reply, 400, "VALIDATION_ERROR");
      });
    },
  );

  it.each(paths.filter(({ route }) => route.method !== "GET" && !route.body))(
    "$route.method $path ignores a body",
    async ({ route, path }) => {
      const target = admitting(route, path);
      const reply = await callerFor(route).send(target, {
        method: route.method,
        headers: { "content-type": "text/plain" },
        body: "whatever",
      });
      // Nobody here has asked for the deletion of their account.
      const findsNothing = target.includes(NOTHING) || path === "/api/v1/me/deletion";
      expect(reply.status).toBe(findsNothing ? 404 : route.status);
      signedIn = await someoneSignedIn();
    },
  );

  it.each(paths)(
    "$route.method $path has an OPTIONS answer for the front end and none for strangers",
    async ({ path }) => {
      const mine = await service.agent().send(path, {
        method: "OPTIONS",
        headers: { origin: APP_ORIGIN, "access-control-request-method": "POST" },
      });
      expect(mine.status).toBe(204);
      expect(mine.headers["access-control-allow-origin"]).toBe(APP_ORIGIN);
      expect(mine.headers["access-control-allow-credentials"]).toBe("true");
      const stranger = await service
        .agent()
        .send(path, { method: "OPTIONS", headers: { origin: "https://evil.test" } });
      expect(stranger.headers).not.toHaveProperty("access-control-allow-origin");
      expect(stranger.headers["vary"]).toBe("Origin");
    },
  );

  it.each(paths.filter(({ path }) => path.startsWith(AUTH)))(
    "$route.method $path answers 405 with Allow to other methods",
    async ({ route, path }) => {
      // No fetch handler sees TRACE: a `Request` cannot have it.
      const method = service.host === "fetch" ? "PURGE" : "TRACE";
      const reply = await service.agent().send(path, { method });
      expectRefusal(reply, 405, "METHOD_NOT_ALLOWED");
      expect(reply.headers["allow"]).toContain(route.method);
    },
  );

  it.each([
    `${AUTH}nothing`,
    `${AUTH}ok/`,
    "/api/auth//ok",
    `${AUTH}OK`,
    `${AUTH}%6fk`,
    "/API/auth/ok",
    "/api/v1/nothing",
    "/api/v1/auth/me/",
    "/nothing",
  ])("%s is 404", async (path) => {
    expectRefusal(await service.agent().get(path), 404, "NOT_FOUND");
  });

  it.each(paths.filter(({ route }) => route.method === "GET"))(
    "HEAD $path is GET without a body",
    async ({ route, path }) => {
      const reply = await callerFor(route).send(path, { method: "HEAD" });
      expect(reply).toMatchObject({ status: (await callerFor(route).get(path)).status, text: "" });
    },
  );

  it.each(paths)("$route.method $path says what every answer says", async ({ route, path }) => {
    const reply = await callerFor(route).send(path, {
      method: route.method,
      headers: { origin: APP_ORIGIN },
    });
    expect(reply.headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      vary: isTranslated(reply.text) ? "Origin, Accept-Language" : "Origin",
    });
    expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.headers["content-security-policy"]).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(reply.headers["referrer-policy"]).toBe(
      reply.text.includes("<form") ? "strict-origin" : "no-referrer",
    );
    expect(reply.headers["access-control-expose-headers"]).toBe(
      "Retry-After, X-Retry-After, RateLimit, RateLimit-Policy, X-Request-Id",
    );
    for (const absent of ["x-powered-by", "etag", "strict-transport-security", "server"])
      expect(reply.headers).not.toHaveProperty(absent);
    signedIn = await someoneSignedIn();
  });

  it("says HSTS and uses __Host-session over https", async () => {
    const secure = await start({ serviceUrl: "https://api.app.test" });
    const agent = await secure.signedIn("ada@example.com");
    expect([...agent.cookies.keys()]).toContain("__Host-session");
    const reply = await agent.get("/api/v1/auth/me");
    expect(reply.status).toBe(200);
    expect(reply.headers["strict-transport-security"]).toBe("max-age=63072000");
  });

  it("every implied refusal but the two that need an overload or a bug has been seen on every route above", () => {
    const elsewhere: readonly ErrorCode[] = [
      "BUSY",
      "INTERNAL_ERROR",
      "TOO_MANY_REQUESTS",
      "UNAVAILABLE",
      "SESSION_NOT_FRESH",
      "NO_ACTIVE_ORGANIZATION",
      "PERMISSION_DENIED",
    ];
    const wanted = paths.flatMap(({ route, path }) =>
      impliedRefusals(route)
        .filter(
          (code) =>
            !elsewhere.includes(code) &&
            !(code === "INVALID_ORIGIN" && route.method === "GET") &&
            !(code === "VALIDATION_ERROR" && !route.body),
        )
        .map((code) => `${route.method} ${path} ${code}`),
    );
    const seen = [...service.refusals].map((refusal) =>
      refusal.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/, NOTHING),
    );
    expect(seen).toEqual(expect.arrayContaining(wanted));
  });
});
