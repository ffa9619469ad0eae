import {
  AuthError,
  createAuth,
  defineErrors,
  defineFeature,
  type Events,
  type PermissionId,
} from "@acme/auth-core";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createManualScheduler } from "@acme/auth-testing";
import { stringMatching } from "@acme/auth-testing/matchers";
import { parseJson, recordOf } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { textIn } from "../test/reply-body.js";
import type { DescribedRoute } from "./described-routes.js";
import type { FeatureRoutes } from "./feature-routes.js";
import { createHttpSurface } from "./http-surface.js";
import type { HttpRequest } from "./kernel/http-message.js";
import { type Protocol, route } from "./kernel/route.js";
import { z } from "./kernel/zod.js";
import { preload } from "./preload.js";
import { createSite } from "./site/site.js";
import { surface as base } from "./surface.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const errors = defineErrors({ NOTE_LOCKED: { kind: "conflict", message: "Somebody edits it." } });
const foreign = defineErrors({ NOTE_GONE: { kind: "not_found", message: "It is gone." } });

type AnyFeatureRoutes = FeatureRoutes<PermissionId, never>;

const CHANGE_NOTE: DescribedRoute = {
  method: "PATCH",
  path: "/notes/:noteId",
  summary: "Change note",
  description: "Change a note.",
  access: { permission: "org:update", fresh: true },
  query: { type: "object", required: ["force"], properties: { force: { type: "boolean" } } },
  body: { $ref: "#/$defs/Note", $defs: { Note: { type: "object" } } },
  status: 200,
  returns: "The note.",
  reply: { $ref: "#/$defs/Note", $defs: { Note: { type: "object" } } },
  refuses: ["NOT_FOUND", errors.NOTE_LOCKED],
};
const notes = (own: Partial<DescribedRoute> = {}): FeatureRoutes => ({
  title: "Notes",
  description: "What people have written down.",
  routes: { notes: { change: { ...CHANGE_NOTE, ...own } } },
});

const echo = {
  method: "POST",
  path: "/api/v1/echo",
  summary: "Say it again",
  description: "Say it again.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ word: z.string().max(10) }),
  returns: "The word.",
  status: 200,
  reply: () => z.strictObject({ word: z.string() }),
} as const;
const sayAgain = route({
  ...echo,
  refuses: ["NOT_FOUND", errors.NOTE_LOCKED],
  handle: async ({ body: { word } }) => {
    if (word === "locked") throw new AuthError(errors.NOTE_LOCKED);
    if (word === "gone") throw new AuthError("NOT_FOUND");
    return { body: { word } };
  },
});
const at = (path: `/${string}`) => route({ ...sayAgain, path });

const SCIM: Protocol = {
  media: "application/scim+json",
  schema: { type: "object", properties: { detail: { type: "string" } } },
  refusal: ({ message }: AuthError) => ({ schemas: ["urn:error"], detail: message }),
};
const echoes = (own: Partial<FeatureRoutes> = {}): FeatureRoutes => ({
  title: "Echoes",
  description: "What comes back.",
  routes: { echo: { sayAgain } },
  ...own,
});
const scim = (own: Partial<FeatureRoutes> = {}): FeatureRoutes =>
  echoes({
    family: "/scim/v2/",
    protocol: SCIM,
    routes: { echo: { sayAgain: at("/scim/v2/echo") } },
    ...own,
  });

/** What the tests read of the OpenAPI document. */
const REFERENCE = {
  tags: ["object"],
  paths: recordOf(recordOf({ responses: recordOf({ description: "string" }) })),
  components: {
    schemas: { Error: { properties: { code: { enum: ["string"] } } }, "Note?": "object" },
  },
} as const;

interface Opening {
  readonly added?: object;
  readonly standalone?: boolean;
}

