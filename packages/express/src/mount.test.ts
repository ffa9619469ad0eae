import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
} from "node:http";
import { gzipSync } from "node:zlib";
import { createAuth, type Logger } from "@acme/auth-core";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox } from "@acme/auth-testing";
import { anyString } from "@acme/auth-testing/matchers";
import { portOf } from "@acme/auth-testing/port-of";
import { responseTo } from "@acme/auth-testing/response-to";
import express, { type ErrorRequestHandler, type Express } from "express";
import { afterEach, describe, expect, it } from "vitest";
import { createSite, createSurface, type Middleware, mount, type SurfaceOptions } from "./index.js";

const site = createSite({ serviceUrl: "http://localhost:3000", appUrl: "http://localhost:3004" });
const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  readonly json: unknown;
}

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The loopback IP address to ask from. */
  readonly from?: string;
}

const payloadOf = (body: unknown): string | Buffer | undefined =>
  body === undefined || typeof body === "string" || Buffer.isBuffer(body)
    ? body
    : JSON.stringify(body);

async function openWorld(
  build: (mounted: Middleware) => RequestListener,
  options: Partial<SurfaceOptions> = {},
  logger?: Logger,
) {
  const store = await openMemoryStore();
  const inbox = createInbox();
  const breaches: Error[] = [];
  const auth = createAuth({
    store,
    mailer: inbox,
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    ...(logger && { logger }),
  });
  const server = createServer(
    build(
      mount(createSurface({ auth, site, onBreach: (breach) => breaches.push(breach), ...options })),
    ),
  );
  open.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const port = portOf(server);

  async function ask(
    method: string,
    path: string,
    { headers = {}, body, from = "127.0.0.1" }: SendOptions = {},
  ): Promise<Answer> {
    const payload = payloadOf(body);
    const typed = payload === undefined ? {} : { "content-type": "application/json" };
    const measured =
      payload === undefined || "transfer-encoding" in headers
        ? {}
        : { "content-length": String(Buffer.byteLength(payload)) };
    const asked = httpRequest({
      host: "127.0.0.1",
      port,
      method,
      path,
      headers: { ...typed, ...measured, ...headers },
      localAddress: from,
    });
    asked.end(payload);
    const answer = await responseTo(asked);
    let text = "";
    for await (const chunk of answer) text += String(chunk);
    const json: unknown = text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : null;
    return { status: answer.statusCode!, headers: answer.headers, text, json };
  }

  /** Signs in by a mailed code. Returns the cookie. */
  async function signIn(options: SendOptions = {}): Promise<string> {
    const email = "ada@example.com";
    expect(
      await ask("POST", "/api/auth/email-otp/send-verification-otp", {
        ...options,
        body: { email, type: "sign-in" },
      }),
    ).toMatchObject({
      status: 200,
      json: { success: true },
    });
    await auth.worker.runDue();
    const answer = await ask("POST", "/api/auth/email-otp/sign-in", {
      ...options,
      body: { email, otp: inbox.codeFor(email) },
    });
    expect(answer).toMatchObject({
      status: 200,
      json: { token: null, user: { email, emailVerified: true } },
    });
    return answer.headers["set-cookie"]![0]!.split(";", 1)[0]!;
  }
  return { ask, signIn, breaches };
}

/** An application with routes of its own around ours. */
function application(arrange: (app: Express) => void): RequestListener {
  const app = express();
  arrange(app);
  app.get("/api/v1/reports", (_request, response) => void response.json({ reports: [] }));
  app.post("/api/v1/auth/me", (_request, response) => void response.json({ own: true }));
  app.get("/", (_request, response) => void response.send("home"));
  return app as RequestListener;
}

const everything = { type: () => true };

