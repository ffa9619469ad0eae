import { type ErrorCode, POLICY } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { type AnyRoute, impliedRefusals, loadZod, permissionAccessOf } from "@acme/auth-http";
import { anyString } from "@acme/auth-testing/matchers";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService, serviceStarter } from "../describe-service.js";
import { refusalCodeIn } from "../refusal-code.js";
import { APP_ORIGIN } from "../service.js";
import { FORM } from "./browser-requests.js";
import { atEach, type Door, expectRefusal, NOTHING, paths, POSTING_FORMS } from "./every-path.js";

await loadZod();

const AUTH = "/api/auth/";
const JSON_ONLY = { "content-type": "application/json" };

/**
 * What takes an authentication of the last 24 hours, whatever is asked of it. Changing a password
 * takes the current one instead, and so does deleting an account that has one: these have none.
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
  "POST /api/v1/me/password",
  "POST /api/v1/organizations/:id/transfer-ownership",
];

/** No user here has asked for the deletion of their account, or for another email address. */
const NEVER_PENDING = ["/api/v1/me/deletion", "/api/v1/me/email-change"];

/** Whether it is a page in the language of the browser: all but the reference are. */
const isTranslated = (text: string): boolean =>
  text.startsWith("<!doctype html>") && !/<title>[^<]* Auth API<\/title>/.test(text);
const forUsers = paths.filter(({ route }) => route.access !== "anyone");
const changing = paths.filter(({ route }) => route.method !== "GET");
const ROWS = {
  databases: "one",
  hosts: "both",
  start: { identityProviders: [POSTING_FORMS] },
} as const;
const routes = [...new Set(paths.map(({ route }) => route))];

