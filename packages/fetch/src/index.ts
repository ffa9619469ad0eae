export type {
  Check,
  CheckOptions,
  Context,
  Guard,
  Guards,
  HeadersCheckOptions,
  PermissionOptions,
  ReadSession,
  Route,
  SessionCheckOptions,
  SessionGuard,
} from "./guard.js";
export { bodyOf, guards } from "./guards.js";
export { createHandler, type FetchSurface, type Handler, type HandlerOptions } from "./handler.js";
export {
  createSite,
  type DescribedRoute,
  type FeatureRoutes,
  type GrantedRequest,
  type GuardedRequest,
  type GuardLimit,
  type GuardOptions,
  type IdentifyOptions,
  type JsonSchema,
  type ShownCaller,
  type ShownUser,
  type Site,
  type SiteOptions,
  type Visit,
} from "@acme/auth-http";
