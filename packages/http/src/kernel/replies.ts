import type { Policy, SignedIn } from "@acme/auth-core";
import {
  browserCookie,
  clearedContinuationCookie,
  clearedCookies,
  continuationCookie,
  knownBrowserCookie,
  organizationCookie,
  sessionCookie,
} from "./cookies.js";
import type { Family } from "./family.js";
import {
  corsHeaders,
  downloadHeaders,
  fileHeaders,
  jsonHeaders,
  NOTHING_TO_SHOW,
  preflightHeaders,
  savedFileHeaders,
  SEALED_HEADERS,
  standingHeaders,
} from "./headers.js";
import type { Exchange, HttpReply } from "./http-message.js";
import { pageCookies } from "./page-cookies.js";
import type { Answer, AnyRoute } from "./route.js";
import type { Site } from "./site.js";

/** Turns answers into replies. */
export interface Replies {
  /** The reply to an exchange, with the headers that every reply has. Without a body for `HEAD`. */
  readonly finish: (exchange: Exchange, reply: HttpReply) => HttpReply;
  /** The answer of a route's handler as a reply, with its cookies. */
  readonly serialise: (route: AnyRoute, answer: Answer<unknown>) => HttpReply;
  /** The answer of a family, to a route whose usual status is given. */
  readonly serialiseInFamily: (family: Family, usual: number, answer: Answer<unknown>) => HttpReply;
  /** The reply to a CORS preflight: the methods that the path has. */
  readonly preflight: (exchange: Exchange, methods: readonly string[]) => HttpReply;
}

export function createReplies(site: Site, policy: Policy): Replies {
  const standing = standingHeaders(site);
  const standingByLanguage = standingHeaders(site, "Origin, Accept-Language");
  const files = fileHeaders(site);

  // Without object spread and `concat`, which cost a microsecond each: every request comes this
  // way.
  const finish: Replies["finish"] = (
    { request, requestId },
    { status, headers: own, cookies, body, byLanguage, standing: ofFamily },
  ) => {
    const headers = (ofFamily ?? (byLanguage ? standingByLanguage : standing)).slice();
    headers.push("X-Request-Id", requestId);
    const isChallenge = status === 401 && own.includes("WWW-Authenticate");
    if (!ofFamily)
      for (const header of corsHeaders(request, site, isChallenge)) headers.push(header);
    for (const header of own) headers.push(header);
    return { status, headers, cookies, body: request.method === "HEAD" ? null : body };
  };

  function serialise(route: AnyRoute, answer: Answer<unknown>): HttpReply {
    if (route.family) return serialiseInFamily(route.family, route.status, answer);
    const reply = serialiseJson(route, answer);
    return route.standing ? { ...reply, standing: route.standing } : reply;
  }

  const serialiseInFamily: Replies["serialiseInFamily"] = (family, usual, answer) => {
    const reply = { cookies: cookiesOf(answer), standing: family.standing };
    if ("redirect" in answer) {
      const headers = [...NOTHING_TO_SHOW, "Location", answer.redirect];
      return { ...reply, status: answer.status, headers, body: null };
    }
    if ("file" in answer) return { ...answer.file, status: usual, cookies: [], standing: files };
    if ("download" in answer) {
      const { content, ...file } = answer.download;
      const headers = [...NOTHING_TO_SHOW, ...savedFileHeaders(file)];
      return { ...reply, status: usual, headers, body: content };
    }
    if (!("page" in answer)) throw new Error("a page route answers what is no page");
    const { page, status = usual } = answer;
    return { ...page, ...reply, status };
  };

  function serialiseJson(route: AnyRoute, answer: Answer<unknown>): HttpReply {
    const cookies = cookiesOf(answer);
    if ("redirect" in answer) {
      const headers = [...SEALED_HEADERS, "Location", answer.redirect];
      return { status: answer.status, headers, cookies, body: null };
    }
    if ("page" in answer) {
      const { page, status = route.status } = answer;
      return { ...page, status, cookies };
    }
    const { status } = route;
    if ("file" in answer) return { ...answer.file, status, cookies, standing: files };
    if ("download" in answer) {
      const { content, ...file } = answer.download;
      return { status, headers: downloadHeaders(file), cookies, body: content };
    }
    if (status === 204) return { status, headers: SEALED_HEADERS, cookies, body: null };
    const body = "json" in answer ? answer.json : JSON.stringify(answer.body);
    return { status, headers: jsonHeaders(route), cookies, body };
  }

  function cookiesOf(answer: Answer<unknown>): readonly string[] {
    const { session, browser, continuation } = answer;
    const cookies = session
      ? [sessionCookie(site, policy, session)]
      : session === null
        ? [...clearedCookies(site)]
        : [];
    const { knownBrowser } = signInOf(answer);
    if (knownBrowser) cookies.push(knownBrowserCookie(site, policy, knownBrowser));
    const organization = organizationOf(answer);
    if (organization !== undefined) cookies.push(organizationCookie(site, policy, organization));
    if (browser) cookies.push(browserCookie(site, policy, browser.token));
    if (continuation?.cookie) cookies.push(continuationCookie(site, continuation.cookie));
    for (const name of answer.endedContinuations ?? [])
      cookies.push(clearedContinuationCookie(site, name));
    if (answer.pageCookies) cookies.push(...pageCookies(site, policy, answer.pageCookies));
    return cookies;
  }

  const preflight: Replies["preflight"] = (exchange, methods) =>
    finish(exchange, {
      status: 204,
      headers: [...SEALED_HEADERS, ...preflightHeaders(methods)],
      cookies: [],
      body: null,
    });

  return { finish, serialise, serialiseInFamily, preflight };
}

/**
 * The active organization that an answer sets: its own, or that of the sign-in. Undefined leaves
 * the cookie as it is.
 */
const organizationOf = (answer: Answer<unknown>) =>
  answer.activeOrganization === undefined
    ? (signInOf(answer).activeOrganization ?? undefined)
    : answer.activeOrganization;

/** What only a sign-in gives the browser, and a new token for a session does not. */
const signInOf = ({ session }: Answer<unknown>): Partial<SignedIn> => session ?? {};
