import type { Client } from "@acme/auth-core";
import {
  readBrowserToken,
  readKnownBrowserToken,
  readOrganizationHint,
  readSessionToken,
} from "./cookies.js";
import type { HttpRequest } from "./http-message.js";
import type { AnyRoute } from "./route.js";
import type { Site } from "./site.js";

/** Long enough to recognize a device by. The rest would only fill the database. */
const MAX_USER_AGENT = 512;

/**
 * The client of a request to an application's own route.
 * @returns its IP address, its user agent, and the tokens and the organization that it presents,
 * none of them checked yet.
 */
export const clientOf = (request: Pick<HttpRequest, "header" | "peer">, site: Site): Client =>
  readClient(request, site, request.header("x-active-org"));

/**
 * The client of a request to a route of the surface. A sign-in takes the organization from the
 * browser's cookie only, because the header speaks for one tab.
 */
export function clientOfRoute(
  request: Pick<HttpRequest, "header" | "peer">,
  site: Site,
  route: AnyRoute,
): Client {
  const client = isSignIn(route) ? readClient(request, site, undefined) : clientOf(request, site);
  if (!maySignIn(route)) return client;
  return { ...client, knownBrowserToken: readKnownBrowserToken(request.header("cookie"), site) };
}

const isSignIn = ({ access, method }: AnyRoute): boolean => access === "anyone" && method !== "GET";

/**
 * Also the callback of a provider and the front end's own fetch of a mailed link. Routes that only
 * read a session are spared the cookie.
 */
const maySignIn = ({ access, limit }: AnyRoute): boolean =>
  access === "anyone" && limit === "auth-ip";

// Without object spread, which costs a microsecond: every request comes this way.
function readClient(
  request: Pick<HttpRequest, "header" | "peer">,
  site: Site,
  organizationHeader: string | undefined,
): Client {
  const { ipAddress, network } = request.peer;
  const cookies = request.header("cookie");
  return {
    ipAddress,
    network,
    userAgent: request.header("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
    acceptLanguage: request.header("accept-language") ?? null,
    sessionToken: readSessionToken(cookies, site),
    browserToken: readBrowserToken(cookies, site),
    organization: readOrganizationHint(cookies, organizationHeader),
  };
}
