import { ERRORS } from "@acme/auth-core";
import { type AnyRoute, codeOf, openapiDocument, refusalsOf, statusOf } from "@acme/auth-http";
import { anyString, arrayContaining, stringMatching } from "@acme/auth-testing/matchers";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { sections, surface } from "../reference-surface.js";

const document = await openapiDocument(sections, "https://api.example.com");

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly required: boolean;
    readonly schema: unknown;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: unknown }>>;
  };
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: Readonly<Record<string, unknown>> }
    >
  >;
}

const operations = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
const template = (path: string): string => path.replaceAll(/:(\w+)/g, "{$1}");
const doors = surface.flatMap((route) =>
  [route.path, ...(route.aliases ?? [])].map(
    (path) => [`${route.method} ${path}`, template(path), route] as const,
  ),
);
const ofEachDoor = (check: (path: string, route: AnyRoute) => void) =>
  expectOfEach(
    doors,
    ([name]) => name,
    ([, path, route]) => check(path, route),
  );

/** Every object in the document, however deep. */
function* nodesIn(node: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield readJson(node, "object");
  for (const child of Object.values(node)) yield* nodesIn(child);
}
const nodes = [...nodesIn(document)];

const resolve = (ref: string): unknown =>
  ref
    .slice(2)
    .split("/")
    .reduce<unknown>((node, key) => readJson(node, "object")[key], document);

const bodyOf = (path: string): unknown => {
  const { schema } = operations[path]!["post"]!.requestBody!.content["application/json"]!;
  return resolve(readJson(schema, { $ref: "string" }).$ref);
};

const bodyExampleOf = (path: string, method: string): unknown => {
  const content = operations[path]![method]!.requestBody!.content["application/json"]!;
  return readJson(content, "object")["example"];
};

