import {
  type ApplicationError,
  type AuthError,
  type ErrorCode,
  ERRORS,
  type Events,
  type PermissionId,
} from "@acme/auth-core";
import { CARRIER_ERRORS, isErrorCode } from "@acme/auth-core/surface";
import { takesInput } from "./input.js";
import {
  type AnyRoute,
  type DocumentedRoute,
  isFreshAccess,
  onlyRedirects,
  type OpensSession,
  type PermissionAccess,
  permissionAccessOf,
  stepUpOf,
} from "./route.js";
import { STATUS } from "./status.js";

/** What every route may refuse. */
const EVERYWHERE: readonly ErrorCode[] = [
  "TOO_MANY_REQUESTS",
  "BUSY",
  "UNAVAILABLE",
  "INTERNAL_ERROR",
];
/** What the others may refuse, and a route for forms of other sites may not. */
const BY_ORIGIN: readonly ErrorCode[] = ["INVALID_ORIGIN"];
/** What the guards bring along to every route of an application's own. */
const BY_GUARDS: readonly ErrorCode[] = ["INVALID_ORIGIN", "UNAVAILABLE", "INTERNAL_ERROR"];
/** And to those that count a change against its user. */
const BY_COUNTING: readonly ErrorCode[] = ["TOO_MANY_REQUESTS"];
const WITH_INPUT: readonly ErrorCode[] = ["VALIDATION_ERROR"];
const WITH_BODY: readonly ErrorCode[] = ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];
const WITH_JSON: readonly ErrorCode[] = ["INVALID_JSON"];

const byAccess = (access: DocumentedRoute["access"]): readonly ErrorCode[] => {
  if (access === "anyone") return [];
  if (access === "session") return ["UNAUTHORIZED"];
  const asked = permissionAccessOf(access);
  return [
    "UNAUTHORIZED",
    ...(isFreshAccess(access) ? (["SESSION_NOT_FRESH"] as const) : []),
    ...(asked ? inOrganization(asked) : []),
    ...byStepUp(access),
  ];
};

const inOrganization = ({ of }: PermissionAccess<PermissionId>): readonly ErrorCode[] => [
  of === "path" ? "ORGANIZATION_NOT_FOUND" : "NO_ACTIVE_ORGANIZATION",
  "PERMISSION_DENIED",
];

/** An age can be met by every user, and what is proved by every one who is asked. */
function byStepUp(access: DocumentedRoute["access"]): readonly ErrorCode[] {
  const stepUp = stepUpOf(access);
  // Any organization may require two factors of the sessions that work in it.
  if (permissionAccessOf(access) || stepUp?.factors)
    return ["INSUFFICIENT_USER_AUTHENTICATION", "SECOND_FACTOR_NOT_ENROLLED"];
  return stepUp ? ["INSUFFICIENT_USER_AUTHENTICATION"] : [];
}

const isList = (
  refuses: DocumentedRoute["refuses"],
): refuses is readonly (ErrorCode | ApplicationError)[] => Array.isArray(refuses);

/** What the base refuses a withheld sign-in with, by whose sessions the route opens. */
const WITHHELD: Readonly<Record<`${OpensSession}`, readonly ErrorCode[]>> = {
  true: ["EMAIL_NOT_VERIFIED", "ACCOUNT_SUSPENDED", "SECOND_FACTOR_REQUIRED"],
  "by mail": ["ACCOUNT_SUSPENDED", "SECOND_FACTOR_REQUIRED"],
  "of a new user": [],
};

/** A route that does nothing but redirect says it in the URL. */
const withheldRefusals = ({
  opensSession,
  status,
}: Pick<Partial<DocumentedRoute>, "opensSession" | "status">): readonly ErrorCode[] =>
  opensSession && !onlyRedirects({ status }) ? WITHHELD[`${opensSession}`] : [];

