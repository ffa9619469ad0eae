export {
  type AuthCall,
  type AuthClientOptions,
  createAuthCall,
  createAuthClient,
} from "./create-auth-client.js";
export {
  AuthClientError,
  type AuthClientErrorCode,
  type ClientErrorCode,
  type Failure,
  type FieldIssue,
  type KnownErrorCode,
} from "./auth-client-error.js";
export type { CallOptions } from "./call-options.js";
export type * from "./own-names.js";
export {
  type LeadsOn,
  type PageName,
  type PageParameters,
  pageUrl,
  type PageUrlArguments,
  type PageUrlParts,
} from "./page-url.js";
export type { Route, Routes } from "./route.js";
export type { PAGE_PATHS } from "./surface/page-paths.js";
export type { ServiceErrorCode } from "./surface/error-codes.js";
export type * from "./surface/client.js";
export { withFreshSession } from "./with-fresh-session.js";