describe("the OpenAPI document", () => {
  it("is of version 3.1, for this server, and plain JSON", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      servers: [{ url: "https://api.example.com" }],
    });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it("has no path or method that is not a route's", () => {
    const described = Object.entries(operations).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      doors.map(([, path, { method }]) => `${method} ${path}`).sort(),
    );
  });

  it("says of each route who may call, what comes back and what is refused", () =>
    ofEachDoor((path, route) => {
      const operation = operations[path]![route.method.toLowerCase()]!;
      expect(operation.description).toContain(`${route.description}\n\n`);
      expect(document.tags.map(({ name }) => name)).toEqual(
        expect.arrayContaining([...operation.tags]),
      );
      expect(operation.security).toEqual(route.access === "anyone" ? [] : [{ session: [] }]);
      expect(operation.requestBody !== undefined).toBe(route.body !== undefined);
      expect(Object.keys(operation.responses)).toContain(String(route.status));
      for (const code of refusalsOf(route))
        expect(operation.responses[String(statusOf(code, route))]?.description).toContain(
          `\`${codeOf(code, route)}\``,
        );
    }));

  it("declares every parameter of each route", () =>
    ofEachDoor((path, route) => {
      const operation = operations[path]![route.method.toLowerCase()]!;
      const placed = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect(placed.map(({ name }) => name).sort()).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
      );
      expect(placed.every(({ required }) => required)).toBe(true);
      expect(path).not.toContain(":");
    }));

  it("says what each section is for", () => {
    for (const { description } of document.tags) expect(description).toMatch(/^[A-Z].{20,}[.]$/);
  });

  it("names the session cookie as the service of the URL sets it", async () => {
    const overHttp = await openapiDocument(sections, "http://localhost:3000");
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: "apiKey", in: "cookie", name: "__Host-session" },
    });
    expect(overHttp.components.securitySchemes).toMatchObject({ session: { name: "session" } });
  });

  it("says of a route for a permission which one, where, and how fresh the session must be", () => {
    const { description } = operations["/api/v1/organizations/{id}"]!["delete"]!;
    expect(description).toBe(
      "Delete an organization with its memberships and invitations.\n\nNeeds a fresh session: one that was authenticated recently, by default within the last 24 hours, and the permission `org:delete` in the organization that the path names.",
    );
  });

  it("writes no object of a body or a reply twice: each has a name", () => {
    const contents = Object.values(operations).flatMap((methods) =>
      Object.values(methods).flatMap(({ requestBody, responses }) => [
        ...Object.values(requestBody?.content ?? {}),
        ...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})),
      ]),
    );
    const shapes = contents.map((content) => readJson(content, { schema: "object" }).schema);
    expect([...nodesIn(shapes)].filter((schema) => "properties" in schema)).toEqual([]);
    const { schemas } = document.components;
    // The one that says no more than another until a feature adds to it.
    const { PasskeyRemoval: _, ...own } = schemas;
    const texts = Object.values(own).map((schema) =>
      JSON.stringify({ ...readJson(schema, "object"), description: "" }),
    );
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("shows what each operation takes and answers, as a test has sent and received it", () => {
    const unseen = doors.flatMap(([name, path, route]) => {
      const { requestBody, responses } = operations[path]![route.method.toLowerCase()]!;
      const contents = [requestBody?.content, responses[String(route.status)]!.content];
      const json = contents.flatMap((content) => content?.["application/json"] ?? []);
      return json.every((each) => JSON.stringify(each).includes('"example":')) ? [] : [name];
    });
    // The document itself would be its own example.
    expect(unseen).toEqual(["GET /api/v1/openapi.json"]);
    expect(bodyExampleOf("/api/v1/organizations/{id}", "patch")).toEqual({
      slug: "engines",
      metadata: { plan: "pro" },
    });
    expect(operations["/api/v1/organizations/{id}"]!["patch"]!.parameters).toMatchObject([
      { name: "id", in: "path", example: stringMatching(/^0198/) },
    ]);
  });

  it("shows an error of each code, as it is sent", () => {
    const { examples } = document.components;
    for (const [code, example] of Object.entries(examples))
      expect(example).toMatchObject({ value: { code, message: anyString() } });
    const sent = nodes.flatMap(({ description }) =>
      [...String(description).matchAll(/^Refused with (.*)[.]/g)].flatMap(([, codes]) =>
        [...codes!.matchAll(/`(\w+)`/g)].map(([, code]) => code),
      ),
    );
    expect(Object.keys(examples).sort()).toEqual([...new Set(sent)].sort());
  });

  it("refers to nothing that is not in it", () => {
    const refs = nodes.flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));
    expect(refs).toContain("#/components/schemas/Error");
    for (const ref of refs) expect(resolve(ref), ref).toBeTypeOf("object");
  });

  it("requires no property that it does not describe", () => {
    for (const { required, properties } of nodes) {
      if (Array.isArray(required))
        expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining(required));
    }
  });

  it("describes a user and a session whole", () => {
    const { User, Session } = readJson(document.components.schemas, {
      User: { properties: "object" },
      Session: { properties: "object" },
    });
    expect(Object.keys(User.properties)).toEqual([
      "id",
      "email",
      "emailVerified",
      "name",
      "image",
      "createdAt",
      "updatedAt",
    ]);
    expect(Object.keys(Session.properties)).toEqual([
      "id",
      "token",
      "userId",
      "createdAt",
      "updatedAt",
      "expiresAt",
      "authenticatedAt",
      "ipAddress",
      "userAgent",
      "activeOrganizationId",
    ]);
  });

  it("lists every code that an error may have", () => {
    expect(document.components.schemas["Error"]).toMatchObject({
      properties: {
        code: {
          enum: arrayContaining([...Object.keys(ERRORS), "ORGANIZATION_ALREADY_EXISTS"]),
        },
      },
    });
  });

  it("takes fields as people send them", () => {
    expect(bodyOf("/api/auth/email-otp/sign-in")).toMatchObject({
      properties: { email: { type: "string" }, otp: { type: "string" }, name: { type: "string" } },
      required: ["email", "otp"],
    });
  });

  const mediaOf = (files: readonly string[] = ["application/json"]) => files.toSorted();

  it("says of each route which kinds of body it takes and gives", () =>
    ofEachDoor((path, { method, body, forms, page, files, status, redirects, deadLinkPage }) => {
      const { requestBody, responses } = operations[path]![method.toLowerCase()]!;
      const taken = {
        too: ["application/json", "application/x-www-form-urlencoded"],
        only: ["application/x-www-form-urlencoded"],
      };
      const given = { "to people": ["application/json", "text/html"], always: ["text/html"] };
      expect(Object.keys(requestBody?.content ?? {})).toEqual(
        body ? (forms ? taken[forms] : ["application/json"]) : [],
      );
      const empty = [204, 302, 303].includes(status);
      expect(Object.keys(responses[String(status)]!.content ?? {}).sort()).toEqual(
        empty ? [] : page ? given[page] : mediaOf(files),
      );
      if (redirects) expect(responses[String(redirects)]).toHaveProperty("headers.Location");
      if (deadLinkPage)
        expect(Object.keys(responses["400"]!.content ?? {}).sort()).toEqual([
          "application/json",
          "text/html",
        ]);
    }));

  it("knows the 400 pages of mailed links", () => {
    const withDeadLinkPage = doors.filter(
      ([, path, { method }]) =>
        "text/html" in (operations[path]![method.toLowerCase()]!.responses["400"]?.content ?? {}),
    );
    expect(withDeadLinkPage.map(([name]) => name)).toEqual([
      "GET /api/auth/verify-email",
      "POST /api/auth/verify-email",
      "GET /api/auth/change-email/confirm",
      "POST /api/auth/change-email/confirm",
      "POST /api/auth/magic-link/verify",
      "GET /api/auth/magic-link/verify",
      "GET /api/auth/invitation",
    ]);
  });

  it("bounds numbers as the rules do, or not at all", () => {
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(document.components.schemas["AccountDeletionRequestDeletionReply"]).toMatchObject({
      properties: { graceDays: { type: "integer", minimum: 0, maximum: 365 } },
    });
  });

  it("names every operation by its route file and its export, once", () => {
    const ids = Object.values(operations).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+[.][a-z][A-Za-z]+([.]alias\d?)?$/);
    expect(operations["/api/auth/email-otp/sign-in"]!["post"]!.operationId).toBe("emailOtp.signIn");
    expect(operations["/api/auth/sign-in/email-otp"]!["post"]!.operationId).toBe(
      "emailOtp.signIn.alias",
    );
    expect(operations["/api/auth/organization/leave"]!["post"]!.operationId).toBe(
      "betterAuthMember.leave",
    );
  });

  it("has a sentence for each route, and for each of its responses", () =>
    ofEachDoor((path, route) => {
      const { description: said, responses } = operations[path]![route.method.toLowerCase()]!;
      for (const text of [
        ...said.split("\n\n"),
        ...Object.values(responses).map(({ description }) => description),
      ])
        expect(text).toMatch(/^[A-Z].{9,}[.]$|^Refused with `/);
      expect(said).not.toMatch(/^(The same|The button)|\baddress(?<!(email|IP) address)/);
    }));

  it("describes every parameter", () => {
    const parameters = Object.values(operations).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => operation.parameters ?? []),
    );
    expect(parameters.filter(({ description }) => !description).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it("describes every field of every body and every reply", () => {
    expect([...undescribedIn(document, "")]).toEqual([]);
  });
});

/** The places of fields that have no description of their own and hold no described schema. */
function* undescribedIn(node: unknown, place: string): Generator<string> {
  if (typeof node !== "object" || node === null) return;
  const properties = "properties" in node ? node.properties : undefined;
  const type = "type" in node ? node.type : undefined;
  if (type === "object" && typeof properties === "object" && properties !== null)
    for (const [name, field] of Object.entries(properties))
      if (!isDescribed(field)) yield `${place}/properties/${name}`;
  for (const [name, child] of Object.entries(node)) yield* undescribedIn(child, `${place}/${name}`);
}

function isDescribed(field: unknown): boolean {
  if (typeof field !== "object" || field === null) return false;
  if ("description" in field) return true;
  if ("$ref" in field) return isDescribed(resolve(String(field.$ref)));
  return "anyOf" in field && Array.isArray(field.anyOf) && field.anyOf.some(isDescribed);
}
