export { trustedProxies } from "./client-ip.js";
export { callerOf, grantOf, guardedRequest, guards, type GuardedRequest } from "./guards.js";
export { mount, type Middleware, type MountOptions } from "./mount.js";
export { createSite, type Site, type SiteOptions } from "@acme/auth-http";
