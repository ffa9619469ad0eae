import type { Events } from "@acme/auth-core";
import type { DocumentedRoute } from "../kernel/route.js";
import {
  type DocumentedSchema,
  type Json,
  type JsonSchema,
  named,
  type NamedSchemas,
  schemaOf,
} from "./named-schemas.js";
import { type ErrorExamples, PAGE, refusalResponses, withApplicationErrors } from "./refusals.js";

export const SECURITY_SCHEME = "session";

/** What the operations of a document have in common. */
export interface Gathered {
  readonly named: NamedSchemas;
  readonly examples: ErrorExamples;
  readonly events: Events;
}

/** Describes a route, without its method and path. */
export function operationOf(route: DocumentedRoute, tag: string, gathered: Gathered): Json {
  return {
    tags: [tag],
    summary: route.summary,
    description: accessSentence(route),
    security: route.access === "anyone" ? [] : [{ [SECURITY_SCHEME]: [] }],
    ...parameters(route, gathered.named),
    ...(route.body && {
      requestBody: { required: true, content: requestContent(route, route.body, gathered.named) },
    }),
    responses: {
      [route.status]: success(route, gathered),
      ...redirect(route),
      ...refusalResponses(route, gathered.events, gathered.examples),
    },
  };
}

const FRESH =
  "a fresh session: one that was authenticated recently, by default within the last 24 hours";

function accessSentence({ access }: DocumentedRoute): string {
  if (access === "anyone") return "Anyone may call it.";
  if (access === "session") return "Needs a session.";
  if (access === "fresh") return `Needs ${FRESH}.`;
  const { permission, of, fresh } = access;
  const where = of === "path" ? "the organization that the path names" : "the active organization";
  return `Needs ${fresh ? FRESH : "a session"}, and the permission \`${permission}\` in ${where}.`;
}

/** `emailOtp.signIn` as the beginning of the name of a schema: `EmailOtpSignIn`. */
export const schemaPrefix = (operationId: string): string =>
  operationId.replaceAll(/(?:^|\.)(\w)/g, (_all, letter: string) => letter.toUpperCase());

function requestContent(
  route: DocumentedRoute,
  body: DocumentedSchema,
  schemas: NamedSchemas,
): Json {
  const { operationId, forms } = route;
  const naming = {
    name: `${schemaPrefix(operationId)}Body`,
    description: `The body of \`${operationId}\`.`,
  };
  const content = { schema: named(schemaOf(body, "input", schemas), naming, schemas) };
  return {
    ...(forms !== "only" && { "application/json": content }),
    ...(forms && { "application/x-www-form-urlencoded": content }),
  };
}

const LOCATION = {
  Location: { description: "The URL to go to.", schema: { type: "string", format: "uri" } },
};

const redirect = ({ redirects }: DocumentedRoute): Json =>
  redirects
    ? { [redirects]: { description: "Redirects to the URL in `Location`.", headers: LOCATION } }
    : {};

function success(route: DocumentedRoute, { named: schemas, events }: Gathered): Json {
  const { status, page, reply, operationId, returns: description } = route;
  if (status === 302)
    return { description: withApplicationErrors(description, route, events), headers: LOCATION };
  if (status === 204 || !reply) return { description };
  const html = page ? PAGE : {};
  if (page === "always") return { description, content: html };
  const naming = { name: `${schemaPrefix(operationId)}Reply`, description };
  const schema = named(schemaOf(reply, "output", schemas), naming, schemas);
  return { description, content: { "application/json": { schema }, ...html } };
}

function parameters({ params, query }: DocumentedRoute, schemas: NamedSchemas): Json {
  const fields = (schema: DocumentedSchema | undefined): JsonSchema =>
    schema ? schemaOf(schema, "input", schemas) : {};
  const all = [...parametersIn("path", fields(params)), ...parametersIn("query", fields(query))];
  return all.length > 0 ? { parameters: all } : {};
}

function parametersIn(
  place: "path" | "query",
  { properties = {}, required = [] }: JsonSchema,
): readonly Json[] {
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...rest } = field;
    const isRequired = place === "path" || required.includes(name);
    return { name, in: place, description, required: isRequired, schema: rest };
  });
}
