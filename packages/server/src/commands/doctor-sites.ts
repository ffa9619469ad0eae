import { isLoopback } from "../config/addresses.js";
import type { Config } from "../config/config.js";
import { DIFFERENT_SITES } from "../config/front-end.js";
import { shellWord } from "../config/shell-word.js";
import { areOneSite, domainOf } from "../config/sites.js";
import { type Diagnosis, ok, problem, warning } from "./diagnosis.js";

/**
 * Checks how the origins fit together: cookies, passkeys, front ends. What cannot work at all, the
 * configuration has refused already.
 */
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

function checkFrontEnd({ serviceAuthUrl, appUrl, pages }: Config): Diagnosis {
  const { origin } = new URL(appUrl);
  if (pages === "on") return ok("front end", `at ${origin} the pages of this service answer`);
  if (areOneSite(serviceAuthUrl, appUrl))
    return ok(
      "front end",
      `at ${origin} is an application of yours; APP_URL and SERVICE_AUTH_URL are one site`,
    );
  return problem("front end", DIFFERENT_SITES, "Correct APP_URL or SERVICE_AUTH_URL.");
}

function checkRelyingParty({
  rpId,
  frontEndOrigins,
  trustedOrigins,
  relatedOrigins,
}: Config): readonly Diagnosis[] {
  const related = relatedOrigins ?? [];
  const outside = (trustedOrigins ?? []).filter(
    (origin) => !isBelow(new URL(origin).hostname, rpId) && !related.includes(origin),
  );
  if (outside.length === 0) {
    const domain = domainOf(rpId);
    const toMove = `; should it move within ${domain} one day, set RP_ID=${shellWord(domain)} before the first passkey is made`;
    return [
      ok(
        "passkeys",
        `belong to ${rpId}, used at ${[...frontEndOrigins, ...related].join(" and ")}${rpId === domain ? "" : toMove}`,
      ),
    ];
  }
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