describeService("conventions of the surface", ROWS, (service, database) => {
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
  /**
   * The path with an organization of that caller's where the route has to have one before it looks
   * any further.
   */
  const admitting = ({ access }: AnyRoute, path: string): string =>
    permissionAccessOf(access) ? path.replace(NOTHING, organization) : path;

  it("a route for users answers 401 without a session", async () => {
    await atEach(forUsers, async ({ route, path }) => {
      const reply = await service.agent().send(path, { method: route.method });
      expectRefusal(reply, 401, "UNAUTHORIZED");
    });
  });

  it("some routes answer a stale session with 403, and no other does", async () => {
    const stale: string[] = [];
    let agent: Agent | null = null;
    for (const route of routes.filter(({ access }) => access !== "anyone")) {
      if (agent === null) {
        agent = await someoneSignedIn();
        service.clock.advance(DAY);
      }
      const reply = await agent.send(admitting(route, route.path.replaceAll(/:\w+/g, NOTHING)), {
        method: route.method,
      });
      if (refusalCodeIn(reply) === "SESSION_NOT_FRESH") stale.push(`${route.method} ${route.path}`);
      // A caller who has changed something may be signed out now.
      else if (route.method !== "GET") agent = null;
    }
    const tried = routes.map(({ method, path }) => `${method} ${path}`);
    expect(stale.toSorted()).toEqual(FRESH.filter((route) => tried.includes(route)));
    signedIn = await someoneSignedIn();
  });

  it("a route that changes something refuses a foreign origin", async () => {
    const guarded = changing.filter(({ route }) => !route.crossSite);
    await atEach(guarded, async ({ route, path }) => {
      const foreign = [
        { origin: "https://evil.test" },
        { origin: "null" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { referer: "https://evil.test/page" },
      ];
      for (const headers of foreign)
        expectRefusal(
          await callerFor(route).send(path, { method: route.method, headers }),
          403,
          "INVALID_ORIGIN",
        );
    });
  });

  const withBody = paths.filter(({ route }) => route.body);
  const sendTo = ({ route, path }: Door, headers: Record<string, string>, body: string) =>
    callerFor(route).send(admitting(route, path), { method: route.method, headers, body });
  const rightTypeOf = ({ forms }: AnyRoute) => (forms === "only" ? FORM : JSON_ONLY);
  // Where every field may be left out, an empty object is a body like any other.
  const needsNothing = ({ body }: AnyRoute) => body!().safeParse({}).success;

  it("a route that takes a body refuses one of another type", async () => {
    await atEach(withBody, async (door) => {
      const { forms } = door.route;
      const wrong = [
        "text/plain",
        "multipart/form-data",
        "application/vnd.api+json",
        "",
        ...(forms ? [] : [FORM["content-type"]]),
        ...(forms === "only" ? ["application/json"] : []),
      ];
      for (const type of wrong)
        expectRefusal(
          await sendTo(door, type ? { "content-type": type } : {}, '{"email":"ada@example.com"}'),
          415,
          "UNSUPPORTED_MEDIA_TYPE",
        );
    });
  });

  it("a route that takes a body refuses one over 32 KiB, announced or not", async () => {
    const body = JSON.stringify({ email: "a".repeat(33_000) });
    const unannounced = { "transfer-encoding": "chunked", "content-length": [] as never };
    await atEach(withBody, async (door) => {
      const right = rightTypeOf(door.route);
      expectRefusal(await sendTo(door, right, body), 413, "PAYLOAD_TOO_LARGE");
      const headers = { ...right, ...unannounced };
      expectRefusal(await sendTo(door, headers, body), 413, "PAYLOAD_TOO_LARGE");
    });
  });

  it("a route that takes JSON refuses what is broken", async () => {
    await atEach(
      withBody.filter(({ route }) => route.forms !== "only"),
      async (door) => {
        for (const body of ['{"email":', "\u{feff}nothing"])
          expectRefusal(await sendTo(door, JSON_ONLY, body), 400, "INVALID_JSON");
      },
    );
  });

  it("a route that takes a body names what is wrong in it", async () => {
    await atEach(withBody, async (door) => {
      const lacking = needsNothing(door.route) ? [] : ["null", "{}"];
      const forms = door.route.crossSite
        ? ["field=1&".repeat(POLICY.inputFields.value + 1)]
        : ["", "tok=1", "token=1&token=2"];
      const bodies = door.route.forms === "only" ? forms : [...lacking, "[]", '"text"', "1"];
      for (const body of bodies) {
        const reply = await sendTo(door, rightTypeOf(door.route), body);
        expectRefusal(reply, 400, "VALIDATION_ERROR");
        expect(readJson(reply.body, { issues: ["object"] }).issues[0]).toEqual({
          path: anyString(),
          message: anyString(),
        });
      }
    });
  });

  it("a route that takes forms refuses one that no page of ours sent", async () => {
    await atEach(
      paths.filter(({ route }) => route.forms && !route.crossSite),
      async (door) => {
        for (const from of [{}, { origin: APP_ORIGIN }, { "sec-fetch-site": "none" }]) {
          const headers = { "content-type": FORM["content-type"], ...from };
          expectRefusal(await sendTo(door, headers, "token=x"), 403, "INVALID_ORIGIN");
        }
      },
    );
  });

  it("a route that takes a body takes an empty one for none, whatever its type", async () => {
    await atEach(withBody, async (door) => {
      const empty = { "content-type": "text/plain", "content-length": "0" };
      const reply = await sendTo(door, empty, "");
      if (needsNothing(door.route)) expect(reply.status).toBe(door.route.status);
      else expectRefusal(reply, 400, "VALIDATION_ERROR");
    });
    signedIn = await someoneSignedIn();
  });

  it("a route that takes no body ignores one", async () => {
    await atEach(
      changing.filter(({ route }) => !route.body),
      async ({ route, path }) => {
        const target = admitting(route, path);
        const reply = await callerFor(route).send(target, {
          method: route.method,
          headers: { "content-type": "text/plain" },
          body: "whatever",
        });
        signedIn = await someoneSignedIn();
        const findsNothing = target.includes(NOTHING) || NEVER_PENDING.includes(path);
        expect(reply.status).toBe(findsNothing ? 404 : route.status);
      },
    );
  });

  it("a path has an OPTIONS answer for the front end and none for strangers", async () => {
    await atEach(paths, async ({ path }) => {
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
    });
  });

  it("a path answers 405 with Allow to other methods", async () => {
    await atEach(
      paths.filter(({ path }) => path.startsWith(AUTH)),
      async ({ route, path }) => {
        // No fetch handler sees TRACE: a `Request` cannot have it.
        const method = service.host === "fetch" ? "PURGE" : "TRACE";
        const reply = await service.agent().send(path, { method });
        expectRefusal(reply, 405, "METHOD_NOT_ALLOWED");
        expect(reply.headers["allow"]).toContain(route.method);
      },
    );
  });

  it("a path that no route has to the letter is 404", async () => {
    const unknown = [
      `${AUTH}nothing`,
      `${AUTH}ok/`,
      "/api/auth//ok",
      `${AUTH}OK`,
      `${AUTH}%6fk`,
      "/API/auth/ok",
      "/api/v1/nothing",
      "/api/v1/auth/me/",
      "/nothing",
    ];
    await expectOfEach(unknown, String, async (path) =>
      expectRefusal(await service.agent().get(path), 404, "NOT_FOUND"),
    );
  });

  it("HEAD is GET without a body", async () => {
    await atEach(
      paths.filter(({ route }) => route.method === "GET"),
      async ({ route, path }) => {
        const reply = await callerFor(route).send(path, { method: "HEAD" });
        const { status } = await callerFor(route).get(path);
        expect(reply).toMatchObject({ status, text: "" });
      },
    );
  });

  it("an answer says what every answer says", async () => {
    await atEach(paths, async ({ route, path }) => {
      const reply = await callerFor(route).send(path, {
        method: route.method,
        headers: { origin: APP_ORIGIN },
      });
      if (route.method !== "GET" && reply.status < 300) signedIn = await someoneSignedIn();
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
    });
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
      // `proved-routes.test.ts` and `required-factors.test.ts`, on every route at once.
      "INSUFFICIENT_USER_AUTHENTICATION",
      "SECOND_FACTOR_NOT_ENROLLED",
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
