import {
  type Auth,
  type Authenticators,
  AuthError,
  type Client,
  type GrantCaller,
  type PresentedToken,
} from "@acme/auth-core";
import { CARRIER_ERRORS, requireTaken } from "@acme/auth-core/surface";
import { presentsSessionCookie } from "./cookies.js";
import type { HttpReply, HttpRequest } from "./http-message.js";
import { checkOrigin } from "./origin.js";
import type { AnyRoute } from "./route.js";
import type { Site } from "./site.js";

/** What is read of a request to find what it presents. */
export type PresentingRequest = Pick<HttpRequest, "header">;

/** A request, and the site that receives it. */
interface Received {
  readonly request: Pick<HttpRequest, "header" | "method">;
  readonly site: Site;
}

/**
 * Returns the token that a request presents to a feature instead of a session; null for none.
 * Without an authenticator nothing is read.
 * @throws {AuthError} `CARRIER_CONFLICT` beside a session cookie, whatever its value: who acts must
 * not depend on which of the two takes precedence
 */
export function readBearer(
  { authenticators }: Pick<Auth, "authenticators">,
  request: PresentingRequest,
  site: Site,
): PresentedToken | null {
  if (authenticators.areNone) return null;
  const token = authenticators.recognize(request.header("authorization"));
  if (!token) return null;
  if (presentsSessionCookie(request.header("cookie"), site))
    throw new AuthError(CARRIER_ERRORS.CARRIER_CONFLICT);
  return token;
}

/** The same on a route. Where it is open to all, a token counts for nothing. */
export function readBearerOn(
  { access }: Pick<AnyRoute, "access">,
  { auth, request, site }: Received & { readonly auth: Pick<Auth, "authenticators"> },
): PresentedToken | null {
  const bearer = readBearer(auth, request, site);
  return access === "anyone" ? null : bearer;
}

/**
 * Applies the cross-site rule, and checks that the route takes the token. Where it takes tokens, the
 * origin decides nothing: no browser adds one by itself, and a foreign page that does fails in the
 * preflight.
 * @throws {AuthError} `INVALID_ORIGIN`, `UNAUTHORIZED`, `GRANT_NOT_ALLOWED`
 */
export function checkCarrier(
  bearer: PresentedToken | null,
  { grants, crossSite }: Pick<AnyRoute, "grants" | "crossSite">,
  { request, site }: Received,
): void {
  if (!crossSite && (!bearer || !grants)) checkOrigin(request, site);
  if (bearer) requireTaken(bearer, grants);
}

/** Whether a request presents both a token and a session cookie. */
export const presentsBoth = (
  { authenticators }: Pick<Auth, "authenticators">,
  request: PresentingRequest,
  site: Site,
): boolean =>
  !authenticators.areNone &&
  authenticators.recognize(request.header("authorization")) !== null &&
  presentsSessionCookie(request.header("cookie"), site);

/**
 * Returns the caller by a token, in the organization of the client.
 * @throws {AuthError} what its authenticator refuses
 */
export function findBearer(
  token: PresentedToken,
  request: Pick<HttpRequest, "header" | "method" | "path">,
  { organization, network }: Client,
): Promise<GrantCaller> {
  const proofs = token.proofs.flatMap((name) => {
    const value = request.header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return token.find({
    method: request.method,
    path: request.path,
    proofs: Object.fromEntries(proofs),
    organization,
    network,
  });
}

/** The reply, which sets no cookie where a token was presented. */
export const keepCookies = (reply: HttpReply, bearer: PresentedToken | null): HttpReply =>
  bearer ? { ...reply, cookies: [] } : reply;

/** What is read of a client: everything, and without its cookies where it presents a token. */
export const cookiesBeside = (
  bearer: PresentedToken | null,
  request: Pick<HttpRequest, "header" | "peer">,
): Pick<HttpRequest, "header" | "peer"> => (bearer ? withoutCookies(request) : request);

/** What is read of a client that presents a token: everything but its cookies. */
export const withoutCookies = ({
  header,
  peer,
}: Pick<HttpRequest, "header" | "peer">): Pick<HttpRequest, "header" | "peer"> => ({
  peer,
  header: (name) => (name === "cookie" ? undefined : header(name)),
});

/**
 * The header `WWW-Authenticate` of a refusal (RFC 6750 §3), for requests that have presented a
 * token: no browser's answer changes.
 * @param permission the permission that was asked for; null where none was
 */
export function challengeHeaders(
  authenticators: Authenticators,
  { request, site }: { readonly request: PresentingRequest; readonly site: Site },
  { error, permission }: { readonly error: AuthError; readonly permission: string | null },
): readonly string[] {
  const fault = faultOf(error, permission);
  if (fault === null) return [];
  if (!authenticators.recognize(request.header("authorization"))) return [];
  const realm = new URL(site.serviceOrigin).host;
  return ["WWW-Authenticate", error.challenge ?? `Bearer realm="${realm}", ${fault}`];
}

/** The header `WWW-Authenticate` of a session that has to prove more (RFC 9470 §3). */
export const stepUpHeaders = ({ challenge }: Pick<AuthError, "challenge">): readonly string[] => [
  "WWW-Authenticate",
  challenge ?? 'Bearer error="insufficient_user_authentication"',
];

function faultOf({ code, kind }: AuthError, permission: string | null): string | null {
  if (kind === "unauthenticated") return 'error="invalid_token"';
  if (code === CARRIER_ERRORS.GRANT_NOT_ALLOWED.code) return 'error="insufficient_scope"';
  if (code !== "PERMISSION_DENIED") return null;
  const scope = permission === null ? "" : `, scope="${permission}"`;
  return `error="insufficient_scope"${scope}`;
}
