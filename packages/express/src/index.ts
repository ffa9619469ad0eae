export { trustedProxies } from "./client-ip.js";
export {
  callerOf,
  findCallerOf,
  grantOf,
  guardedRequest,
  takenRequest,
  visitOf,
} from "./admissions.js";
export type {
  Check,
  CheckOptions,
  GrantOptions,
  GrantPermissionOptions,
  PermissionOptions,
  SessionCheckOptions,
} from "./check.js";
export { guards, type ErrorMiddleware, type Guards, type SessionGuard } from "./guards.js";
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
  type FeatureRoutes,
  type GrantedRequest,
  type GuardedRequest,
  type GuardLimit,
  type GuardOptions,
  type IdentifyOptions,
  type JsonSchema,
  type ShownCaller,
  type ShownGrant,
  type ShownGrantCaller,
  type ShownUser,
  type Site,
  type SiteOptions,
  type TakenRequest,
  type Visit,
} from "@acme/auth-http";
