import { ERRORS, type ErrorCode } from "@acme/auth-core";
import * as z from "zod";
import { codeOf, refusalsOf, statusOf } from "./kernel/refusals.js";
import type { AnyRoute, Section } from "./kernel/route.js";

type Json = Readonly<Record<string, unknown>>;

const SECURITY_SCHEME = "session";

const errorSchema = (sections: readonly Section[]): Json => ({
  type: "object",
  required: ["code", "message"],
  properties: {
    code: {
      type: "string",
      enum: [...new Set([...Object.keys(ERRORS), ...foreignCodes(sections)])],
    },
    message: { type: "string" },
    issues: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
  },
});

const foreignCodes = (sections: readonly Section[]): readonly string[] =>
  sections.flatMap(({ routes }) => routes.flatMap(({ codes = {} }) => Object.values(codes)));

/** Schemas with a name, gathered from wherever they are used. */
type Components = Record<string, unknown>;

function schemaOf(schema: z.ZodType, io: "input" | "output", components: Components): Json {
  const {
    $schema: _draft,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    // The pattern of a date spans five lines and says no more than its format.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      // What every whole number is bounded by says nothing of this one.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  for (const [name, definition] of Object.entries($defs))
    components[name] ??= atComponents(definition);
  return atComponents(rest) as Json;
}

const atComponents = (node: unknown): unknown =>
  JSON.parse(JSON.stringify(node).replaceAll('"#/$defs/', '"#/components/schemas/')) as unknown;

/** The surface as an OpenAPI 3.1 document, derived from the route table. */
export function openapiDocument(sections: readonly Section[], serverUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  const components: Components = { Error: errorSchema(sections) };
  for (const { title, routes } of sections) {
    for (const route of routes) {
      for (const path of [route.path, ...(route.aliases ?? [])]) {
        const template = path.replaceAll(/:(\w+)/g, "{$1}");
        paths[template] = {
          ...paths[template],
          [route.method.toLowerCase()]: operation(route, title, components),
        };
      }
    }
  }
  return {
    openapi: "3.1.0" as const,
    info: {
      title: "Acme Auth",
      version: "1",
      description: "Authentication, account lifecycle and access control.",
    },
    servers: [{ url: serverUrl }],
    tags: sections.map(({ title }) => ({ name: title })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        [SECURITY_SCHEME]: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-session",
          description: "`session` where the service speaks plain http.",
        },
      },
    },
  };
}

function operation(route: AnyRoute, tag: string, components: Components): Json {
  return {
    tags: [tag],
    summary: route.summary,
    ...(route.access !== "anyone" && { security: [{ [SECURITY_SCHEME]: [] }] }),
    ...parameters(route, components),
    ...(route.body && {
      requestBody: { required: true, content: requestContent(route, route.body, components) },
    }),
    responses: {
      [route.status]: success(route, components),
      ...redirect(route),
      ...refusals(route),
    },
  };
}

function requestContent({ forms }: AnyRoute, body: z.ZodType, components: Components): Json {
  const content = { schema: schemaOf(body, "input", components) };
  return {
    ...(forms !== "only" && { "application/json": content }),
    ...(forms && { "application/x-www-form-urlencoded": content }),
  };
}

const REDIRECT = {
  description: "Redirects to the address in `Location`.",
  headers: { Location: { schema: { type: "string", format: "uri" } } },
};
const PAGE = { "text/html": { schema: { type: "string" } } };
const DEAD_LINK = "a page that says that the link does not work";
const redirect = ({ redirects }: AnyRoute): Json => (redirects ? { [redirects]: REDIRECT } : {});

const success = ({ status, page, reply }: AnyRoute, components: Components): Json => {
  if (status === 302) return REDIRECT;
  if (status === 204) return { description: "Done." };
  const html = page ? PAGE : {};
  const json =
    page === "always"
      ? {}
      : { "application/json": { schema: schemaOf(reply, "output", components) } };
  return { description: "Done.", content: { ...json, ...html } };
};

function parameters({ params, query }: AnyRoute, components: Components): Json {
  const fields = (schema: z.ZodType | undefined) =>
    schema ? schemaOf(schema, "input", components) : {};
  const all = [...parametersIn("path", fields(params)), ...parametersIn("query", fields(query))];
  return all.length > 0 ? { parameters: all } : {};
}

function parametersIn(place: "path" | "query", schema: Json): readonly Json[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Json;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: field,
  }));
}

function refusals(route: AnyRoute): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(route)) {
    const status = statusOf(code, route);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  const answers = [...byStatus].map(([status, codes]) => {
    const description = codes.map((code) => `\`${codeOf(code, route)}\``).join(", ");
    const isPage = route.deadLinkPage && status === 400;
    return [
      status,
      isPage
        ? { description: `${description}; or ${DEAD_LINK}`, content: { ...content, ...PAGE } }
        : { description, content },
    ];
  });
  return Object.fromEntries(answers) as Json;
}
