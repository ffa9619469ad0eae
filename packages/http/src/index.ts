export { createHttpSurface, type HttpSurface, type SurfaceOptions } from "./http-surface.js";
export type {
  GrantDemand,
  GrantedRequest,
  Guarded,
  GuardDemand,
  GuardedRequest,
  Guarding,
  GuardLimit,
  GuardOptions,
  IdentifiedRequest,
  IdentifyOptions,
  SteppedUpGrantedRequest,
  SteppedUpGuarded,
  SteppedUpRequest,
  TakenRequest,
  TakingRequest,
  Visit,
} from "./guarding.js";
export type { ShownCaller, ShownGrant, ShownGrantCaller, ShownMembership } from "./shown-caller.js";
export type { ShownUser } from "./views/user.view.js";
export type { AddedFields, FieldsBy, FieldSchemas, ShownFields } from "./shown-fields.js";
export type { Additions, ViewedItems, ViewedUser, ViewName } from "./kernel/additions.js";
export type { DescribedRoute } from "./described-routes.js";
export { featureSection, type FeatureRoutes, isServed, type RouteGroup } from "./feature-routes.js";
export type { NamedSite, Site } from "./kernel/site.js";
export {
  createSite,
  type FrontEndOptions,
  type OwnPagesOptions,
  type ServiceOptions,
  type SiteOptions,
} from "./site/site.js";
export type { Asks, OpenedPages, Pages, PagesHost } from "./kernel/pages.js";
export type { Admission, Demand, Family, FamilyRefusal } from "./kernel/family.js";
export type { PageCookie, PageCookieChanges } from "./kernel/page-cookies.js";
export { describeAddress, type Peer } from "./kernel/peer.js";
export type { Exchange, HttpReply, HttpRequest, RawBody } from "./kernel/http-message.js";
export { addToVary } from "./kernel/headers.js";
export { sharedMap } from "./kernel/shared-map.js";
export { sessionCookieName } from "@acme/auth-core/surface";
export type {
  Access,
  AccessTo,
  AdmittedSession,
  Answer,
  AnswerCookies,
  AnyCall,
  AnyRoute,
  CallContext,
  CallerBy,
  DocumentedRoute,
  DocumentedSection,
  Download,
  FeatureRoute,
  GrantableAccess,
  JsonSchema,
  Limit,
  MadeDemand,
  Method,
  NamedRoute,
  OperationExample,
  OpensSession,
  OperationExamples,
  PermissionAccess,
  Protocol,
  RenderedPage,
  RouteDescription,
  RouteSchema,
  StaticFile,
  SteppedUpBy,
  StepUpAccess,
  Section,
  SessionAccess,
} from "./kernel/route.js";
export { isDemand, isFreshAccess, permissionAccessOf, stepUpOf } from "./kernel/route.js";
export { isUserWrite } from "./site/families.js";
export type { WellKnown } from "./site/well-known.js";
export {
  applicationRefusals,
  codeOf,
  declaredRefusals,
  impliedRefusals,
  ownRefusals,
  refusalsOf,
  statusOf,
} from "./kernel/refusals.js";
export { exportDocument, exportDocumentSchema } from "./views/data-export.view.js";
export { apiTitle, type Described, openapiDocument, type OpenApiDocument } from "./openapi.js";
export { accessText } from "./pages/docs-page.js";
export { htmlDocument, type HtmlDocument } from "./pages/html-document.js";
export { type Branded, createLook, type Look, type PageTheme } from "./pages/look.js";
export { Html, html, type HtmlValue } from "./pages/html.js";
export { css, minified } from "./pages/style/css.js";
export { entryStylesheet, SHARED_RULES, sharedStyles } from "./pages/style/entry.js";
export { type StyleBrand, tokenStyles } from "./pages/style/tokens.js";
export { sections, surface } from "./surface.js";
export { STATUS } from "./kernel/status.js";
export { loadZod } from "./kernel/zod.js";
export { preload } from "./preload.js";
