import { ERRORS, type ErrorCode } from "@acme/auth-core";
import type { AnyRoute } from "./route.js";
import { STATUS } from "./status.js";

/** What any route may refuse, by what it declares rather than by what its handler does. */
const EVERYWHERE: readonly ErrorCode[] = [
  "INVALID_ORIGIN",
  "TOO_MANY_REQUESTS",
  "BUSY",
  "UNAVAILABLE",
  "INTERNAL_ERROR",
];
const WITH_INPUT: readonly ErrorCode[] = ["VALIDATION_ERROR"];
const WITH_BODY: readonly ErrorCode[] = ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];
const WITH_JSON: readonly ErrorCode[] = ["INVALID_JSON"];

const byAccess = (access: AnyRoute["access"]): readonly ErrorCode[] => {
  if (access === "anyone") return [];
  if (access === "session") return ["UNAUTHORIZED"];
  if (access === "fresh") return ["UNAUTHORIZED", "SESSION_NOT_FRESH"];
  const nowhere = access.of === "path" ? "ORGANIZATION_NOT_FOUND" : "NO_ACTIVE_ORGANIZATION";
  return [
    "UNAUTHORIZED",
    ...(access.fresh ? (["SESSION_NOT_FRESH"] as const) : []),
    nowhere,
    "PERMISSION_DENIED",
  ];
};

export const declaredRefusals = ({ refuses }: AnyRoute): readonly ErrorCode[] =>
  Array.isArray(refuses)
    ? (refuses as readonly ErrorCode[])
    : (Object.keys(refuses) as ErrorCode[]);

export const impliedRefusals = (route: AnyRoute): readonly ErrorCode[] => [
  ...EVERYWHERE,
  ...(route.body || route.query || route.params ? WITH_INPUT : []),
  ...(route.body ? WITH_BODY : []),
  ...(route.body && route.forms !== "only" ? WITH_JSON : []),
  ...byAccess(route.access),
];

/** Every code the route may answer, each once. */
export const refusalsOf = (route: AnyRoute): ReadonlySet<ErrorCode> =>
  new Set([...declaredRefusals(route), ...impliedRefusals(route)]);

/** The status of a refusal: the code's own, unless the route says otherwise. */
export function statusOf(code: ErrorCode, route: AnyRoute | null): number {
  const refuses = route?.refuses;
  const own =
    refuses && !Array.isArray(refuses)
      ? (refuses as Readonly<Partial<Record<ErrorCode, number>>>)[code]
      : undefined;
  return own ?? STATUS[ERRORS[code].kind];
}

/** What the body of a refusal says: the code itself, unless the route speaks a foreign contract that has another one for it. */
export const codeOf = (code: ErrorCode, route: AnyRoute | null): string =>
  route?.codes?.[code] ?? code;
