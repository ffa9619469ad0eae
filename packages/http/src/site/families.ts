import type { AnyRoute } from "../kernel/route.js";

/** The service answers everything below this path, with 404 where there is no route. */
export const AUTH_FAMILY = "/api/auth/";
/** Below this path an application may have routes of its own beside those of the surface. */
export const V1_FAMILY = "/api/v1/";
const V1_AUTH_FAMILY = "/api/v1/auth/";

/**
 * Whether the route changes something below `/api/v1`, outside authentication, and so counts
 * against its user. Routes that are added there count too, unless they are declared `uncounted`. So
 * does every form of a page.
 */
export const isUserWrite = ({ method, path, access, uncounted, family }: AnyRoute): boolean =>
  method !== "GET" &&
  !uncounted &&
  (family !== undefined ||
    (path.startsWith(V1_FAMILY) && !path.startsWith(V1_AUTH_FAMILY) && access !== "anyone"));