const ARRANGEMENTS: readonly (readonly [
  what: string,
  build: (mounted: Middleware) => RequestListener,
])[] = [
  [
    "node:http alone",
    (mounted) => (request, response) =>
      mounted(request, response, () => response.writeHead(404).end("next")),
  ],
  ["Express, nothing before it", (mounted) => application((app) => app.use(mounted))],
  [
    "Express, before its JSON parser",
    (mounted) => application((app) => app.use(mounted).use(express.json())),
  ],
  [
    "Express, behind its JSON parser",
    (mounted) => application((app) => app.use(express.json()).use(mounted)),
  ],
  [
    "Express, behind its form parser",
    (mounted) => application((app) => app.use(express.urlencoded({ extended: true })).use(mounted)),
  ],
  [
    "Express, behind its raw parser",
    (mounted) => application((app) => app.use(express.raw(everything)).use(mounted)),
  ],
  [
    "Express, behind its text parser",
    (mounted) => application((app) => app.use(express.text(everything)).use(mounted)),
  ],
  [
    "Express, behind all of them",
    (mounted) =>
      application((app) =>
        app.use(express.json(), express.urlencoded(), express.raw(), express.text()).use(mounted),
      ),
  ],
  [
    "Express, under the path it answers",
    (mounted) => application((app) => app.use("/api/auth", mounted).use("/api/v1", mounted)),
  ],
  ["Express, under a shorter path", (mounted) => application((app) => app.use("/api", mounted))],
  [
    "Express, in a router of its own",
    (mounted) => application((app) => app.use("/api", express.Router().use("/", mounted))),
  ],
  [
    "Express, with case-sensitive and strict routing",
    (mounted) =>
      application((app) =>
        app.set("case sensitive routing", true).set("strict routing", true).use(mounted),
      ),
  ],
];

