import { ERRORS, type Events } from "@acme/auth-core";
import type * as zod from "zod";
import { loadZod, z } from "./kernel/zod.js";
import { applicationRefusals, codeOf, refusalsOf, statusOf } from "./kernel/refusals.js";
import type { AnyRoute, NamedRoute, RouteSchema, Section } from "./kernel/route.js";
import { STATUS } from "./kernel/status.js";

type Json = Readonly<Record<string, unknown>>;

const SECURITY_SCHEME = "session";

const errorSchema = (sections: readonly Section[], { errors }: Events): Json => ({
  type: "object",
  description: "Why a request was refused.",
  required: ["code", "message"],
  properties: {
    code: {
      type: "string",
      description: "Names the reason for programs. Codes are added, never renamed or reused.",
      enum: [...new Set([...Object.keys(ERRORS), ...foreignCodes(sections), ...errors.keys()])],
    },
    message: { type: "string", description: "Says the reason to people." },
    issues: {
      type: "array",
      description: "The fields at fault, where the code is `VALIDATION_ERROR`.",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: {
          path: {
            type: "string",
            description: "Where the field is, its names and indexes joined by dots.",
          },
          message: { type: "string", description: "What is wrong with the field." },
        },
      },
    },
  },
});

const foreignCodes = (sections: readonly Section[]): readonly string[] =>
  sections.flatMap(({ routes }) => routes.flatMap(({ codes = {} }) => Object.values(codes)));

/** Schemas with a name, gathered from wherever they are used. */
type Components = Record<string, unknown>;

function schemaOf(schema: zod.ZodType, io: "input" | "output", components: Components): Json {
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

/** An OpenAPI 3.1 document: JSON, ready to be written out. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  /** The operations, by path and by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

const NO_EVENTS: Events = { errors: new Map(), refusable: new Set() };

/**
 * Describes the surface as an OpenAPI 3.1 document, derived from the route table.
 * @param events `auth.events`, for the errors with which subscribers of the application refuse what a route creates. Default: none.
 */
export async function openapiDocument(
  sections: readonly Section[],
  serverUrl: string,
  events: Events = NO_EVENTS,
): Promise<OpenApiDocument> {
  await loadZod();
  const paths: Record<string, Record<string, unknown>> = {};
  const components: Components = { Error: errorSchema(sections, events) };
  for (const { title, routes } of sections) {
    for (const route of routes) {
      for (const [index, path] of [route.path, ...(route.aliases ?? [])].entries()) {
        const template = path.replaceAll(/:(\w+)/g, "{$1}");
        const described = operation(route, title, { components, events });
        paths[template] = {
          ...paths[template],
          [route.method.toLowerCase()]: { operationId: operationIdOf(route, index), ...described },
        };
      }
    }
  }
  return {
    openapi: "3.1.0",
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

/** Unique, also for the second and third path of a route. */
const operationIdOf = ({ operationId }: NamedRoute, index: number): string =>
  `${operationId}${index === 0 ? "" : `.alias${index === 1 ? "" : index}`}`;

/** What the operations have in common. */
interface Whole {
  readonly components: Components;
  readonly events: Events;
}

function operation(route: AnyRoute, tag: string, { components, events }: Whole): Json {
  return {
    tags: [tag],
    summary: route.summary,
    ...(route.access !== "anyone" && { security: [{ [SECURITY_SCHEME]: [] }] }),
    ...parameters(route, components),
    ...(route.body && {
      requestBody: { required: true, content: requestContent(route, route.body, components) },
    }),
    responses: {
      [route.status]: success(route, { components, events }),
      ...redirect(route),
      ...(route.status === 302 ? refusals(route, NO_EVENTS) : refusals(route, events)),
    },
  };
}

function requestContent({ forms }: AnyRoute, body: RouteSchema, components: Components): Json {
  const content = { schema: schemaOf(body(), "input", components) };
  return {
    ...(forms !== "only" && { "application/json": content }),
    ...(forms && { "application/x-www-form-urlencoded": content }),
  };
}

const LOCATION = {
  Location: { description: "The URL to go to.", schema: { type: "string", format: "uri" } },
};
const PAGE = { "text/html": { schema: { type: "string" } } };
const DEAD_LINK = "Or a page for people that says that the link does not work.";

const redirect = ({ redirects }: AnyRoute): Json =>
  redirects
    ? { [redirects]: { description: "Redirects to the URL in `Location`.", headers: LOCATION } }
    : {};

function success(route: AnyRoute, { components, events }: Whole): Json {
  const { status, page, reply, returns: description } = route;
  if (status === 302)
    return { description: withOwnFaults(description, route, events), headers: LOCATION };
  if (status === 204) return { description };
  const html = page ? PAGE : {};
  const json =
    page === "always"
      ? {}
      : { "application/json": { schema: schemaOf(reply(), "output", components) } };
  return { description, content: { ...json, ...html } };
}

/** A route that only redirects says the application's own errors in the URL. */
function withOwnFaults(description: string, route: AnyRoute, events: Events): string {
  const faults = applicationRefusals(route, events).map(({ code }) => `\`${code.toLowerCase()}\``);
  return faults.length === 0
    ? description
    : `${description} \`error\` may be ${listed(faults)}, of the application's own.`;
}

function parameters({ params, query }: AnyRoute, components: Components): Json {
  const fields = (schema: RouteSchema | undefined) =>
    schema ? schemaOf(schema(), "input", components) : {};
  const all = [...parametersIn("path", fields(params)), ...parametersIn("query", fields(query))];
  return all.length > 0 ? { parameters: all } : {};
}

function parametersIn(place: "path" | "query", schema: Json): readonly Json[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, Json>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...rest } = field;
    const isRequired = place === "path" || required.includes(name);
    return { name, in: place, description, required: isRequired, schema: rest };
  });
}

function refusals(route: AnyRoute, events: Events): Json {
  const byStatus = new Map<number, string[]>();
  const add = (status: number, code: string) =>
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\``]);
  for (const code of refusalsOf(route)) add(statusOf(code, route), codeOf(code, route));
  for (const { code, kind } of applicationRefusals(route, events)) add(STATUS[kind], code);
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  const answers = [...byStatus].map(([status, codes]): readonly [number, Json] => {
    const refused = `Refused with ${listed(codes)}.`;
    const isPage = route.deadLinkPage && status === 400;
    return [
      status,
      isPage
        ? { description: `${refused} ${DEAD_LINK}`, content: { ...content, ...PAGE } }
        : { description: refused, content },
    ];
  });
  return Object.fromEntries(answers);
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
