export { trustedProxies } from "./client-ip.js";
export {
  callerOf,
  findCallerOf,
  grantOf,
  guardedRequest,
  type GuardedRequest,
} from "./admissions.js";
export { guards, type Guards, type PermissionOptions } from "./guards.js";
export type { RouteOrganization } from "./route-organization.js";
export { mount, type Middleware } from "./mount.js";
export type { IncomingRequest } from "./node-http.js";
export { closeStalledAnswers } from "./stalled-answers.js";
export { prepareStop, type StopServing } from "./stop-serving.js";
export { createSurface, type Surface, type SurfaceOptions } from "./surface.js";
export {
  createSite,
  preload,
  type DescribedRoute,
  type DescribedSection,
  type IdentifyOptions,
  type JsonSchema,
  type Site,
  type SiteOptions,
} from "@acme/auth-http";
