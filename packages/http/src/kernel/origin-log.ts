import type { Auth } from "@acme/auth-core";
import type { HttpRequest } from "./http-message.js";
import { isAllowedOrigin } from "./origin.js";
import type { Site } from "./site.js";

/** How many origins are named in one window. What comes beyond is counted. */
const MAX_NAMED = 20;
const WINDOW_MS = 600_000;
const MAX_LENGTH = 200;

/**
 * Tells the operator which pages were refused because of their origin, and what to set: the
 * commonest reason for which a new front end does not work. Each origin is named once in ten
 * minutes, twenty at most; how often others were refused is told when a later window begins.
 */
export function createOriginLog(
  { logger, clock }: Pick<Auth, "logger" | "clock">,
  site: Site,
): (request: Pick<HttpRequest, "header">) => void {
  const named = new Set<string>();
  let endsAt = 0;
  let unnamed = 0;

  function openWindow(now: number): void {
    if (unnamed > 0) logger.warn("origin_refused", { refused: unnamed });
    named.clear();
    endsAt = now + WINDOW_MS;
    unnamed = 0;
  }

  return function note(request) {
    const origin = originOf(request);
    if (origin === null || isAllowedOrigin(request, site)) return;
    const now = clock.now().getTime();
    if (now >= endsAt) openWindow(now);
    if (named.has(origin)) return;
    if (named.size >= MAX_NAMED) {
      unnamed++;
      return;
    }
    named.add(origin);
    logger.warn("origin_refused", {
      origin,
      allowed: [...site.allowedOrigins].join(" "),
      setting: "TRUSTED_ORIGINS, or trustedOrigins of createSite",
    });
  };
}

/**
 * The origin of the page that sent the request, as the browser says it; null when it says nothing.
 */
function originOf(request: Pick<HttpRequest, "header">): string | null {
  const origin = request.header("origin") ?? refererOrigin(request.header("referer"));
  return origin?.slice(0, MAX_LENGTH) ?? null;
}

/** Without the path of the page, which may hold what belongs in no log. */
const refererOrigin = (referer: string | undefined): string | undefined =>
  referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
