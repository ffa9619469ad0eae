import { type Auth, AuthError, type PermissionId, type PresentedToken } from "@acme/auth-core";
import type { Additions } from "./additions.js";
import { authorizeAny, identify, requireCaller, worksIn } from "./admission.js";
import { checkCarrier, cookiesBeside, keepCookies, readBearerOn } from "./bearer.js";
import { checkAnswer } from "./breach.js";
import { clientOfRoute } from "./client.js";
import type { Family } from "./family.js";
import { createFamilyDispatch } from "./family-dispatch.js";
import type { Exchange, HttpReply, HttpRequest } from "./http-message.js";
import { checkMedia, isForm, NOTHING, parseInput, takesInput } from "./input.js";
import { createLimits, type Limits } from "./limit.js";
import { createOriginLog } from "./origin-log.js";
import { createRefuse, type Refusing } from "./refuse.js";
import { createRefuseInFamily } from "./refuse-in-family.js";
import { createReplies } from "./replies.js";
import { createRequestLog } from "./request-log.js";
import type { AnyRoute, DocumentedSection } from "./route.js";
import type { Match } from "./routing.js";
import type { Site } from "./site.js";

export interface DispatchOptions {
  readonly auth: Auth<PermissionId>;
  readonly site: Site;
  /** What the routes that show the reference are given. */
  readonly sections: readonly DocumentedSection[];
  /** Begins what features add to the views of an answer. Default: none adds any. */
  readonly beginAdditions?: () => Additions | null;
  /** Which routes count against the user who calls them. */
  readonly isUserWrite: (route: AnyRoute) => boolean;
  /**
   * Called when a route answers what it does not declare. Set in tests, where it fails the test.
   * Without it, replies are not compared with their schemas; undeclared refusals are still logged.
   */
  readonly onBreach?: (breach: Error) => void;
}

/** The way of a request through the surface. */
export interface Dispatch {
  /** Carries one request through one route. Never rejects: whatever is thrown becomes a reply. */
  readonly dispatch: (match: Match, request: HttpRequest) => Promise<HttpReply>;
  /** The reply to a request that failed outside the routes of the surface. */
  readonly refuse: (exchange: Exchange, thrown: unknown) => HttpReply;
  /** The same, where a family answers it. */
  readonly refuseInFamily: (
    family: Family,
    exchange: Exchange,
    thrown: unknown,
  ) => Promise<HttpReply>;
  /** The reply to a CORS preflight: the methods that the path has. */
  readonly preflight: (exchange: Exchange, methods: readonly string[]) => HttpReply;
  readonly limits: Limits;
}

/**
 * Builds the pipeline: limit, check origin, check media, read the body, admit, parse, handle,
 * serialise.
 */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { auth, site, sections, beginAdditions = () => null, isUserWrite, onBreach } = options;
  const limits = createLimits(auth, isUserWrite);
  const rules = { site, limit: auth.policy.jsonBody };
  const namedSite = { ...site, appName: auth.appName, brand: auth.brand };
  const replies = createReplies(site, auth.policy);
  const { finish, serialise, preflight } = replies;
  const answering = createRefuse({ auth, site, finish, ...(onBreach && { onBreach }) });
  const noteOrigin = createOriginLog(auth, site);
  const log = createRequestLog(auth);

  // A stranger's page that is refused is noted for who looks for a fault, however it is answered.
  const judge: Refusing["judge"] = (exchange, thrown, route) => {
    if (AuthError.is(thrown) && thrown.code === "INVALID_ORIGIN") noteOrigin(exchange.request);
    return answering.judge(exchange, thrown, route);
  };
  const refuse: Refusing["refuse"] = (exchange, thrown, route) => {
    if (AuthError.is(thrown) && thrown.code === "INVALID_ORIGIN") noteOrigin(exchange.request);
    return answering.refuse(exchange, thrown, route);
  };
  const refuseInFamily = createRefuseInFamily({ judge, refuse }, replies);
  const inFamily = createFamilyDispatch({
    auth,
    namedSite,
    sections,
    limits,
    rules,
    replies,
    refuseInFamily,
  });

  // All of the way in one function: each further promise would cost every request.
  async function dispatchRoute({ route, params }: Match, request: HttpRequest): Promise<HttpReply> {
    const exchange = { request, requestId: auth.random.id() };
    const since = auth.clock.now();
    let reply: HttpReply;
    let bearer: PresentedToken | null = null;
    try {
      bearer = readBearerOn(route, { auth, request, site });
      const counting = limits.countRequest(route.limit, request);
      if (counting) await counting;
      checkCarrier(bearer, route, { request, site });
      checkMedia(route, request, rules);
      // Before the caller is identified: a session that ends during a slow upload must not count
      // any more.
      const raw = route.body ? await request.readBody(rules.limit) : null;
      const client = worksIn(
        clientOfRoute(cookiesBeside(bearer, request), site, route),
        route.access,
        params,
      );
      const identifying = identify(auth, route, { bearer, request, client });
      const caller = identifying && requireCaller(await identifying);
      const writing = caller && limits.countWrite(route, caller);
      if (writing) await writing;
      const granting = caller && authorizeAny(auth, route.access, { caller, client });
      const granted = granting && (await granting);
      const input = takesInput(route) ? await parseInput(route, request, { params, raw }) : NOTHING;
      const additions = beginAdditions();
      const answered = await route.handle({
        auth,
        site: namedSite,
        client,
        request,
        sections,
        additions,
        caller,
        granted,
        params: input.params,
        query: input.query,
        body: input.body,
        isForm: isForm(route, request),
      });
      if (additions) await additions.fill();
      if (onBreach) await checkAnswer(route, answered, onBreach);
      reply = finish(exchange, serialise(route, answered));
    } catch (thrown) {
      reply = refuse(exchange, thrown, route);
    }
    return log(exchange, keepCookies(reply, bearer), { route, since });
  }

  async function dispatchInFamily(
    family: Family,
    match: Match,
    request: HttpRequest,
  ): Promise<HttpReply> {
    const exchange = { request, requestId: auth.random.id() };
    const since = auth.clock.now();
    const reply = await inFamily(family, exchange, match);
    return log(exchange, reply, { route: match.route, since });
  }

  return {
    dispatch: (match, request) =>
      match.route.family
        ? dispatchInFamily(match.route.family, match, request)
        : dispatchRoute(match, request),
    refuse: (exchange, thrown) => log(exchange, refuse(exchange, thrown, null)),
    refuseInFamily: async (family, exchange, thrown) => {
      const nothing = { route: null, params: {}, admission: null, raw: null };
      return log(exchange, await refuseInFamily(family, exchange, { thrown, ...nothing }));
    },
    preflight(exchange, methods) {
      noteOrigin(exchange.request);
      return log(exchange, preflight(exchange, methods));
    },
    limits,
  };
}
