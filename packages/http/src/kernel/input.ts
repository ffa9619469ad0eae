import { AuthError, type FieldIssue, POLICY } from "@acme/auth-core";
import type * as z from "zod";
import { fieldMessage } from "./field-message.js";
import { refusalIn } from "./field-refusal.js";
import type { HttpRequest, RawBody } from "./http-message.js";
import { checkFormOrigin, checkOrigin } from "./origin.js";
import type { AnyRoute, DocumentedRoute } from "./route.js";
import type { Site } from "./site.js";
import { loadZod } from "./zod.js";

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const MAX_FIELDS = POLICY.inputFields.value;
const TOO_MANY_FIELDS: FieldIssue = {
  path: "",
  message: `A form or a query has at most ${MAX_FIELDS} fields.`,
};
const MAX_ISSUES = POLICY.issuesListed.value;
/** In characters: a path contains names that the client has chosen. */
const MAX_ISSUE_PATH = 100;

/** Returns the media type of a body in UTF-8. Empty for another charset, which is not accepted. */
function essenceOf(contentType = ""): string {
  const [essence = "", ...parameters] = contentType.toLowerCase().split(";");
  return parameters.every(
    (parameter) => !/^\s*charset\s*=/.test(parameter) || UTF_8.test(parameter),
  )
    ? essence.trim()
    : "";
}
const UTF_8 = /=\s*(?:utf-?8|"utf-?8")\s*$/;

/** Whether the headers announce a body. A chunked body counts until it turns out to be empty. */
const announcesBody = (request: HttpRequest): boolean =>
  request.header("transfer-encoding") !== undefined ||
  Number(request.header("content-length") ?? 0) > 0;

export interface InputRules {
  readonly site: Site;
  /** Largest body, in bytes. */
  readonly limit: number;
  /** Whether a token is presented: no foreign page can, so that its origin decides nothing. */
  readonly isBearer?: boolean;
}

/** A route that takes a body, of the surface or of an application. */
export interface BodyRoute {
  readonly body?: unknown;
  readonly forms?: AnyRoute["forms"];
  readonly crossSite?: AnyRoute["crossSite"];
  readonly protocol?: AnyRoute["protocol"];
}

export const isForm = (route: BodyRoute, request: HttpRequest): boolean =>
  route.forms !== undefined && essenceOf(request.header("content-type")) === FORM_TYPE;

function isJson(route: BodyRoute, request: HttpRequest): boolean {
  if (route.forms === "only") return false;
  const essence = essenceOf(request.header("content-type"));
  return essence === JSON_TYPE || (essence !== "" && essence === route.protocol?.media);
}

/**
 * Refuses a body of the wrong type or size by its headers alone, before anything is done for it.
 * Throws `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE` or `INVALID_ORIGIN`.
 */
export function checkMedia(
  route: BodyRoute,
  request: HttpRequest,
  { site, limit }: InputRules,
): void {
  if (!route.body || !announcesBody(request)) return;
  if (Number(request.header("content-length") ?? 0) > limit)
    throw new AuthError("PAYLOAD_TOO_LARGE");
  if ((request.header("content-encoding") ?? "identity") !== "identity")
    throw new AuthError("UNSUPPORTED_MEDIA_TYPE");
  if (isForm(route, request)) return route.crossSite ? undefined : checkFormOrigin(request, site);
  if (!isJson(route, request) && request.header("transfer-encoding") === undefined)
    throw new AuthError("UNSUPPORTED_MEDIA_TYPE");
}

/**
 * Returns the content of a body in plain values, undefined when there is none.
 * @throws {AuthError} `INVALID_JSON`, `UNSUPPORTED_MEDIA_TYPE`
 */
export function readInput(route: BodyRoute, request: HttpRequest, raw: RawBody | null): unknown {
  if (raw === null) return undefined;
  if (isForm(route, request))
    return "parsed" in raw ? raw.parsed : formFields(new TextDecoder().decode(raw.bytes));
  if (!isJson(route, request)) throw new AuthError("UNSUPPORTED_MEDIA_TYPE");
  return "parsed" in raw ? raw.parsed : parseJson(raw);
}

const ANY_JSON: BodyRoute = { body: true };

/**
 * Reads the JSON body of a request to an application's own route, by the rules of the surface.
 * @returns undefined when there is no body.
 * @throws {AuthError} `INVALID_ORIGIN`, `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE`,
 * `INVALID_JSON`
 */
export async function readJson(request: HttpRequest, rules: InputRules): Promise<unknown> {
  if (!rules.isBearer) checkOrigin(request, rules.site);
  checkMedia(ANY_JSON, request, rules);
  return readInput(ANY_JSON, request, await request.readBody(rules.limit));
}

const UTF_8_TEXT = new TextDecoder("utf-8", { fatal: true });

function parseJson(raw: Extract<RawBody, { bytes: Uint8Array }>): unknown {
  try {
    return JSON.parse(UTF_8_TEXT.decode(raw.bytes));
  } catch (cause) {
    throw new AuthError("INVALID_JSON", { cause });
  }
}

/**
 * Fields of a form or a query, in one pass. A repeated name becomes a list, which no schema of ours
 * takes for a string. Throws `VALIDATION_ERROR` for more fields than any route has.
 */
export function formFields(text: string): Record<string, string | string[]> {
  // Counted before anything is parsed: a refusal costs next to nothing.
  if (text.split("&", MAX_FIELDS + 1).length > MAX_FIELDS)
    throw new AuthError("VALIDATION_ERROR", { issues: [TOO_MANY_FIELDS] });
  const fields: Record<string, string | string[]> = Object.create(null) as Record<
    string,
    string | string[]
  >;
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = fields[name];
    fields[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return fields;
}

/**
 * `input` as the schema wants it. Throws the refusal of its own that a field has, and otherwise
 * `VALIDATION_ERROR` naming the fields at fault, the first ones where there are many.
 */
export function parseFields(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(input ?? {}, { error: fieldMessage });
  if (result.success) return result.data;
  const own = refusalIn(result.error.issues);
  if (own) throw new AuthError(own);
  throw new AuthError("VALIDATION_ERROR", {
    issues: result.error.issues.slice(0, MAX_ISSUES).map(describeIssue),
  });
}

/** Whether a request to the route has anything to parse. */
export const takesInput = ({
  params,
  query,
  body,
}: Pick<DocumentedRoute, "params" | "query" | "body">): boolean => Boolean(params || query || body);

/** What came in with a request, as the schemas of its route make it. */
export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}
export const NOTHING: Input = { params: undefined, query: undefined, body: undefined };

/**
 * Parses what came in with a request, and loads the library of schemas for the first one.
 * @throws {AuthError} like `parseFields` and `readInput`
 */
export async function parseInput(
  route: AnyRoute,
  request: HttpRequest,
  { params, raw }: { readonly params: unknown; readonly raw: RawBody | null },
): Promise<Input> {
  await loadZod();
  return {
    params: parseFields(route.params?.(), params),
    query: route.query && parseFields(route.query(), formFields(request.query)),
    body: route.body && parseFields(route.body(), readInput(route, request, raw)),
  };
}

const describeIssue = ({ path, message }: z.core.$ZodIssue): FieldIssue => ({
  path: path.map(String).join(".").slice(0, MAX_ISSUE_PATH),
  message,
});
