import {
  AuthError,
  ERRORS,
  parseId,
  isStoreUnavailable,
  type Auth,
  type Caller,
  type Client,
  type OrganizationId,
  type PermissionId,
} from "@acme/auth-core";
import {
  browserCookie,
  clearedCookies,
  organizationCookie,
  readBrowserToken,
  readOrganizationHint,
  readSessionToken,
  sessionCookie,
} from "./cookies.js";
import {
  corsHeaders,
  downloadHeaders,
  JSON_HEADERS,
  preflightHeaders,
  SEALED_HEADERS,
  standingHeaders,
} from "./headers.js";
import type { HttpReply, HttpRequest } from "./http-message.js";
import {
  checkMedia,
  formFields,
  isForm,
  parseFields,
  readInput,
  type InputRules,
} from "./input.js";
import { createLimits, limitHeaders, retryHeaders } from "./limit.js";
import { checkOrigin } from "./origin.js";
import { pageHeaders, renderPage } from "../pages/pages.js";
import { codeOf, refusalsOf, statusOf } from "./refusals.js";
import type { AccessTo, AnyRoute, Answer, Section } from "./route.js";
import type { Match } from "./routing.js";
import type { Site } from "../site/site.js";

export interface DispatchOptions {
  readonly auth: Auth;
  readonly site: Site;
  readonly sections: readonly Section[];
  /** Called when a route answers what it does not declare. Given in tests, where it fails the test; without it replies are not checked. */
  readonly onBreach?: (breach: Error) => void;
}

interface Refused {
  /** Null where no route of ours was asked. */
  readonly route?: AnyRoute | null;
  /** That of a request which has one already. */
  readonly requestId?: string | undefined;
}

/** Enough to recognise one's device; the rest would only fill the database. */
const MAX_USER_AGENT = 512;

export type Dispatch = ReturnType<typeof createDispatch>;

