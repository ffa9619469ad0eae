import {
  AuthError,
  type CorePermission,
  isStoreUnavailable,
  type PermissionId,
} from "@acme/auth-core";
import { parseDemand } from "@acme/auth-core/surface";
import {
  type Exchange,
  type GuardedRequest,
  type GuardOptions,
  type MadeDemand,
  sharedMap,
  type SteppedUpRequest,
} from "@acme/auth-http";
import { createChecks, headersOf, NO_PEER } from "./check.js";
import { readRequest } from "./fetch-http.js";
import type { Context, Guard, Guards, PermissionOptions, Route, SessionGuard } from "./guard.js";
import { withHeaders } from "./guarded-response.js";
import type { Handler } from "./handler.js";
import { createPermissionGuards, type Find, type GuardBy } from "./permission-guards.js";
import { statusOfThrown } from "./thrown.js";

const bodies = sharedMap<Request, { readonly body: unknown }>("fetch-bodies");

/**
 * Returns the body that `jsonBody` has read, also in another copy of this package of the same major
 * version; undefined when there is none.
 * @throws {Error} when `jsonBody` is not around the route.
 */
export function bodyOf(request: Request): unknown {
  const read = bodies.get(request);
  if (!read)
    throw new Error("The body of this request was not read: put jsonBody around the route.");
  return read.body;
}

/**
 * Builds the guards for an application's own routes.
 * @example
 * const { requireSession } = guards(handle);
 * export const GET = requireSession(async (_request, { caller }) => Response.json(caller));
 */
export function guards<P extends PermissionId = CorePermission, C extends Context = Context>({
  surface: { http, read, reply },
}: Handler<P, C>): Guards<P, C> {
  /** One request keeps one id, whichever guard or error handler answers it. */
  const requestIds = new WeakMap<Request, string>();
  function requestIdOf(request: Request): Exchange["requestId"] {
    const requestId = requestIds.get(request) ?? http.newRequestId();
    requestIds.set(request, requestId);
    return requestId;
  }
  const exchangeOf = (request: Request, context: C): Exchange => ({
    request: read(request, context),
    requestId: requestIdOf(request),
  });

  function answerThrown(thrown: unknown, request: Request): Response {
    // No refusal depends on the peer, and what was thrown may be that of a `peerOf` that fails.
    const exchange = { request: readRequest(request, NO_PEER), requestId: requestIdOf(request) };
    return reply(request, http.refuse(exchange, thrown));
  }

  const guardBy: GuardBy<C> =
    <G, R extends C>(find: Find<G>, of: PermissionOptions<R>["of"]): Guard<G, R> =>
    (answer) =>
    async (request, ...context) => {
      const exchange = exchangeOf(request, context);
      let guarded: G;
      try {
        const organizationId = of && ((await of(request, ...context)) ?? "");
        guarded = await find(exchange.request, organizationId);
      } catch (thrown) {
        return reply(request, http.refuse(exchange, thrown));
      }
      try {
        const response = await answer(request, guarded, ...context);
        return withHeaders(response, http.guardedHeaders(exchange.requestId));
      } catch (thrown) {
        // A host may throw to redirect, or for a page of its own.
        if (!AuthError.is(thrown)) throw thrown;
        return reply(request, http.refuse(exchange, thrown));
      }
    };

  function sessionGuard(standing: GuardOptions): SessionGuard<C> {
    const guardFor = (options: GuardOptions): Guard<GuardedRequest, C> => {
      parseDemand(options);
      return guardBy((request) => http.guard(options, request), undefined);
    };
    const guard = guardFor(standing);
    type Answer<R extends C> = Parameters<Guard<GuardedRequest, R>>[0];
    function guardOrOptions<R extends C>(answer: Answer<R>): Route<R>;
    function guardOrOptions(options: GuardOptions & MadeDemand): Guard<SteppedUpRequest, C>;
    function guardOrOptions(options: GuardOptions): Guard<GuardedRequest, C>;
    function guardOrOptions(given: Answer<C> | GuardOptions): unknown {
      return typeof given === "function" ? guard(given) : guardFor({ ...given, ...standing });
    }
    return guardOrOptions;
  }

  return {
    requireSession: sessionGuard({}),
    requireFreshSession: sessionGuard({ fresh: true }),

    ...createPermissionGuards(http, guardBy),
    ...createChecks({ http, read }),
    personalHeaders: () => http.personalHeaders(),
    identify: (headers, options) => http.identify(headersOf(headers), options),

    allowOrigins:
      (route) =>
      async (request, ...context) => {
        const answer = http.crossOrigin(read(request, context));
        if ("preflight" in answer) return reply(request, answer.preflight);
        return withHeaders(await route(request, ...context), answer.headers);
      },

    measure:
      (route) =>
      async (request, ...context) => {
        const answered = http.measure(read(request, context));
        let response: Response;
        try {
          response = await route(request, ...context);
        } catch (thrown) {
          answered?.(statusOfThrown(thrown));
          throw thrown;
        }
        answered?.(response.status);
        return response;
      },

    jsonBody:
      (route) =>
      async (request, ...context) => {
        const exchange = exchangeOf(request, context);
        try {
          bodies.set(request, { body: await http.readJson(exchange.request) });
        } catch (thrown) {
          return reply(request, http.refuse(exchange, thrown));
        }
        return route(request, ...context);
      },

    answerRefusals: (thrown, request, ..._context) =>
      AuthError.is(thrown) || isStoreUnavailable(thrown) ? answerThrown(thrown, request) : null,
    answerFailures: (thrown, request, ..._context) => answerThrown(thrown, request),
  };
}
