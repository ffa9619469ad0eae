import type { LinkedPage, Links } from "@acme/auth-core";
import type { Site } from "../kernel/site.js";
import { destinationParameters } from "./destination-parameters.js";

/** Where the service and its front end live. `createSite` checks it. */
export type SiteOptions = ServiceOptions & (FrontEndOptions | OwnPagesOptions);

/** Where a front end of the application's own is. */
export interface FrontEndOptions {
  /**
   * http or https URL of the front end. Relative redirect targets are resolved against it, and
   * mails link to it.
   */
  readonly appUrl: string;
  readonly pages?: undefined;
  readonly homeUrl?: undefined;
}

/** Where the pages of `@acme/auth-pages` are, which the service answers itself. */
export interface OwnPagesOptions {
  /** The path below which the pages live: `/`, or for example `/auth`. */
  readonly pages: `/${string}`;
  /**
   * http or https URL of the application: where people go after signing in when nothing else was
   * asked for, and where the logo leads. Its pages may call the service. Default: `/account` of the
   * pages.
   */
  readonly homeUrl?: string;
  readonly appUrl?: undefined;
}

/** The service itself. */
export interface ServiceOptions {
  /**
   * Origin of the service, for example `https://api.example.com`: without path, query and fragment.
   * The service answers at `/api/auth` and `/api/v1` of it and cannot be put under a path: give it
   * a host of its own instead.
   */
  readonly serviceUrl: string;
  /**
   * Further origins whose pages may call the service, and to which it may redirect. Default: none.
   */
  readonly trustedOrigins?: readonly string[];
  /**
   * Whether browsers must use https for every subdomain of the service's host too. Set it only
   * where all of them are yours and speak https. Default: false.
   */
  readonly hstsIncludeSubdomains?: boolean;
}

/**
 * Describes where the service and its front end live, and builds the URLs that mails carry.
 * @throws {TypeError} that names the option, when a URL is not http or https, has a user name or a
 * password, or when an origin has more than an origin, or a wildcard; for `pages` beside `appUrl`,
 * and for `homeUrl` without `pages`
 * @example
 * const site = createSite({ serviceUrl: "https://auth.example.com", pages: "/", homeUrl: "https://app.example.com" });
 * @example
 * const site = createSite({ serviceUrl: "https://api.example.com", appUrl: "https://app.example.com" });
 * const auth = createAuth({ store, mailer, secret, links: site.links });
 */
export function createSite({
  serviceUrl,
  trustedOrigins = [],
  hstsIncludeSubdomains = false,
  ...frontEnd
}: SiteOptions): Site {
  const service = originOf(serviceUrl, "serviceUrl", AT_THE_ROOT);
  const { app, home, pages } = placesOf(frontEnd, service);
  return {
    serviceOrigin: service.origin,
    appUrl: app.href,
    homeUrl: home.href,
    pages,
    secure: service.protocol === "https:",
    hstsIncludeSubdomains,
    allowedOrigins: new Set([
      service.origin,
      app.origin,
      home.origin,
      ...trustedOrigins.map((origin) => originOf(origin, "trustedOrigins").origin),
    ]),
    links: linksOf(service, app, pages === null ? FRONT_END_PAGES : OWN_PAGES),
  };
}

/** Where people are sent. */
interface Places extends Pick<Site, "pages"> {
  readonly app: URL;
  readonly home: URL;
}

/** As JavaScript may call it: with both, or with neither. */
type GivenPlaces = Partial<Record<keyof FrontEndOptions, string | undefined>>;

function placesOf({ appUrl, pages, homeUrl }: GivenPlaces, service: URL): Places {
  if (pages === undefined) {
    if (homeUrl !== undefined) throw new TypeError("homeUrl is for a site with pages");
    const app = webUrl(appUrl ?? "", "appUrl");
    return { app, home: app, pages: null };
  }
  if (appUrl !== undefined)
    throw new TypeError("pages and appUrl are both given: the pages are the front end");
  if (!PAGES_PATH.test(pages) || /^\/api(?:\/|$)/i.test(pages))
    throw new TypeError("pages must be / or a path such as /auth, outside of /api");
  const base = pages === "/" ? "" : pages;
  const home =
    homeUrl === undefined ? new URL(`${base}/account`, service) : webUrl(homeUrl, "homeUrl");
  return { app: new URL(pages, service), home, pages: base };
}

const PAGES_PATH = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*)?$/;

const AT_THE_ROOT =
  ": the service answers at /api/auth and /api/v1 from the root of its host, so give it a host of its own, such as https://auth.example.com";

function webUrl(text: string, option: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new TypeError(`${option} must be an http or https URL`);
  return url;
}

function originOf(text: string, option: string, hint = ""): URL {
  const url = webUrl(text, option);
  if (url.pathname !== "/" || url.search || url.hash)
    throw new TypeError(`${option} must be an origin, without path, query or fragment${hint}`);
  // Origins are compared whole, so it would match nothing.
  if (url.hostname.includes("*"))
    throw new TypeError(`${option} must be an origin that a browser can be at: no wildcard`);
  return url;
}

/** Where the pages of the application are, below its URL. */
type PagePaths = Readonly<Record<LinkedPage, `/${string}`>>;
const FRONT_END_PAGES: PagePaths = {
  "forgot-password": "/forgot-password",
  passkeys: "/account#passkeys",
  "linked-accounts": "/account#linked-accounts",
  sessions: "/account#sessions",
  deletion: "/account#deletion",
  exports: "/account#data",
  organizations: "/organizations",
};
/** The same of the pages that the service has itself. */
const OWN_PAGES: PagePaths = {
  "forgot-password": "/forgot-password",
  passkeys: "/account/security#passkeys",
  "linked-accounts": "/account/security#linked-accounts",
  sessions: "/account/sessions",
  deletion: "/account/data#deletion",
  exports: "/account/data#exports",
  organizations: "/organizations",
};

/**
 * The URLs that mails carry. Their paths are entries of the route table; a test compares the two.
 */
function linksOf(service: URL, app: URL, pages: PagePaths): Links {
  const at = (path: string, parameters: Readonly<Record<string, string>>): string => {
    const url = new URL(path, service);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  };
  return {
    service: service.origin,
    host: service.hostname,
    home: app.href,
    page(page, item) {
      const url = new URL(app);
      const [path, hash = ""] = pages[page].split("#");
      url.pathname = url.pathname.replace(/\/+$/, "") + path!;
      url.search = "";
      url.hash = hash;
      if (item !== null) url.searchParams.set("item", item);
      return url.href;
    },
    verifyEmail: (token) => at("/api/auth/verify-email", { token }),
    resetPassword: (token, redirectTo) =>
      at(
        `/api/auth/reset-password/${token}`,
        redirectTo === null ? {} : { callbackURL: redirectTo },
      ),
    confirmEmailChange: (token) => at("/api/auth/change-email/confirm", { token }),
    magicLink: (token, destinations) =>
      at("/api/auth/magic-link/verify", { token, ...destinationParameters(destinations) }),
    exportDownload: (requestId, token) => at(`/api/v1/me/export/${requestId}/download`, { token }),
    invitation: (token) => at("/api/auth/invitation", { token }),
    oauthCallback: (providerId) => at(`/api/auth/callback/${providerId}`, {}),
  };
}
