import { type ApplicationError, type ErrorCode, ERRORS, type Events } from "@acme/auth-core";
import { applicationRefusals, codeOf, refusalsOf, statusOf } from "../kernel/refusals.js";
import {
  type DocumentedRoute,
  type DocumentedSection,
  onlyRedirects,
  type Protocol,
} from "../kernel/route.js";
import { STATUS } from "../kernel/status.js";
import {
  type Json,
  type JsonSchema,
  type NamedSchemas,
  reference,
  schemaOf,
} from "./named-schemas.js";

/** An example of an error body for each code that the document names. */
export type ErrorExamples = Record<string, unknown>;

export const errorSchema = (
  sections: readonly DocumentedSection[],
  { errors }: Events,
): JsonSchema => ({
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

const foreignCodes = (sections: readonly DocumentedSection[]): readonly string[] =>
  sections.flatMap(({ routes }) => routes.flatMap(({ codes = {} }) => Object.values(codes)));

const DEAD_LINK = "Or a page for people that says that the link does not work.";
export const PAGE = { "text/html": { schema: { type: "string" } } };
export const NO_EVENTS: Events = {
  errors: new Map(),
  refusable: new Set(),
  gates: [],
  authenticators: [],
};

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** What the refusals of a document have in common. */
interface Gathering {
  readonly events: Events;
  readonly errors: ErrorExamples;
  readonly named: NamedSchemas;
}

/**
 * Returns the responses of an operation that refuse, by status, and adds an example for each of
 * their codes.
 */
export function refusalResponses(
  route: DocumentedRoute,
  { events, errors: examples, named }: Gathering,
): Json {
  const redirectsOnly = onlyRedirects(route);
  const refused = [
    ...[...refusalsOf(route)].map((code) => ownRefusal(code, route)),
    ...(redirectsOnly ? [] : applicationRefusals(route, events).map(applicationRefusal)),
  ];
  for (const { code, message } of refused) examples[code] ??= exampleOf(code, message);
  const answers = [...new Set(refused.map(({ status }) => status))].map((status) => {
    const sharing = refused.filter((each) => each.status === status);
    const headers = withheldHeaders(sharing, route, events);
    return [status, { ...responseOf(sharing, route, named), ...headers }] as const;
  });
  return {
    ...Object.fromEntries(answers),
    ...(redirectsOnly && {
      default: { description: "Refused for any other reason.", content: errorBody() },
    }),
  };
}

const ownRefusal = (code: ErrorCode, route: DocumentedRoute): Refusal => ({
  status: statusOf(code, route),
  code: codeOf(code, route),
  message: ERRORS[code].message,
});

const applicationRefusal = ({ kind, code, message }: ApplicationError): Refusal => ({
  status: STATUS[kind],
  code,
  message,
});

const INVALID_EMAIL = { path: "email", message: "This is not an email address we can use." };

const exampleOf = (code: string, message: string): Json => ({
  summary: message,
  value: { code, message, ...(code === "VALIDATION_ERROR" && { issues: [INVALID_EMAIL] }) },
});

function responseOf(
  refusals: readonly Refusal[],
  route: DocumentedRoute,
  known: NamedSchemas,
): Json {
  const codes = [...new Set(refusals.map(({ code }) => code))];
  const description = `Refused with ${listed(codes.map((code) => `\`${code}\``))}.`;
  const examples = Object.fromEntries(codes.map((code) => [code, reference("examples", code)]));
  const { protocol } = route;
  const content = protocol ? foreignBody(protocol, known) : errorBody(examples);
  return route.deadLinkPage && refusals[0]?.status === 400
    ? { description: `${description} ${DEAD_LINK}`, content: { ...content, ...PAGE } }
    : { description, content };
}

/** The cookies of the gates that refuse with one of the codes. */
function withheldHeaders(
  refusals: readonly Refusal[],
  { opensSession }: DocumentedRoute,
  { gates }: Events,
): Json {
  const codes = new Set(refusals.map(({ code }) => code));
  const cookies = gates.flatMap(({ cookie, refuses }) =>
    cookie !== null && refusedBy(refuses).some((code) => codes.has(code)) ? [`\`${cookie}\``] : [],
  );
  if (!opensSession || cookies.length === 0) return {};
  const description = `The cookie ${listed(cookies)} of a withheld sign-in.`;
  return { headers: { "Set-Cookie": { description, schema: { type: "string" } } } };
}

/** A gate without an error of its own withholds with that of the base. */
const refusedBy = (own: readonly ApplicationError[]): readonly string[] =>
  own.length === 0 ? ["SECOND_FACTOR_REQUIRED"] : own.map(({ code }) => code);

const foreignBody = ({ media, schema }: Protocol, known: NamedSchemas): Json => ({
  [media]: { schema: schemaOf(schema, "output", known) },
});

const errorBody = (examples: Json = {}): Json => ({
  "application/json": {
    schema: reference("schemas", "Error"),
    ...(Object.keys(examples).length > 0 && { examples }),
  },
});

/** The redirect of a route that only redirects says the application's own errors in its URL. */
export function withApplicationErrors(
  description: string,
  route: DocumentedRoute,
  events: Events,
): string {
  const errors = applicationRefusals(route, events).map(({ code }) => `\`${code.toLowerCase()}\``);
  return errors.length === 0
    ? description
    : `${description} \`error\` may be ${listed(errors)}, of the application's own.`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
