import type { ErrorCode } from "@acme/auth-core";
import { codeOf, declaredRefusals, impliedRefusals, type NamedRoute } from "@acme/auth-http";
import { comment, type Schema, typeText } from "./type-text.js";

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly description: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "path" | "query";
    readonly description: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** A method of the client. */
export interface ClientMethod {
  readonly group: string;
  readonly name: string;
  readonly route: NamedRoute;
  readonly operation: Operation;
}

const JSON_TYPE = "application/json";

/** Whether a browser goes there by itself: it only redirects, or shows a page. */
const isVisited = ({ method, status, page }: NamedRoute): boolean =>
  method === "GET" && (status === 302 || page === "always");

const bodyOf = ({ operation: { requestBody } }: ClientMethod): Schema | undefined =>
  Object.values(requestBody?.content ?? {})[0]?.schema;

const parametersOf = ({ operation: { parameters = [] } }: ClientMethod, place: "path" | "query") =>
  parameters.filter((parameter) => parameter.in === place);

/** Whether its answer may redirect a fetch to the front end. */
const mayLeave = ({ method, forms, redirects }: NamedRoute): boolean =>
  redirects !== undefined && (method === "GET" || forms === "only");

/**
 * The route as the table of the client has it: method, path, where the rest of the input goes, and
 * what may answer besides JSON.
 */
export function rowText(method: ClientMethod): string {
  const { route } = method;
  const verb = isVisited(route) ? "OPEN" : route.method;
  const rest = bodyOf(method)
    ? route.forms === "only"
      ? " form"
      : " json"
    : parametersOf(method, "query").length > 0
      ? " query"
      : "";
  if (verb === "OPEN") return `${verb} ${route.path}${rest}`;
  const answer = `${replyText(method) === "string" ? " page" : ""}${mayLeave(route) ? " redirect" : ""}`;
  return `${verb} ${route.path}${rest}${answer}`;
}

/** The type of what the method takes; null when it takes nothing. */
function inputText(
  method: ClientMethod,
): { readonly type: string; readonly optional: boolean } | null {
  const body = bodyOf(method);
  const fields = [...parametersOf(method, "path"), ...(body ? [] : parametersOf(method, "query"))];
  const properties = Object.fromEntries(
    fields.map(({ name, schema, description }) => [name, { ...schema, description }]),
  );
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const parts = [
    ...(fields.length > 0 ? [typeText({ properties, required })] : []),
    ...(body ? [typeText(body)] : []),
  ];
  if (parts.length === 0) return null;
  return { type: parts.join(" & "), optional: body === undefined && required.length === 0 };
}

function replyText({ route, operation }: ClientMethod): string {
  if (route.status === 204) return "void";
  const schema = operation.responses[String(route.status)]?.content?.[JSON_TYPE]?.schema;
  return schema ? typeText(schema).replaceAll("readonly (", "(") : "string";
}

/** What a call may throw whatever it does. The comment of the client says so once. */
export const COMMON_CODES = [
  "INVALID_ORIGIN",
  "TOO_MANY_REQUESTS",
  "BUSY",
  "UNAVAILABLE",
  "INTERNAL_ERROR",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "INVALID_JSON",
] as const satisfies readonly ErrorCode[];

/** The method as a member of the interface of its group. */
export function methodText(method: ClientMethod): string {
  const { name, route } = method;
  const input = inputText(method);
  const taken = input ? [`input${input.optional ? "?" : ""}: ${input.type}`] : [];
  const isLink = isVisited(route);
  const signature = isLink
    ? `${name}(${taken.join("")}): string`
    : `${name}(${[...taken, "options?: CallOptions"].join(", ")}): Promise<${replyText(method)}>`;
  return `${comment(isLink ? linkLines(method) : callLines(method))}${signature};`;
}

function headLines({ route, operation }: ClientMethod): readonly string[] {
  const [does, access] = operation.description.split("\n\n");
  return [does ?? "", "", `\`${route.method} ${route.path}\`. ${access ?? ""}`];
}

const linkLines = (method: ClientMethod): readonly string[] => [
  ...headLines(method),
  "",
  "@returns the URL, for a browser to open.",
];

function callLines(method: ClientMethod): readonly string[] {
  const { route, operation } = method;
  const answered = operation.responses[String(route.status)]!.description;
  const refusals = [...declaredRefusals(route), ...impliedRefusals(route)]
    .filter((code) => !COMMON_CODES.some((common) => common === code))
    .map((code) => `\`${codeOf(code, route)}\``);
  return [
    ...headLines(method),
    "",
    `Result: ${answered}`,
    ...(refusals.length > 0
      ? ["", `@throws {AuthClientError} ${[...new Set(refusals)].join(", ")}`]
      : []),
  ];
}

/** What the types of the method refer to. */
export const schemasOf = (method: ClientMethod): readonly unknown[] => {
  const { route, operation } = method;
  const reply = operation.responses[String(route.status)]?.content;
  return [bodyOf(method), operation.parameters, isVisited(route) ? [] : reply?.[JSON_TYPE]];
};
