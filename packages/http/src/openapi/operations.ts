import type { Events } from "@acme/auth-core";
import {
  type DocumentedRoute,
  isFreshAccess,
  onlyRedirects,
  type OperationExamples,
  permissionAccessOf,
  stepUpOf,
} from "../kernel/route.js";
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
/** Of the routes that take grants. */
export const GRANT_SCHEME = "grant";

/** What the operations of a document have in common. */
export interface Gathered {
  readonly named: NamedSchemas;
  readonly errors: ErrorExamples;
  readonly examples: OperationExamples;
  readonly events: Events;
  /** What the operations take and answer, by `operationId`. */
  readonly shapes: Map<string, Shape>;
}

/** The schemas of the body and the reply of an operation. */
export interface Shape {
  readonly body?: JsonSchema;
  readonly reply?: JsonSchema;
}

/** An operation of the document. */
export interface Operation extends Json {
  readonly summary: string;
  readonly description: string;
}

/** Describes a route, without its method and path. */
export function operationOf(route: DocumentedRoute, tag: string, gathered: Gathered): Operation {
  return {
    tags: [tag],
    summary: route.summary,
    description: sentences(route) + aliasSentence(route),
    ...proofs(route),
    ...parameters(route, gathered),
    ...(route.body && { requestBody: requestBody(route, route.body, gathered) }),
    responses: {
      [route.status]: success(route, gathered),
      ...redirect(route),
      ...refusalResponses(route, gathered),
    },
  };
}

/** `/api/v1/organizations/:id` as OpenAPI spells it: `/api/v1/organizations/{id}`. */
export const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, "{$1}");

const doorOf = ({ method }: DocumentedRoute, path: string): string =>
  `\`${method} ${templateOf(path)}\``;

function aliasSentence(route: DocumentedRoute): string {
  const { aliases = [] } = route;
  return aliases.length === 0
    ? ""
    : `\n\nAlso at ${aliases.map((alias) => doorOf(route, alias)).join(" and ")}.`;
}

/**
 * Returns an operation as its second or third path has it: under a name of its own, and left out of
 * the viewer, which shows the first.
 */
export const aliasOf = (operation: Operation, route: DocumentedRoute, index: number): Json => ({
  ...operation,
  summary: `${operation.summary} (alias${index === 1 ? "" : ` ${index}`})`,
  description: `${sentences(route)}\n\nThe same as ${doorOf(route, route.path)}.`,
  "x-scalar-ignore": true,
});

/** What a caller may show, any of them. */
function proofs({ access, grants }: DocumentedRoute): Json {
  if (access === "anyone") return { security: [] };
  const session = { [SECURITY_SCHEME]: [] };
  if (!grants) return { security: [session] };
  return { security: [session, { [GRANT_SCHEME]: [] }], "x-grants": grants };
}

const FRESH =
  "a fresh session: one that was authenticated recently, by default within the last 24 hours";

const sentences = (route: DocumentedRoute): string =>
  `${route.description}\n\n${accessSentence(route)}`;

function accessSentence({ access, grants }: DocumentedRoute): string {
  if (access === "anyone") return "Anyone may call it.";
  const session = grants ? "a session or a grant" : "a session";
  if (access === "session") return `Needs ${session}.`;
  const asked = permissionAccessOf(access);
  const where =
    asked?.of === "path" ? "the organization that the path names" : "the active organization";
  const permission = asked ? `, and the permission \`${asked.permission}\` in ${where}` : "";
  return `Needs ${isFreshAccess(access) ? FRESH : session}${permission}.${stepUpSentence(access)}`;
}

function stepUpSentence(access: DocumentedRoute["access"]): string {
  const { proved, factors, within } = stepUpOf(access) ?? {};
  const when = within === undefined ? "" : ` within the last \`${within}\``;
  return [
    factors === undefined ? "" : ` A second factor was shown in the session${when}.`,
    factors === undefined && within !== undefined ? ` The user authenticated${when}.` : "",
    proved
      ? " A user who has enrolled a second factor has shown it recently, by default within the last 10 minutes."
      : "",
  ].join("");
}

