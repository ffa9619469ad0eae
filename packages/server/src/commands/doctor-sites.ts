import { getDomain } from "tldts";
import type { Config } from "../config.js";
import { isLoopback } from "../config/addresses.js";
import { type Diagnosis, ok, warning } from "./diagnosis.js";

/** Checks how the origins fit together: cookies, passkeys, front ends. What cannot work at all, the configuration has refused already. */
export const checkSites = (config: Config): readonly Diagnosis[] => [
  checkCookie(config),
  checkFrontEnd(config),
  ...checkRelyingParty(config),
];

function checkCookie({ serviceAuthUrl }: Config): Diagnosis {
  if (serviceAuthUrl.startsWith("https:")) return ok("cookie", "sent over https only");
  return isLoopback(serviceAuthUrl)
    ? ok("cookie", "sent over http, to this machine only")
    : warning(
        "cookie",
        "the session's cookie is sent over http",
        "Set SERVICE_AUTH_URL to https; everybody signs in again then.",
      );
}

/** `SameSite=Lax` cookies come with a page's own calls only within one site: same scheme and registrable domain. */
function checkFrontEnd({ serviceAuthUrl, appUrl }: Config): Diagnosis {
  if (siteOf(serviceAuthUrl) === siteOf(appUrl))
    return ok("front end", "APP_URL and SERVICE_AUTH_URL are one site");
  return warning(
    "front end",
    "APP_URL and SERVICE_AUTH_URL are different sites: browsers do not send the session's cookie with the front end's calls",
    "Serve both below one domain and by one scheme.",
  );
}

function checkRelyingParty({ rpId, appUrl, trustedOrigins }: Config): readonly Diagnosis[] {
  const outside = (trustedOrigins ?? []).filter(
    (origin) => !isBelow(new URL(origin).hostname, rpId),
  );
  if (outside.length === 0) return [ok("passkeys", `belong to ${rpId}, used at ${appUrl}`)];
  return [
    warning(
      "passkeys",
      `pages at ${outside.join(", ")} cannot use them: they are outside of ${rpId}`,
      "Nothing, if these pages need no passkeys.",
    ),
  ];
}

const isBelow = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

function siteOf(text: string): string {
  const { protocol, hostname } = new URL(text);
  return `${protocol}//${getDomain(hostname, { allowPrivateDomains: true }) ?? hostname}`;
}