/** The codes of the library that the route declares itself, and by the sessions that it opens. */
export const declaredRefusals = ({
  refuses,
  ...opening
}: Pick<DocumentedRoute, "refuses"> &
  Pick<Partial<DocumentedRoute>, "opensSession" | "status">): readonly ErrorCode[] => [
  ...(isList(refuses) ? refuses : Object.keys(refuses)).filter(isErrorCode),
  ...withheldRefusals(opening),
];

/** The errors of a feature or of the application that the route declares itself. */
export const ownRefusals = ({
  refuses,
}: Pick<DocumentedRoute, "refuses">): readonly ApplicationError[] =>
  isList(refuses) ? refuses.filter((refusal) => typeof refusal === "object") : [];

/** The codes that the route may answer because of its access, its input and its limiter. */
export const impliedRefusals = (
  route: Omit<DocumentedRoute, "operationId">,
): readonly ErrorCode[] => [
  ...(route.isOwn ? BY_GUARDS : [...(route.crossSite ? [] : BY_ORIGIN), ...EVERYWHERE]),
  ...(route.isOwn && route.method !== "GET" && route.access !== "anyone" ? BY_COUNTING : []),
  ...(takesInput(route) ? WITH_INPUT : []),
  ...(route.body ? WITH_BODY : []),
  ...(route.body && route.forms !== "only" ? WITH_JSON : []),
  ...byAccess(route.access),
];

/** Every code that the route may answer. */
export const refusalsOf = (route: Omit<DocumentedRoute, "operationId">): ReadonlySet<ErrorCode> =>
  new Set([...declaredRefusals(route), ...impliedRefusals(route)]);

/**
 * The errors that are none of the library's and that the route may answer: those that it declares,
 * a subscriber's where the route creates what it may refuse, a gate's where it opens sessions, and
 * those of tokens.
 */
export const applicationRefusals = (
  {
    creates = [],
    refuses,
    opensSession,
    ...presented
  }: Pick<DocumentedRoute, "creates" | "refuses" | "opensSession" | "access" | "grants">,
  { errors, refusable, gates, authenticators }: Events,
): readonly ApplicationError[] =>
  creates.some((event) => refusable.has(event))
    ? [...errors.values()]
    : [
        ...ownRefusals({ refuses }),
        ...(opensSession ? gates.flatMap((gate) => gate.refuses) : []),
        ...carrierRefusals(presented, authenticators),
      ];

/** What a request with a token may be refused with, where features take tokens at all. */
function carrierRefusals(
  { access, grants }: Pick<DocumentedRoute, "access" | "grants">,
  authenticators: Events["authenticators"],
): readonly ApplicationError[] {
  if (authenticators.length === 0) return [];
  const { CARRIER_CONFLICT, GRANT_NOT_ALLOWED } = CARRIER_ERRORS;
  if (access === "anyone") return [CARRIER_CONFLICT];
  return [
    CARRIER_CONFLICT,
    ...(grants === "any" ? [] : [GRANT_NOT_ALLOWED]),
    ...(grants ? authenticators.flatMap(({ refuses }) => refuses) : []),
  ];
}

/** Whether the route declares the error. */
export const declares = (route: AnyRoute, error: AuthError, events: Events): boolean =>
  isErrorCode(error.code)
    ? refusalsOf(route).has(error.code)
    : applicationRefusals(route, events).some(({ code }) => code === error.code);

/** The status of an error: that of its kind, unless the route names another for its code. */
export const statusOfError = ({ code, kind }: AuthError, route: AnyRoute | null): number =>
  isErrorCode(code) ? statusOf(code, route) : STATUS[kind];

/** The status of a refusal: the code's own, unless the route says otherwise. */
export function statusOf(code: ErrorCode, route: Pick<DocumentedRoute, "refuses"> | null): number {
  const own = route && !isList(route.refuses) ? route.refuses[code] : undefined;
  return own ?? STATUS[ERRORS[code].kind];
}

/**
 * The code in the body of a refusal: our own, unless the route follows a foreign contract that has
 * another one for it.
 */
export const codeOf = (
  code: AuthError["code"],
  route: Pick<DocumentedRoute, "codes"> | null,
): string => (isErrorCode(code) ? route?.codes?.[code] : undefined) ?? code;