/** `emailOtp.signIn` as the beginning of the name of a schema: `EmailOtpSignIn`. */
export const schemaPrefix = (operationId: string): string =>
  operationId.replaceAll(/(?:^|\.)(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** An object without required fields may be left out: no body is taken for an empty one. */
const mayBeAbsent = ({ properties, required = [] }: JsonSchema): boolean =>
  properties !== undefined && required.length === 0;

function requestBody(
  route: DocumentedRoute,
  body: DocumentedSchema,
  { named: schemas, examples, shapes }: Gathered,
): Json {
  const { operationId, forms, path, protocol } = route;
  const naming = {
    name: `${schemaPrefix(operationId)}Body`,
    description: `The body of \`${operationId}\`.`,
  };
  const input = examples[operationId]?.input;
  const described = schemaOf(body, "input", schemas);
  const schema = named(described, naming, schemas);
  shapes.set(operationId, { ...shapes.get(operationId), body: schema });
  const content = {
    schema,
    ...(input && { example: withoutPathFields(input, path) }),
  };
  return {
    required: !mayBeAbsent(described),
    content: {
      ...(forms !== "only" && { "application/json": content }),
      ...(forms !== "only" && protocol && { [protocol.media]: content }),
      ...(forms && { "application/x-www-form-urlencoded": content }),
    },
  };
}

const withoutPathFields = (input: Json, path: string): Json =>
  Object.fromEntries(
    Object.entries(input).filter(([name]) => !path.split("/").includes(`:${name}`)),
  );

const LOCATION = {
  Location: { description: "The URL to go to.", schema: { type: "string", format: "uri" } },
};

const redirect = ({ redirects }: DocumentedRoute): Json =>
  redirects
    ? { [redirects]: { description: "Redirects to the URL in `Location`.", headers: LOCATION } }
    : {};

function success(
  route: DocumentedRoute,
  { named: schemas, events, examples, shapes }: Gathered,
): Json {
  const { status, page, files, reply, operationId, protocol, returns: description } = route;
  if (onlyRedirects(route))
    return { description: withApplicationErrors(description, route, events), headers: LOCATION };
  if (status === 204 || !reply) return { description };
  const html = page ? PAGE : {};
  if (page === "always") return { description, content: html };
  const naming = { name: `${schemaPrefix(operationId)}Reply`, description };
  const example = examples[operationId]?.reply;
  const schema = named(schemaOf(reply, "output", schemas), naming, schemas);
  shapes.set(operationId, { ...shapes.get(operationId), reply: schema });
  const json = {
    schema,
    ...(example !== undefined && { example }),
  };
  if (files)
    return { description, content: Object.fromEntries(files.map((media) => [media, json])) };
  return { description, content: { [protocol?.media ?? "application/json"]: json, ...html } };
}

function parameters(route: DocumentedRoute, { named: schemas, examples }: Gathered): Json {
  const { params, query, operationId } = route;
  const fields = (schema: DocumentedSchema | undefined): JsonSchema =>
    schema ? schemaOf(schema, "input", schemas) : {};
  const all = [...parametersIn("path", fields(params)), ...parametersIn("query", fields(query))];
  const input = examples[operationId]?.input ?? {};
  // A list is the field of that name of the body: what a URL has is text.
  const shown = all.map((parameter) =>
    Object.hasOwn(input, parameter.name) && !Array.isArray(input[parameter.name])
      ? { ...parameter, example: input[parameter.name] }
      : parameter,
  );
  return shown.length > 0 ? { parameters: shown } : {};
}

interface Parameter extends Json {
  readonly name: string;
}

function parametersIn(
  place: "path" | "query",
  { properties = {}, required = [] }: JsonSchema,
): readonly Parameter[] {
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...rest } = field;
    const isRequired = place === "path" || required.includes(name);
    return { name, in: place, description, required: isRequired, schema: rest };
  });
}