/** Carries one request through one route: limit, origin, read, admit, parse, handle, serialise. */
export function createDispatch({ auth, site, sections, onBreach }: DispatchOptions) {
  const standing = standingHeaders(site);
  const limits = createLimits(auth);
  const rules: InputRules = { site, limit: auth.policy.jsonBody };

  // No spreading here and below: it costs a microsecond each, and every request comes this way.
  function clientOf(request: HttpRequest, ofBrowser = false): Client {
    const { ipAddress, network } = request.peer;
    const cookies = request.header("cookie");
    return {
      ipAddress,
      network,
      userAgent: request.header("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
      sessionToken: readSessionToken(cookies, site),
      browserToken: readBrowserToken(cookies, site),
      organization: readOrganizationHint(
        cookies,
        ofBrowser ? undefined : request.header("x-active-org"),
      ),
    };
  }

  async function run({ route, params }: Match, request: HttpRequest): Promise<Answer<unknown>> {
    const counting = limits.countRequest(route.limit, request);
    if (counting) await counting;
    checkOrigin(request, site);
    checkMedia(route, request, rules);
    // Before anybody is let in: whoever sends a body slowly must still be somebody when it is there.
    const body = route.body && (await request.readBody(rules.limit));
    const client = worksIn(clientOf(request, isSignIn(route)), route.access, params);
    const caller = await identify(auth, route.access, client);
    const writing = caller && limits.countWrite(route, caller);
    if (writing) await writing;
    const { granted } = await authorize(auth, route.access, { caller, client });
    const call = {
      auth,
      site,
      client,
      request,
      sections,
      caller,
      granted,
      params: parseFields(route.params, params),
      query: route.query && parseFields(route.query, formFields(request.query)),
      body: route.body && parseFields(route.body, readInput(route, request, body ?? null)),
      isForm: isForm(route, request),
    };
    return route.handle(call as never);
  }

  const finish = (
    request: HttpRequest,
    { status, headers, cookies, body }: HttpReply,
    requestId: string = auth.random.id(),
  ): HttpReply => ({
    status,
    headers: standing.concat(corsHeaders(request, site), "X-Request-Id", requestId, headers),
    cookies,
    body: request.method === "HEAD" ? null : body,
  });

  /** One request through one route. Never throws. */
  async function dispatch(match: Match, request: HttpRequest): Promise<HttpReply> {
    try {
      const answer = await run(match, request);
      if (onBreach) checkAnswer(match.route, answer, onBreach);
      return finish(request, serialise(match.route, answer));
    } catch (thrown) {
      return refuse(request, thrown, { route: match.route });
    }
  }

  /** The answer to a request that failed, whatever it threw. */
  function refuse(
    request: HttpRequest,
    thrown: unknown,
    { route = null, requestId = auth.random.id() }: Refused = {},
  ): HttpReply {
    const error = asRefusal(thrown);
    const failed: HttpReply = {
      status: statusOf(error.code, route),
      headers: [
        ...JSON_HEADERS,
        ...retryHeaders(error, auth.clock.now()),
        ...limitHeaders(error, auth.clock.now()),
      ],
      cookies: [],
      body: JSON.stringify({
        code: codeOf(error.code, route),
        message: ERRORS[error.code].message,
        ...(error.issues.length > 0 && { issues: error.issues }),
      }),
    };
    const reply = finish(request, failed, requestId);
    const where = route ? `${route.method} ${route.path}` : "unknown";
    if (error.code === "INTERNAL_ERROR")
      auth.logger.error("request_failed", { requestId, route: where }, thrown);
    if (error.code === "UNAVAILABLE")
      auth.logger.error("service_unavailable", { requestId, route: where }, thrown);
    if (route && !refusalsOf(route).has(error.code))
      breach(route, `answers ${error.code}, which it does not declare`);
    if (error.code === "INTERNAL_ERROR") onBreach?.(thrown as Error);
    return reply;
  }

  function breach(route: AnyRoute, what: string): void {
    const fault = new Error(`${route.method} ${route.path} ${what}`);
    if (onBreach) onBreach(fault);
    else auth.logger.error("surface_breach", { route: `${route.method} ${route.path}` }, fault);
  }

  function serialise(route: AnyRoute, answer: Answer<unknown>): HttpReply {
    const cookies = cookiesOf(answer);
    if ("redirect" in answer)
      return {
        status: answer.status,
        headers: [...SEALED_HEADERS, "Location", answer.redirect],
        cookies,
        body: null,
      };
    if ("page" in answer)
      return {
        status: answer.status ?? route.status,
        headers: pageHeaders(site, answer.page),
        cookies,
        body: renderPage(answer.page),
      };
    if ("download" in answer)
      return {
        status: route.status,
        headers: downloadHeaders(answer.download.fileName),
        cookies,
        body: answer.download.content,
      };
    if (route.status === 204) return { status: 204, headers: SEALED_HEADERS, cookies, body: null };
    return {
      status: route.status,
      headers: JSON_HEADERS,
      cookies,
      body: "json" in answer ? answer.json : JSON.stringify(answer.body),
    };
  }

  function cookiesOf({ session, browser, activeOrganization }: Answer<unknown>): readonly string[] {
    const { policy } = auth;
    const cookies = session
      ? [sessionCookie(site, policy, session)]
      : session === null
        ? [...clearedCookies(site)]
        : [];
    // A sign-in chooses an organization where there is one to choose.
    const organization =
      activeOrganization === undefined
        ? (session?.activeOrganization ?? undefined)
        : activeOrganization;
    if (organization !== undefined) cookies.push(organizationCookie(site, policy, organization));
    if (browser) cookies.push(browserCookie(site, policy, browser.token));
    return cookies;
  }

  const preflight = (request: HttpRequest, methods: readonly string[]): HttpReply =>
    finish(request, {
      status: 204,
      headers: [...SEALED_HEADERS, ...preflightHeaders(methods)],
      cookies: [],
      body: null,
    });

  return { dispatch, refuse, preflight, clientOf, limits };
}

/** What `access` asks for: the caller, and the proof that was minted for them. */
export interface Admission {
  readonly caller: Caller | null;
  readonly granted?: unknown;
}

/** Throws the refusals that the access implies. */
export const admit = async <P extends PermissionId>(
  auth: Auth<P>,
  access: AccessTo<P>,
  client: Client,
): Promise<Admission> =>
  authorize(auth, access, { caller: await identify(auth, access, client), client });

/** Who is calling; null where it may be anyone. Throws `UNAUTHORIZED` where it may not. */
async function identify<P extends PermissionId>(
  auth: Auth<P>,
  access: AccessTo<P>,
  client: Client,
): Promise<Caller | null> {
  if (access === "anyone") return null;
  const caller = await auth.sessions.identify(client);
  if (!caller) throw new AuthError("UNAUTHORIZED");
  return caller;
}

interface Identified {
  readonly caller: Caller | null;
  readonly client: Client;
}

async function authorize<P extends PermissionId>(
  auth: Auth<P>,
  access: AccessTo<P>,
  { caller, client }: Identified,
): Promise<Admission> {
  if (!caller || access === "anyone" || access === "session") return { caller };
  if (access === "fresh") return { caller: auth.sessions.requireFresh(caller) };
  if (access.of === "path" && !caller.membership) throw new AuthError("ORGANIZATION_NOT_FOUND");
  if (access.fresh) auth.sessions.requireFresh(caller);
  return { caller, granted: await auth.accessControl.authorize(caller, access.permission, client) };
}

/** The client as one that works in the organization its path names, so that the one statement of the hot path answers for that one. */
function worksIn(
  client: Client,
  access: AccessTo<PermissionId>,
  params: Readonly<Record<string, string>>,
): Client {
  if (typeof access !== "object" || access.of !== "path") return client;
  return { ...client, organization: parseId<OrganizationId>(params["id"] ?? "") };
}

/** A sign-in goes by the browser's cookie alone: the header speaks for one tab. */
const isSignIn = ({ access, method }: AnyRoute): boolean => access === "anyone" && method !== "GET";

function asRefusal(thrown: unknown): AuthError {
  if (AuthError.is(thrown) && Object.hasOwn(ERRORS, thrown.code)) return thrown;
  return new AuthError(isStoreUnavailable(thrown) ? "UNAVAILABLE" : "INTERNAL_ERROR", {
    cause: thrown,
  });
}

function checkAnswer(
  route: AnyRoute,
  answer: Answer<unknown>,
  onBreach: (breach: Error) => void,
): void {
  const breach = (what: string): void =>
    onBreach(new Error(`${route.method} ${route.path} answers ${what}`));
  if ("redirect" in answer && answer.status !== route.status && answer.status !== route.redirects)
    breach(`${answer.status}, which it does not declare`);
  if ("page" in answer && (!route.page || (answer.status === 400 && !route.deadLinkPage)))
    breach("a page that it does not declare");
  if (!("body" in answer || "json" in answer)) return;
  const result = route.reply.safeParse("json" in answer ? JSON.parse(answer.json) : answer.body);
  if (!result.success) breach(`what its schema does not say: ${result.error.message}`);
}
