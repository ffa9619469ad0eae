export type {
  Context,
  GrantedRequest,
  Guard,
  GuardedRequest,
  Guards,
  PermissionOptions,
  Route,
} from "./guard.js";
export { bodyOf, guards } from "./guards.js";
export { createHandler, type FetchSurface, type Handler, type HandlerOptions } from "./handler.js";
export {
  createSite,
  type DescribedRoute,
  type DescribedSection,
  type IdentifyOptions,
  type JsonSchema,
  type Site,
  type SiteOptions,
} from "@acme/auth-http";
