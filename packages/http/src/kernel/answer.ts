import type {
  BrowserBinding,
  Continuation,
  OrganizationId,
  RenewedSession,
  SignedIn,
} from "@acme/auth-core";
import type { PageCookieChanges } from "./page-cookies.js";

/**
 * What a handler returns: JSON under the route's own status, as a value or as text; a download, a
 * page or a redirect.
 */
export type Answer<Body> = AnswerCookies &
  (
    | { readonly body: Body }
    | { readonly json: string }
    | { readonly download: Download }
    | { readonly page: RenderedPage; readonly status?: PageStatus }
    | { readonly file: StaticFile }
    | { readonly redirect: string; readonly status: 302 | 303 }
  );

/** A file to keep, as it streams. */
export interface Download {
  readonly fileName: string;
  /** Its media type. Default: JSON. */
  readonly media?: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The status of a page that says why something was refused. */
export type PageStatus =
  400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503;

/** A file that never changes under its name, ready to be sent. */
export interface StaticFile {
  /** Name, value, name, value … */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** An HTML page, ready to be sent. */
export interface RenderedPage {
  /** Name, value, name, value … */
  readonly headers: readonly string[];
  readonly body: string;
  /** Its language is that of the browser which asks for it. */
  readonly byLanguage?: true;
}

/**
 * Which cookies an answer sets or clears. A property that is missing leaves its cookie as it is.
 */
export interface AnswerCookies {
  /**
   * Sets the session cookie, and after a sign-in what else its browser keeps; null clears it and
   * the active organization with it.
   */
  readonly session?: SignedIn | RenewedSession | null;
  /** Sets the cookie that tells this browser from others until it is back. */
  readonly browser?: BrowserBinding;
  /** Sets the cookie of the active organization; null clears it. */
  readonly activeOrganization?: OrganizationId | null;
  /** Sets the cookie of a withheld sign-in, or clears it where its lifetime is 0. */
  readonly continuation?: Continuation;
  /** Clears cookies of withheld sign-ins, by the names that their gates declare. */
  readonly endedContinuations?: readonly string[];
  /** What the browser keeps for the pages. */
  readonly pageCookies?: PageCookieChanges;
}
