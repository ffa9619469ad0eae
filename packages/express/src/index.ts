export { trustedProxies } from "./client-ip.js";
export {
  callerOf,
  grantOf,
  guardedRequest,
  guards,
  type GuardedRequest,
  type Guards,
} from "./guards.js";
export { mount, type Middleware } from "./mount.js";
export type { IncomingRequest } from "./node-http.js";
export { createSurface, type Surface, type SurfaceOptions } from "./surface.js";
export { createSite, preload, type Site, type SiteOptions } from "@acme/auth-http";
