import type { ErrorKind } from "@acme/auth-core";
import type { PageStatus } from "./route.js";

/** The HTTP status of each kind of refusal, unless the route overrides it in `refuses`. */
export const STATUS: Readonly<Record<ErrorKind, PageStatus>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};
