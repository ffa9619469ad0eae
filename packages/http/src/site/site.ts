import type { LinkedPage, Links } from "@acme/auth-core";
import type { Site } from "../kernel/site.js";
import { destinationParameters } from "./destination-parameters.js";

/** Where the service and its front end live. `createSite` checks it. */
export interface SiteOptions {
  /**
   * Origin of the service, for example `https://api.example.com`: without path, query and fragment.
   * The service answers at `/api/auth` and `/api/v1` of it and cannot be put under a path: give it
   * a host of its own instead.
   */
  readonly serviceUrl: string;
  /**
   * http or https URL of the front end. Relative redirect targets are resolved against it, and
   * mails link to it.
   */
  readonly appUrl: string;
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
 * password, or when an origin has more than an origin
 * @example
 * const site = createSite({ serviceUrl: "https://api.example.com", appUrl: "https://app.example.com" });
 * const auth = createAuth({ store, mailer, secret, links: site.links });
 */
export function createSite({
  serviceUrl,
  appUrl,
  trustedOrigins = [],
  hstsIncludeSubdomains = false,
}: SiteOptions): Site {
  const service = originOf(serviceUrl, "serviceUrl", AT_THE_ROOT);
  const app = webUrl(appUrl, "appUrl");
  return {
    serviceOrigin: service.origin,
    appUrl: app.href,
    secure: service.protocol === "https:",
    hstsIncludeSubdomains,
    allowedOrigins: new Set([
      service.origin,
      app.origin,
      ...trustedOrigins.map((origin) => originOf(origin, "trustedOrigins").origin),
    ]),
    links: linksOf(service, app),
  };
}

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
  return url;
}

/** Where the pages of the application are, below its URL. */
const PAGES: Readonly<Record<LinkedPage, `/${string}`>> = {
  "forgot-password": "/forgot-password",
  passkeys: "/account#passkeys",
  "linked-accounts": "/account#linked-accounts",
  sessions: "/account#sessions",
  deletion: "/account#deletion",
  exports: "/account#data",
  organizations: "/organizations",
};

/**
 * The URLs that mails carry. Their paths are entries of the route table; a test compares the two.
 */
function linksOf(service: URL, app: URL): Links {
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
      const [path, hash = ""] = PAGES[page].split("#");
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