function openSurface(features: readonly AnyFeatureRoutes[] = [], opening: Opening = {}) {
  const auth = createAuth({
    store: createSqliteStore(":memory:"),
    mailer: createInbox(),
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    features: [defineFeature({ name: "notes", errors })],
    // Nothing is counted, so that nothing needs the database.
    policy: { requestsPerClient: 0, readRequestsPerClient: 0 },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    ports: { clock: createFixedClock(), scheduler: createManualScheduler() },
  });
  const surface = createHttpSurface<PermissionId, never>({
    auth: Object.assign(auth, opening.added) as never,
    site,
    standalone: opening.standalone ?? true,
    features,
  });
  const ask = (method: string, path: string, body?: unknown, type = "application/json") => {
    const bytes = Buffer.from(JSON.stringify(body ?? {}));
    const headers: Readonly<Record<string, string>> = {
      "content-type": type,
      "content-length": String(bytes.length),
      "access-control-request-method": "POST",
      origin: "https://app.example.com",
    };
    const request: HttpRequest = {
      method,
      path,
      query: "",
      peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
      header: (name) => (body || method === "OPTIONS" ? headers[name] : undefined),
      readBody: () => Promise.resolve(body ? { bytes } : null),
    };
    return surface.answer(request);
  };
  const text = async (path: string) => textIn((await ask("GET", path))!);
  return {
    ask,
    /** The status and the body of a POST. */
    post: async (path: string, body: object, type?: string) => {
      const reply = (await ask("POST", path, body, type))!;
      return { status: reply.status, body: JSON.parse(textIn(reply)) as unknown };
    },
    openapi: () => text("/api/v1/openapi.json"),
    reference: async () => parseJson(await text("/api/v1/openapi.json"), REFERENCE),
    page: () => text("/docs"),
  };
}

describe("routes that a feature serves", () => {
  it("are answered as those of the surface are, with their own errors too", async () => {
    const { post } = openSurface([echoes()], { standalone: false });
    const path = "/api/v1/echo";
    expect(await post(path, { word: "hey" })).toEqual({ status: 200, body: { word: "hey" } });
    expect(await post(path, { word: "gone" })).toMatchObject({ status: 404 });
    expect(await post(path, { word: "locked" })).toEqual({
      status: 409,
      body: { code: "NOTE_LOCKED", message: "Somebody edits it." },
    });
    expect(await post(path, { word: "much too long" })).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    });
    expect(await post(path, { word: "hey" }, "text/plain")).toMatchObject({ status: 415 });
  });

  it("stand in the reference with group and name as their operationId, and what they refuse", async () => {
    const { tags, paths } = await openSurface([echoes()]).reference();
    expect(tags.at(-1)).toMatchObject({ name: "Echoes" });
    expect(paths["/api/v1/echo"]!["post"]).toMatchObject({
      operationId: "echo.sayAgain",
      tags: ["Echoes"],
      responses: { 409: { description: "Refused with `NOTE_LOCKED`." } },
    });
  });

  it("show their examples, which are loaded with the reference or by preload", async () => {
    let loaded = 0;
    const examples = async () => {
      loaded++;
      return { "echo.sayAgain": { input: { word: "hey" }, reply: { word: "hey" } } };
    };
    const { openapi } = openSurface([echoes({ examples })]);
    expect(loaded).toBe(0);
    expect(await openapi()).toContain('"example":{"word":"hey"}');
    expect(loaded).toBe(1);
    await preload([echoes({ examples })]);
    expect(loaded).toBe(2);
  });

  it("are not there without it: the surface is that of every application", async () => {
    const { ask, reference } = openSurface();
    expect((await ask("POST", "/api/v1/echo", { word: "hey" }))!.status).toBe(404);
    const { paths } = await reference();
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations.length).toBe(
      base.flatMap(({ path, aliases = [] }) => [path, ...aliases]).length,
    );
  });
});

