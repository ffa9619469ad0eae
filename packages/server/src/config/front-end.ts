import { isIP } from "node:net";
import { getDomain } from "tldts";
import { DEFAULT_APP_URL } from "./addresses.js";
import type { Draft, Finding } from "./findings.js";
import { relatedOriginFindings } from "./related-origins.js";
import { shellWord } from "./shell-word.js";
import { areOneSite, domainOf } from "./sites.js";
import type { Settings } from "./variables.js";

const problem = (text: string): Finding => ({ severity: "problem", text });
const warning = (text: string): Finding => ({ severity: "warning", text });
type Rule = (draft: Draft) => readonly Finding[];

/** The front end, and where passkeys are used. */
export interface FrontEnd {
  /** The URL of the front end: with pages that of the service. */
  readonly appUrl: string;
  /** The origins from which passkeys are accepted; the first is that of the front end. */
  readonly frontEndOrigins: readonly string[];
}

type FrontEndSettings = Pick<Settings, "appUrl" | "serviceAuthUrl" | "pages" | "nodeEnv">;

/**
 * Returns where the front end is. A front end of one's own at the default address goes on working
 * beside the pages, outside production and while nothing else is said.
 */
export function frontEndOf({ appUrl, serviceAuthUrl, pages, nodeEnv }: FrontEndSettings): FrontEnd {
  const url = appUrl ?? (pages === "on" ? serviceAuthUrl : DEFAULT_APP_URL);
  const beside = appUrl === null && nodeEnv !== "production" ? [DEFAULT_APP_URL] : [];
  return { appUrl: url, frontEndOrigins: [...new Set([new URL(url).origin, ...beside])] };
}

/** The front end as far as it is known, and the variable that its host comes from. */
function drafted({ appUrl, serviceAuthUrl, pages }: Draft): {
  readonly url: string | undefined;
  readonly name: "APP_URL" | "SERVICE_AUTH_URL";
} {
  if (pages === "on") return { url: serviceAuthUrl, name: "SERVICE_AUTH_URL" };
  return { url: appUrl === null ? DEFAULT_APP_URL : appUrl, name: "APP_URL" };
}

/** Passkeys are checked against one origin: with pages it is that of the service. */
const APP_URL_WITH_PAGES =
  "APP_URL must be SERVICE_AUTH_URL while PAGES=on, because passkeys are checked against the front end's origin. Give your application's address as APP_HOME_URL, or set PAGES=off.";

const placeOfPages: Rule = ({ pages, appUrl, appHomeUrl, serviceAuthUrl }) => {
  if (pages === "on")
    return appUrl && serviceAuthUrl && appUrl !== serviceAuthUrl
      ? [problem(APP_URL_WITH_PAGES)]
      : [];
  return pages === "off" && appHomeUrl
    ? [problem("APP_HOME_URL has an effect only with PAGES=on")]
    : [];
};

/** What a front end on another site leads to, and what to do. */
export const DIFFERENT_SITES =
  "APP_URL and SERVICE_AUTH_URL are different sites, so browsers do not send the session's cookie with the front end's calls, and a user who has signed in gets 401 on the next one: serve both below one domain and by one scheme, and not one as localhost and the other as 127.0.0.1";

/** The same of an application beside the pages. */
const HOME_ON_ANOTHER_SITE =
  "APP_HOME_URL and SERVICE_AUTH_URL are different sites, so browsers do not send the session's cookie with calls of the application's pages: serve both below one domain and by one scheme if these pages call the service";

const oneSite: Rule = (draft) => {
  const { pages, appHomeUrl, serviceAuthUrl } = draft;
  const [url, text] =
    pages === "on" ? [appHomeUrl, HOME_ON_ANOTHER_SITE] : [drafted(draft).url, DIFFERENT_SITES];
  return url && serviceAuthUrl && !areOneSite(url, serviceAuthUrl) ? [warning(text)] : [];
};

/** Whose the passkeys will be where that can be taken for either of two hosts, and what to do. */
const UNNAMED_RELYING_PARTY =
  "RP_ID is not set, and APP_URL and SERVICE_AUTH_URL have different hosts: passkeys will belong to the host of APP_URL, and to no other. Set RP_ID to that host, or to the domain above it if the front end may move within that domain, before the first passkey is made";

const unnamedRelyingParty: Rule = (draft) => {
  const { rpId, pages, appHomeUrl, serviceAuthUrl } = draft;
  const { url } = drafted(draft);
  if (rpId !== null || !url || !serviceAuthUrl) return [];
  const host = hostOf(serviceAuthUrl);
  if (pages !== "on") return host === hostOf(url) ? [] : [warning(UNNAMED_RELYING_PARTY)];
  const domain = domainOf(host);
  return appHomeUrl && hostOf(appHomeUrl) !== host && domainOf(hostOf(appHomeUrl)) === domain
    ? [
        warning(
          `RP_ID is not set, and APP_HOME_URL has another host than SERVICE_AUTH_URL: passkeys will belong to the host of SERVICE_AUTH_URL alone. RP_ID=${shellWord(domain)} makes them the domain's. It cannot be changed later: set it, or RP_ID to the host of SERVICE_AUTH_URL if that is meant, before the first passkey is made`,
        ),
      ]
    : [];
};

const relyingParty: Rule = (draft) => {
  const { url, name } = drafted(draft);
  return draft.rpId && url && !isRelyingPartyOf(draft.rpId.toLowerCase(), hostOf(url))
    ? [
        problem(
          `RP_ID must be the host of ${name}, or a registrable domain above it, without scheme, port or path`,
        ),
      ]
    : [];
};

const hostOf = (url: string): string => new URL(url).hostname;

/**
 * The host itself or a registrable domain suffix of it (WebAuthn §5.1.3), judged by the public
 * suffix list; nothing stands above an IP address.
 */
const isRelyingPartyOf = (rpId: string, host: string): boolean =>
  rpId === host ||
  (isIP(host) === 0 &&
    host.endsWith(`.${rpId}`) &&
    getDomain(rpId, { allowPrivateDomains: true }) !== null);

const relatedOrigins: Rule = (draft) => relatedOriginFindings(draft, drafted(draft).url ?? null);

const RULES: readonly Rule[] = [
  placeOfPages,
  oneSite,
  unnamedRelyingParty,
  relyingParty,
  relatedOrigins,
];

/** Returns what is wrong between the variables that say where the front end is. */
export const frontEndFindings = (draft: Draft): readonly Finding[] =>
  RULES.flatMap((rule) => rule(draft));