describe.each(ARRANGEMENTS)("mounted in %s", (what, build) => {
  it("takes a person in and out", async () => {
    const { ask, signIn, breaches } = await openWorld(build);
    const cookie = await signIn();
    const session = await ask("GET", "/api/auth/get-session?disableCookieCache=true", {
      headers: { cookie },
    });
    expect(session).toMatchObject({
      status: 200,
      json: { user: { email: "ada@example.com" }, session: { activeOrganizationId: null } },
    });
    expect(await ask("GET", "/api/v1/auth/me", { headers: { cookie } })).toMatchObject({
      status: 200,
      json: { email: "ada@example.com", permissions: [] },
    });

    const out = await ask("POST", "/api/auth/sign-out", { headers: { cookie } });
    expect(out).toMatchObject({ status: 200, json: { success: true } });
    expect(out.headers["set-cookie"]?.map((set) => set.split(";", 1)[0])).toEqual([
      "session=",
      "active-org=",
    ]);
    expect((await ask("GET", "/api/auth/get-session", { headers: { cookie } })).text).toBe("null");
    expect((await ask("GET", "/api/v1/auth/me", { headers: { cookie } })).status).toBe(401);
    expect(breaches).toEqual([]);
  });

  it("refuses in its own words", async () => {
    const { ask } = await openWorld(build);
    const path = "/api/auth/email-otp/sign-in";
    const text = { "content-type": "text/plain" };
    expect(await ask("POST", path, { body: {} })).toMatchObject({
      status: 400,
      json: { code: "VALIDATION_ERROR", issues: [{ path: "email" }, { path: "otp" }] },
    });
    expect(
      await ask("POST", path, {
        body: "email=ada",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
    ).toMatchObject({
      status: 415,
    });
    expect(await ask("POST", path, { body: "{}", headers: text })).toMatchObject({
      status: 415,
      json: { code: "UNSUPPORTED_MEDIA_TYPE" },
    });
    expect(await ask("POST", path, { body: { email: "x".repeat(40_000) } })).toMatchObject({
      status: 413,
      json: { code: "PAYLOAD_TOO_LARGE" },
    });
    expect(
      await ask("POST", path, { body: {}, headers: { origin: "https://evil.example" } }),
    ).toMatchObject({
      status: 403,
      json: { code: "INVALID_ORIGIN" },
    });
    expect(await ask("GET", path)).toMatchObject({
      status: 405,
      headers: { allow: "POST, OPTIONS" },
    });
    expect(await ask("GET", "/api/auth/nothing")).toMatchObject({
      status: 404,
      json: { code: "NOT_FOUND" },
    });
    expect(await ask("GET", "/api/auth/ok/")).toMatchObject({ status: 404 });
  });

  it("shows nothing of what it is made of", async () => {
    const { ask } = await openWorld(build);
    for (const answer of [
      await ask("GET", "/api/auth/ok"),
      await ask("GET", "/api/auth/nothing"),
      await ask("POST", "/api/auth/sign-out"),
      await ask("HEAD", "/api/auth/ok"),
    ]) {
      expect(answer.headers).not.toHaveProperty("x-powered-by");
      expect(answer.headers).not.toHaveProperty("etag");
      expect(answer.headers).toMatchObject({
        "cache-control": "no-store",
        "x-request-id": anyString(),
      });
    }
  });

  it("leaves the application what is the application's", async () => {
    const { ask } = await openWorld(build);
    const nodeAlone = what === "node:http alone";
    expect((await ask("GET", "/api/v1/reports")).text).toBe(nodeAlone ? "next" : '{"reports":[]}');
    expect((await ask("POST", "/api/v1/auth/me", { body: {} })).text).toBe(
      nodeAlone ? "next" : '{"own":true}',
    );
    expect((await ask("GET", "/")).text).toBe(nodeAlone ? "next" : "home");
    expect((await ask("GET", "/api/v1/nothing")).json).toBeNull();
    expect((await ask("GET", "/api/v1/nothing")).status).toBe(404);
  });
});

describe("what no JSON parser of the application has touched", () => {
  const untouched = ARRANGEMENTS.filter(
    ([what]) => !/behind its JSON parser|all of them/.test(what),
  );

  it.each(untouched)("is said to be broken by us in %s", async (_what, build) => {
    const { ask } = await openWorld(build);
    expect(await ask("POST", "/api/auth/email-otp/sign-in", { body: "{" })).toMatchObject({
      status: 400,
      json: { code: "INVALID_JSON" },
    });
  });

  it.each(untouched)("is no body when it is empty, in %s", async (_what, build) => {
    const { ask } = await openWorld(build);
    for (const options of [
      {},
      { body: "" },
      { body: "", headers: { "content-type": "text/plain" } },
    ]) {
      expect(await ask("POST", "/api/auth/email-otp/sign-in", options)).toMatchObject({
        status: 400,
        json: { code: "VALIDATION_ERROR" },
      });
    }
  });
});

/** Parsers that take in whatever comes, and more of it than we do. */
const GREEDY: readonly (readonly [
  what: string,
  build: (mounted: Middleware) => RequestListener,
])[] = [
  [
    "a JSON parser",
    (mounted) =>
      application((app) => app.use(express.json({ ...everything, limit: "10mb" })).use(mounted)),
  ],
  [
    "a form parser",
    (mounted) =>
      application((app) =>
        app.use(express.urlencoded({ ...everything, limit: "10mb" })).use(mounted),
      ),
  ],
  [
    "a text parser",
    (mounted) =>
      application((app) => app.use(express.text({ ...everything, limit: "10mb" })).use(mounted)),
  ],
  [
    "a raw parser",
    (mounted) =>
      application((app) => app.use(express.raw({ ...everything, limit: "10mb" })).use(mounted)),
  ],
];

describe.each(GREEDY)("behind %s that takes everything", (_what, build) => {
  const path = "/api/auth/email-otp/sign-in";
  const long = JSON.stringify({
    email: "ada@example.com",
    otp: "123456",
    pad: "x".repeat(32 * 1_024),
  });
  const chunked = { "transfer-encoding": "chunked" };

  it.each(["application/json", "application/x-www-form-urlencoded", "text/plain"])(
    "an empty body of the type %s is none",
    async (type) => {
      const { ask } = await openWorld(build);
      for (const options of [
        {},
        { body: "", headers: { "content-type": type } },
        { headers: { "content-type": type } },
      ]) {
        expect(await ask("POST", path, options)).toMatchObject({
          status: 400,
          json: { code: "VALIDATION_ERROR" },
        });
      }
    },
  );

  it("a body beyond our limit is refused, announced or not", async () => {
    const { ask, breaches } = await openWorld(build);
    for (const headers of [{}, chunked]) {
      expect(await ask("POST", path, { body: long, headers })).toMatchObject({
        status: 413,
        json: { code: "PAYLOAD_TOO_LARGE" },
      });
    }
    expect(breaches).toEqual([]);
  });

  it("a compressed body is refused, announced or not, however small it is", async () => {
    const { ask, breaches } = await openWorld(build);
    for (const headers of [
      { "content-encoding": "gzip" },
      { "content-encoding": "gzip", ...chunked },
    ]) {
      const answer = await ask("POST", path, {
        body: gzipSync('{"email":"ada@example.com","otp":"123456"}'),
        headers,
      });
      expect(answer).toMatchObject({ status: 415, json: { code: "UNSUPPORTED_MEDIA_TYPE" } });
    }
    expect(breaches).toEqual([]);
  });
});

describe("the client's IP address", () => {
  const alone =
    (mounted: Middleware): RequestListener =>
    (request, response) =>
      mounted(request, response, () => response.end());
  const addressOf = async (surfaceOptions: Partial<SurfaceOptions>, options: SendOptions) => {
    const { ask, signIn } = await openWorld(alone, surfaceOptions);
    const cookie = await signIn(options);
    return (await ask("GET", "/api/auth/get-session", { headers: { cookie } })).json;
  };
  const forwarded = { "x-forwarded-for": "1.1.1.1, 203.0.113.7" };

  it("is the socket's, whatever it says of itself", async () => {
    expect(await addressOf({}, { from: "127.0.0.7", headers: forwarded })).toMatchObject({
      session: { ipAddress: "127.0.0.7" },
    });
  });

  it("is what a trusted proxy says", async () => {
    expect(
      await addressOf({ trustProxy: ["127.0.0.0/8"] }, { from: "127.0.0.7", headers: forwarded }),
    ).toMatchObject({
      session: { ipAddress: "203.0.113.7" },
    });
  });

  it("is the socket's where another proxy is trusted", async () => {
    expect(
      await addressOf({ trustProxy: ["127.0.0.8"] }, { from: "127.0.0.7", headers: forwarded }),
    ).toMatchObject({
      session: { ipAddress: "127.0.0.7" },
    });
  });

  it("causes one warning when another peer sends it, and none when a trusted proxy does", async () => {
    const warnings: unknown[] = [];
    const logger: Logger = {
      debug() {},
      info() {},
      error() {},
      warn: (event, fields) => void warnings.push([event, fields]),
    };
    const trusting = await openWorld(alone, { trustProxy: ["127.0.0.8"] }, logger);
    await trusting.ask("GET", "/api/auth/ok", { from: "127.0.0.7" });
    await trusting.ask("GET", "/api/auth/ok", { from: "127.0.0.8", headers: forwarded });
    expect(warnings).toEqual([]);
    const trustingNobody = await openWorld(alone, {}, logger);
    for (const { ask } of [trusting, trusting, trustingNobody])
      await ask("GET", "/api/auth/ok", { from: "127.0.0.7", headers: forwarded });
    expect(warnings).toEqual([["forwarded_header_ignored", { peer: "127.0.0.7" }]]);
  });

  it("has a budget of requests of its own", async () => {
    const { ask } = await openWorld(alone);
    for (let request = 0; request < 100; request++)
      await ask("POST", "/api/auth/sign-out", { from: "127.0.0.7" });
    expect(
      await ask("POST", "/api/auth/sign-out", { from: "127.0.0.7", headers: forwarded }),
    ).toMatchObject({
      status: 429,
      json: { code: "TOO_MANY_REQUESTS" },
    });
    expect((await ask("POST", "/api/auth/sign-out", { from: "127.0.0.8" })).status).toBe(200);
  });

  it("is read from no list that is none", () => {
    expect(() =>
      createSurface({ site, trustProxy: ["true"] } as unknown as SurfaceOptions),
    ).toThrow(TypeError);
  });

  it.each([true, "127.0.0.1", 1])(
    "is read from no trustProxy that Express would take, such as %j, and says what to write",
    (trustProxy) => {
      expect(() => createSurface({ site, trustProxy } as unknown as SurfaceOptions)).toThrow(
        'trustProxy: ["127.0.0.1"]',
      );
    },
  );
});

const sayWhatIsThrown: ErrorRequestHandler = (thrown, _request, response, _next) => {
  response.status(500).send(String(thrown));
};

describe("a mount under a path where it can answer nothing", () => {
  it.each(["/auth/api/auth/ok", "/auth/ok"])(
    "says at %s what to write instead, and is no silent 404",
    async (path) => {
      const { ask } = await openWorld((mounted) =>
        application((app) => app.use("/auth", mounted).use(sayWhatIsThrown)),
      );
      const { status, text } = await ask("GET", path);
      expect(status).toBe(500);
      expect(text).toContain("mounted under /auth");
      expect(text).toContain("app.use(mount(surface))");
    },
  );

  it("is told from one under /api in whatever case the path is asked for", async () => {
    const { ask } = await openWorld((mounted) =>
      application((app) => app.use("/api", mounted).use("/api/v1/own", mounted)),
    );
    for (const path of ["/API/auth/ok", "/api/v1/own/route", "/api/nothing"])
      expect((await ask("GET", path)).status, path).toBe(404);
  });
});

describe("a mount of a surface whose features claim paths", () => {
  const SCIM = { title: "SCIM", description: "Users.", family: "/scim/v2/", routes: {} } as const;

  it("answers there, at the root", async () => {
    const { ask } = await openWorld((mounted) => application((app) => app.use(mounted)), {
      features: [SCIM],
    });
    expect(await ask("GET", "/scim/v2/Users")).toMatchObject({
      status: 404,
      json: { code: "NOT_FOUND" },
    });
    expect((await ask("GET", "/scim")).json).toBeNull();
  });

  it("says under /api that it cannot, and where it would", async () => {
    const { ask } = await openWorld(
      (mounted) => application((app) => app.use("/api", mounted).use(sayWhatIsThrown)),
      { features: [SCIM] },
    );
    const { status, text } = await ask("GET", "/api/auth/ok");
    expect(status).toBe(500);
    expect(text).toContain("/api/auth/… and /api/v1/… and /scim/v2/… from the root");
  });
});

describe("what an application has set before", () => {
  it("stays, its cookies beside ours", async () => {
    const { ask } = await openWorld((mounted) =>
      application((app) =>
        app
          .use((_request, response, next) => {
            response.cookie("theme", "dark").setHeader("X-Own", "1");
            next();
          })
          .use(mounted),
      ),
    );
    const { headers } = await ask("POST", "/api/auth/sign-out");
    expect(headers["set-cookie"]?.map((cookie) => cookie.split("=", 1)[0])).toEqual([
      "theme",
      "session",
      "active-org",
    ]);
    expect(headers["x-own"]).toBe("1");
  });

  it("comes back to it as a failure where no reply can be written with it", async () => {
    const { ask } = await openWorld((mounted) => (request, response) => {
      response.setHeader("Trailer", "Server-Timing");
      mounted(request, response, (failure) => {
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        response.writeHead(500).end(String(failure));
      });
    });
    const answer = await ask("GET", "/api/auth/ok");
    expect([answer.status, answer.text]).toEqual([
      500,
      expect.stringContaining("ERR_HTTP_TRAILER_INVALID"),
    ]);
  });
});