describe("a path family that a feature claims", () => {
  it("is answered whole, also in an application", async () => {
    const { ask } = openSurface([scim()], { standalone: false });
    expect((await ask("POST", "/scim/v2/echo", { word: "hey" }))!.status).toBe(200);
    const unknown = await ask("GET", "/scim/v2/nothing");
    expect(unknown!.status).toBe(404);
    expect(JSON.parse(textIn(unknown!))).toMatchObject({ code: "NOT_FOUND" });
    const other = await ask("GET", "/scim/v2/echo");
    expect(other!.status).toBe(405);
    expect(other!.headers.join(": ")).toContain("Allow: POST, OPTIONS");
    expect((await ask("OPTIONS", "/scim/v2/nothing"))!.status).toBe(204);
    expect(ask("GET", "/scim/v3/echo")).toBeNull();
    expect(ask("GET", "/scim")).toBeNull();
  });

  it("belongs to the application where no feature claims it", () => {
    expect(openSurface([], { standalone: false }).ask("GET", "/scim/v2/nothing")).toBeNull();
  });
});

describe("the protocol of a foreign contract", () => {
  it("names the media type of answers, and makes the bodies of refusals", async () => {
    const { ask } = openSurface([scim()]);
    const say = async (word: string, type?: string) => {
      const reply = (await ask("POST", "/scim/v2/echo", { word }, type))!;
      const { status, headers } = reply;
      const media = headers[headers.indexOf("Content-Type") + 1];
      return [status, media, JSON.parse(textIn(reply)) as unknown];
    };
    const media = "application/scim+json";
    expect(await say("hey", media)).toEqual([200, media, { word: "hey" }]);
    expect(await say("hey")).toEqual([200, media, { word: "hey" }]);
    const refused = { schemas: ["urn:error"], detail: "Somebody edits it." };
    expect(await say("locked", media)).toEqual([409, media, refused]);
    expect(await say("hey", "application/other+json")).toMatchObject([415, media, {}]);
  });

  it("leaves other sections as they are, and the word of the library where it fails", async () => {
    const refusal = () => {
      throw new Error("a bug");
    };
    const broken = scim({ protocol: { ...SCIM, refusal } });
    const { post } = openSurface([
      broken,
      echoes({ title: "More", routes: { more: { sayAgain } } }),
    ]);
    const locked = { status: 409, body: { code: "NOTE_LOCKED", message: "Somebody edits it." } };
    expect(await post("/scim/v2/echo", { word: "locked" })).toEqual(locked);
    expect(await post("/api/v1/echo", { word: "locked" })).toEqual(locked);
    expect(await post("/api/v1/echo", { word: "hey" }, SCIM.media)).toMatchObject({ status: 415 });
  });

  it("stands in the reference", async () => {
    const { paths } = await openSurface([scim()]).reference();
    expect(paths["/scim/v2/echo"]!["post"]).toMatchObject({
      requestBody: { content: { "application/json": {}, [SCIM.media]: {} } },
      responses: {
        200: { content: { [SCIM.media]: {} } },
        409: { content: { [SCIM.media]: { schema: SCIM.schema } } },
      },
    });
  });
});

