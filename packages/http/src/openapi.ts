import { ERRORS, type ErrorCode } from "@acme/auth-core";
import { z } from "zod";
import { refusalsOf, statusOf } from "./kernel/refusals.js";
import type { AnyRoute, Section } from "./kernel/route.js";

type Json = Readonly<Record<string, unknown>>;

const SECURITY_SCHEME = "session";

const errorSchema = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: { type: "string", enum: Object.keys(ERRORS) },
    message: { type: "string" },
    issues: { type: "array", items: { type: "object", required: ["path", "message"], properties: { path: { type: "string" }, message: { type: "string" } } } },
  },
};

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12", unrepresentable: "any", reused: "inline" });
  return inline(rest) as Json;
};

/** Named schemas are repeated where they are used, so that each operation can be read by itself. */
function inline(node: unknown, definitions: Json = {}): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(item, definitions));
  if (typeof node !== "object" || node === null) return node;
  const { $defs, $ref, id: _id, ...rest } = node as Record<string, unknown>;
  const known = { ...definitions, ...($defs as Json | undefined) };
  if (typeof $ref === "string") return inline(known[$ref.slice($ref.lastIndexOf("/") + 1)], known);
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value, known)]));
}

/** The surface as an OpenAPI 3.1 document, derived from the route table. */
export function openapiDocument(sections: readonly Section[], serverUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { title, routes } of sections) {
    for (const route of routes) {
      for (const path of [route.path, ...(route.aliases ?? [])]) {
        const template = path.replaceAll(/:(\w+)/g, "{$1}");
        paths[template] = { ...paths[template], [route.method.toLowerCase()]: operation(route, title) };
      }
    }
  }
  return {
    openapi: "3.1.0" as const,
    info: { title: "Acme Auth", version: "1", description: "Authentication, account lifecycle and access control." },
    servers: [{ url: serverUrl }],
    tags: sections.map(({ title }) => ({ name: title })),
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        [SECURITY_SCHEME]: { type: "apiKey", in: "cookie", name: "__Host-session", description: "`session` where the service speaks plain http." },
      },
    },
  };
}

function operation(route: AnyRoute, tag: string): Json {
  return {
    tags: [tag],
    summary: route.summary,
    ...(route.access !== "anyone" && { security: [{ [SECURITY_SCHEME]: [] }] }),
    ...parameters(route),
    ...(route.body && { requestBody: { required: true, content: { "application/json": { schema: schemaOf(route.body, "input") } } } }),
    responses: { [route.status]: success(route), ...refusals(route) },
  };
}

const success = ({ status, format, reply }: AnyRoute): Json => {
  if (status === 204) return { description: "Done." };
  const type = format === "page" ? "text/html" : "application/json";
  return { description: "Done.", content: { [type]: { schema: schemaOf(reply, "output") } } };
};

function parameters({ params, query }: AnyRoute): Json {
  const all = [...parametersIn("path", params), ...parametersIn("query", query)];
  return all.length > 0 ? { parameters: all } : {};
}

function parametersIn(place: "path" | "query", schema: z.ZodType | undefined): readonly Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as { properties?: Json; required?: readonly string[] };
  return Object.entries(properties).map(([name, field]) => ({ name, in: place, required: place === "path" || required.includes(name), schema: field }));
}

function refusals(route: AnyRoute): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(route)) {
    const status = statusOf(code, route);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, { description: codes.map((code) => `\`${code}\``).join(", "), content }]));
}
