import type { Links } from "@acme/auth-core";
import type { Site } from "../kernel/site.js";
import { destinationParameters } from "./destination-parameters.js";

export interface SiteOptions {
  readonly serviceUrl: string;
  readonly appUrl: string;
  /** Further origins that may call the service. */
  readonly trustedOrigins?: readonly string[];
  /** Whether browsers shall use https for every subdomain of the service's host as well: only where all of them are yours and speak it. Default: no. */
  readonly hstsIncludeSubdomains?: boolean;
}

/** Throws a `TypeError` that names the option for an address that is not a plain http(s) origin. */
export function createSite({
  serviceUrl,
  appUrl,
  trustedOrigins = [],
  hstsIncludeSubdomains = false,
}: SiteOptions): Site {
  const service = originOf(serviceUrl, "serviceUrl");
  const app = webAddress(appUrl, "appUrl");
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

function webAddress(text: string, option: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new TypeError(`${option} must be an http or https URL`);
  return url;
}

function originOf(text: string, option: string): URL {
  const url = webAddress(text, option);
  if (url.pathname !== "/" || url.search || url.hash)
    throw new TypeError(`${option} must be an origin, without path, query or fragment`);
  return url;
}

/** The addresses that mails carry. Their paths are entries of the route table; a test holds the two together. */
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