describe("routes that an application describes", () => {
  it("stand in the OpenAPI document behind those of the surface, with what guards and bodies bring along", async () => {
    const { tags, paths, components } = await openSurface([notes()]).reference();
    expect(tags.at(-1)).toEqual({ name: "Notes", description: "What people have written down." });
    const described = paths["/notes/{noteId}"]!["patch"]!;
    expect(described).toMatchObject({
      tags: ["Notes"],
      operationId: "notes.change",
      summary: "Change note",
      description: stringMatching(/^Change a note\.\n\nNeeds a fresh session/),
      security: [{ session: [] }],
      parameters: [
        { name: "noteId", in: "path", required: true, schema: { type: "string" } },
        { name: "force", in: "query", required: true, schema: { type: "boolean" } },
      ],
      requestBody: {
        content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
      },
    });
    expect(components.schemas["Note"]).toEqual({ type: "object" });
    const refused = Object.entries(described.responses).map(([status, { description }]) => [
      status,
      ...Array.from(description.matchAll(/`(\w+)`/g), ([, code]) => code),
    ]);
    expect(refused).toEqual([
      ["200"],
      ["400", "VALIDATION_ERROR", "INVALID_JSON"],
      ["401", "UNAUTHORIZED", "INSUFFICIENT_USER_AUTHENTICATION"],
      [
        "403",
        ...["INVALID_ORIGIN", "SESSION_NOT_FRESH", "NO_ACTIVE_ORGANIZATION", "PERMISSION_DENIED"],
        "SECOND_FACTOR_NOT_ENROLLED",
      ],
      ["404", "NOT_FOUND"],
      ["409", "NOTE_LOCKED"],
      ["413", "PAYLOAD_TOO_LARGE"],
      ["415", "UNSUPPORTED_MEDIA_TYPE"],
      ["429", "TOO_MANY_REQUESTS"],
      ["500", "INTERNAL_ERROR"],
      ["503", "UNAVAILABLE"],
    ]);
    expect(components.schemas.Error.properties.code.enum).toContain("NOTE_LOCKED");
  });

  it("stand on the page, with the application's own errors", async () => {
    const page = await openSurface([notes()]).page();
    expect(page).toMatch(/<h2[^>]*>Notes<\/h2>/);
    expect(page).toMatch(/PATCH \/notes\/:noteId[^]*Change a note\.[^]*NOTE_LOCKED/);
  });

  it("stand in the reference of their own surface only", async () => {
    await openSurface([notes()]).reference();
    const { paths } = await openSurface().reference();
    expect(Object.keys(paths)).not.toContain("/notes/{noteId}");
  });

  it("are left to the application", () => {
    const surface = openSurface([notes({ path: "/api/v1/notes" })], { standalone: false });
    expect(surface.ask("PATCH", "/api/v1/notes", {})).toBeNull();
  });

  it("may answer nothing, and another method of a path of the surface", async () => {
    const { query: _query, body: _body, reply: _reply, ...bare } = CHANGE_NOTE;
    const me = {
      method: "DELETE",
      path: "/api/v1/auth/me",
      access: "session",
      status: 204,
    } as const;
    const { paths } = await openSurface([
      { ...notes(), routes: { notes: { change: { ...bare, ...me } } } },
    ]).reference();
    expect(Object.keys(paths["/api/v1/auth/me"]!)).toEqual(["get", "delete"]);
    expect(paths["/api/v1/auth/me"]!["delete"]!.responses["204"]).toEqual({
      description: "The note.",
    });
  });
});

