import { createAuth, defineErrors, defineFeature } from "@acme/auth-core";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createManualScheduler } from "@acme/auth-testing";
import { parseJson, recordOf } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import type { DescribedRoute, DescribedSection } from "./described-routes.js";
import { createHttpSurface } from "./http-surface.js";
import type { HttpRequest } from "./kernel/http-message.js";
import { createSite } from "./site/site.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const errors = defineErrors({ NOTE_LOCKED: { kind: "conflict", message: "Somebody edits it." } });

const CHANGE_NOTE: DescribedRoute = {
  method: "PATCH",
  path: "/notes/:noteId",
  operationId: "notes.change",
  summary: "Change a note.",
  access: { permission: "org:update", fresh: true },
  query: { type: "object", required: ["force"], properties: { force: { type: "boolean" } } },
  body: { $ref: "#/$defs/Note", $defs: { Note: { type: "object" } } },
  status: 200,
  returns: "The note.",
  reply: { $ref: "#/$defs/Note", $defs: { Note: { type: "object" } } },
  refuses: ["NOT_FOUND", errors.NOTE_LOCKED],
};
const notes = (own: Partial<DescribedRoute> = {}): DescribedSection => ({
  title: "Notes",
  description: "What people have written down.",
  routes: [{ ...CHANGE_NOTE, ...own }],
});

/** What the tests read of the OpenAPI document. */
const REFERENCE = {
  tags: ["object"],
  paths: recordOf(recordOf({ responses: recordOf({ description: "string" }) })),
  components: {
    schemas: { Error: { properties: { code: { enum: ["string"] } } }, "Note?": "object" },
  },
} as const;

function openSurface(describedRoutes?: readonly DescribedSection[]) {
  const auth = createAuth({
    store: createSqliteStore(":memory:"),
    mailer: createInbox(),
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    features: [defineFeature({ name: "notes", errors })],
    ports: { clock: createFixedClock(), scheduler: createManualScheduler() },
  });
  const surface = createHttpSurface({
    auth,
    site,
    standalone: true,
    ...(describedRoutes && { describedRoutes }),
  });
  const get = async (path: string) => {
    const request: HttpRequest = {
      method: "GET",
      path,
      query: "",
      peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
      header: () => undefined,
      readBody: () => Promise.resolve(null),
    };
    const reply = await surface.answer(request);
    return typeof reply?.body === "string" ? reply.body : "";
  };
  return {
    reference: async () => parseJson(await get("/api/v1/openapi.json"), REFERENCE),
    page: () => get("/docs"),
  };
}

describe("routes that an application describes", () => {
  it("stand in the OpenAPI document behind those of the surface, with what guards and bodies bring along", async () => {
    const { tags, paths, components } = await openSurface([notes()]).reference();
    expect(tags.at(-1)).toEqual({ name: "Notes", description: "What people have written down." });
    const described = paths["/notes/{noteId}"]!["patch"]!;
    expect(described).toMatchObject({
      tags: ["Notes"],
      operationId: "notes.change",
      summary: "Change a note.",
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
      ["401", "UNAUTHORIZED"],
      [
        "403",
        ...["INVALID_ORIGIN", "SESSION_NOT_FRESH", "NO_ACTIVE_ORGANIZATION", "PERMISSION_DENIED"],
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

  it("may answer nothing, and another method of a path of the surface", async () => {
    const { query: _query, body: _body, reply: _reply, ...bare } = CHANGE_NOTE;
    const { paths } = await openSurface([
      {
        ...notes(),
        routes: [
          { ...bare, method: "DELETE", path: "/api/v1/auth/me", access: "session", status: 204 },
        ],
      },
    ]).reference();
    expect(Object.keys(paths["/api/v1/auth/me"]!)).toEqual(["get", "delete"]);
    expect(paths["/api/v1/auth/me"]!["delete"]!.responses["204"]).toEqual({
      description: "The note.",
    });
  });

  it.each<[what: string, sections: readonly DescribedSection[], message: string]>([
    [
      "a route of the surface",
      [notes({ method: "GET", path: "/api/v1/organizations/:team/members" })],
      "GET /api/v1/organizations/:/members is in the reference twice",
    ],
    [
      "a route twice",
      [
        notes(),
        { ...notes(), title: "More", routes: [{ ...CHANGE_NOTE, operationId: "more.change" }] },
      ],
      "PATCH /notes/: is in the reference twice",
    ],
    ["a name of the surface", [notes({ operationId: "emailOtp.signIn" })], "emailOtp.signIn is in"],
    ["a title of the surface", [{ ...notes(), title: "Passkeys" }], "the section Passkeys is in"],
    [
      "an error that nothing may answer",
      [notes({ refuses: [{ ...errors.NOTE_LOCKED, code: "NOTE_GONE" as never }] })],
      "notes.change refuses with NOTE_GONE, which createAuth({ errors }) does not have",
    ],
  ])("are refused when they describe %s", (_what, described, message) => {
    expect(() => openSurface(described)).toThrow(message);
  });
});
