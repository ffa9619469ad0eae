// What ready pages are made of: `@acme/auth-http/pages-host`. Internal, and outside semantic versioning.
export type { Admission, Demand, Family, FamilyRefusal } from "./kernel/family.js";
export { NOTHING_TO_SHOW, pageStandingHeaders } from "./kernel/headers.js";
export { clientOf } from "./kernel/client.js";
export { continuationCookieName, readCookie } from "./kernel/cookies.js";
export { formFields, parseFields } from "./kernel/input.js";
export {
  PAGE_COOKIES,
  type PageCookie,
  type PageCookieChanges,
  pageCookieName,
  readPageCookie,
} from "./kernel/page-cookies.js";
export {
  type ChosenLook,
  lookValue,
  parseLocale,
  parseTheme,
  readLook,
} from "./pages/chosen-look.js";
export { iconSvg } from "./pages/icon-svg.js";
export type { ObjectSchema, Output } from "./kernel/zod.js";
export type { OpenedPages, PagesHost } from "./kernel/pages.js";
export {
  type FlashSealing,
  type HeldFlash,
  type MailedFlash,
  openFlash,
  sealFlash,
} from "./site/page-flash.js";
export { resolveRedirect, withParameter } from "./site/redirects.js";
export type { Download, PageStatus, StaticFile } from "./kernel/route.js";
export { authenticationBody, registrationBody } from "./schemas/credentials.js";
export type { Cursor } from "./schemas/cursor.js";
export { auditCursor, memberCursor } from "./schemas/paging.js";
export { reasonField } from "./schemas/fields.js";
export {
  AUDIT_FORMATS,
  auditFile,
  type AuditFormat,
  viewAuditFile,
} from "./views/audit-file.view.js";