describe("routes are refused at the start", () => {
  const more = (named: FeatureRoutes["routes"]): FeatureRoutes => ({
    ...notes(),
    title: "More",
    routes: named,
  });
  it.each<[what: string, features: readonly AnyFeatureRoutes[], message: string]>([
    [
      "with a route of the surface",
      [notes({ method: "GET", path: "/api/v1/organizations/:team/members" })],
      "GET /api/v1/organizations/:/members is in the reference twice",
    ],
    [
      "with a route of the surface that they would serve",
      [echoes({ routes: { echo: { sayAgain: at("/api/auth/sign-in/email") } } })],
      "POST /api/auth/sign-in/email is in the reference twice",
    ],
    [
      "with a route twice",
      [notes(), more({ more: { change: CHANGE_NOTE } })],
      "PATCH /notes/: is in the reference twice",
    ],
    [
      "with a name of the surface",
      [more({ emailOtp: { signIn: CHANGE_NOTE } })],
      "emailOtp.signIn is in the reference twice",
    ],
    [
      "with a title of the surface",
      [{ ...notes(), title: "Passkeys" }],
      "the section Passkeys is in the reference twice",
    ],
    [
      "with an error that nothing may answer",
      [notes({ refuses: [foreign.NOTE_GONE] })],
      "notes.change refuses with NOTE_GONE, which auth does not know",
    ],
    [
      "with an error of a served route that nothing may answer",
      [echoes({ routes: { echo: { sayAgain: { ...sayAgain, refuses: [foreign.NOTE_GONE] } } } })],
      "echo.sayAgain refuses with NOTE_GONE, which auth does not know",
    ],
    [
      "without their feature",
      [{ ...echoes(), feature: "echoes" }],
      "the section Echoes needs the feature echoes, which createAuth was not given",
    ],
    [
      "outside of the families of the surface",
      [echoes({ routes: { echo: { sayAgain: at("/echo") } } })],
      "/echo is served outside of /api/auth/ and /api/v1/",
    ],
    [
      "with another path outside of the family that they claim",
      [
        scim({
          routes: {
            echo: { sayAgain: { ...at("/scim/v2/echo"), aliases: ["/scim/v1/echo"] as const } },
          },
        }),
      ],
      "/scim/v1/echo is served outside of /api/auth/ and /api/v1/ and /scim/v2/",
    ],
    [
      "with a family that is claimed twice",
      [scim(), { ...more({}), family: "/scim/v2/" }],
      "the path family /scim/v2/ is claimed, and /scim/v2/ is taken",
    ],
    [
      "with a family that begins another",
      [scim(), { ...more({}), family: "/scim/" }],
      "the path family /scim/ is claimed, and /scim/v2/ is taken",
    ],
    [
      "with a family within one of the surface",
      [{ ...more({}), family: "/api/auth/scim/" }],
      "the path family /api/auth/scim/ is claimed, and /api/auth/ is taken",
    ],
    [
      "with a family around those of the surface",
      [{ ...more({}), family: "/api/" }],
      "the path family /api/ is claimed, and /api/auth/ is taken",
    ],
    [
      "with a family that is none",
      [{ ...more({}), family: "/teams/:team/" }],
      "/teams/:team/ of the section More is no path family: write it as /scim/v2/",
    ],
    [
      "with a media type that a form can send",
      [scim({ protocol: { ...SCIM, media: "text/plain" } })],
      "text/plain of the section Echoes is no media type of JSON",
    ],
    [
      "with a name that is none",
      [more({ more: { "change.it": CHANGE_NOTE } })],
      "change.it in the section More is no name of a group or a route",
    ],
  ])("%s", (_what, features, message) => {
    expect(() => openSurface(features)).toThrow(RangeError);
    expect(() => openSurface(features)).toThrow(message);
  });

  it("for everything that is wrong at once", () => {
    const wrong: AnyFeatureRoutes = {
      ...echoes({ title: "Passkeys", routes: { echo: { sayAgain: at("/echo") } } }),
      feature: "echoes",
    };
    expect(() => openSurface([wrong, notes({ refuses: [foreign.NOTE_GONE] })])).toThrow(
      "features: the section Passkeys is in the reference twice; " +
        "the section Passkeys needs the feature echoes, which createAuth was not given; " +
        "/echo is served outside of /api/auth/ and /api/v1/; " +
        "notes.change refuses with NOTE_GONE, which auth does not know",
    );
  });

  it("and taken with their feature", async () => {
    const { post } = openSurface([{ ...echoes(), feature: "echoes" }], {
      added: { echoes: {} },
    });
    expect(await post("/api/v1/echo", { word: "hey" })).toMatchObject({ status: 200 });
  });
});

it.each([
  "fresh",
  "anyone",
  { permission: "org:read", fresh: true },
  { permission: "org:read", factors: 2 },
  { session: true, within: "10m" },
  { session: true, proved: true },
] as const)("a route of the access %j takes no grants", (access) => {
  const open = () => openSurface([notes({ access, grants: "any" })]);
  expect(open).toThrow(/notes\.change takes grants, which its access does not allow/);
});

it.each(["session", "active-org", "browser", "known-browser"])(
  "the cookie %s of the library is no gate's",
  (cookie) => {
    const gates = [{ feature: "toll", refuses: [], cookie }];
    const events: Events = { errors: new Map(), refusable: new Set(), gates, authenticators: [] };
    expect(() => openSurface([], { added: { events } })).toThrow(
      new RangeError(`features: the gate of toll cannot have the cookie ${cookie}`),
    );
  },
);

it.each(["59s", "25h", "1.5m"] as const)(
  "a route that asks for %s is refused at the start",
  (within) => {
    const open = () => openSurface([notes({ access: { session: true, within } })]);
    expect(open).toThrow(RangeError);
    expect(open).toThrow(/notes\.change asks for what is no demand: within: /);
  },
);
