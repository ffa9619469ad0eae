import { AuthError, type CorePermission, type PermissionId } from "@acme/auth-core";
import {
  describeAddress,
  type Exchange,
  type GuardAccess,
  type Guarded,
  type HttpRequest,
} from "@acme/auth-http";
import { readRequest } from "./fetch-http.js";
import type { Context, Guard, Guards, PermissionOptions } from "./guard.js";
import { withHeaders } from "./guarded-response.js";
import type { Handler } from "./handler.js";
import { statusOfThrown } from "./thrown.js";

const bodies = new WeakMap<Request, { readonly body: unknown }>();

/**
 * Returns the body that `jsonBody` has read, undefined when there is none.
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

  const guardFor =
    <Q extends CorePermission | P, R extends C>(
      access: GuardAccess<Q>,
      of?: PermissionOptions<R>["of"],
    ): Guard<Guarded<Q>, R> =>
    (answer) =>
    async (request, ...context) => {
      const exchange = exchangeOf(request, context);
      let guarded: Guarded<Q>;
      try {
        const organizationId = of && ((await of(request, ...context)) ?? "");
        guarded = await http.guard(access, exchange.request, organizationId);
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

  return {
    requireSession: guardFor("session"),
    requireFreshSession: guardFor("fresh"),

    requirePermission(permission, { of, fresh = false } = {}) {
      const place = of ? { of: "path" as const } : {};
      const guard = guardFor({ permission, ...place, ...(fresh && { fresh }) }, of);
      return (answer) =>
        guard((request, { caller, client, granted }, ...context) => {
          if (!granted) throw new Error(`Nothing proves ${permission}.`);
          return answer(request, { caller, client, granted }, ...context);
        });
    },

    async readSession(source) {
      if (source instanceof Request) return (await http.visit(readRequest(source, NO_PEER))).caller;
      try {
        return await http.identify(headersOf(source), { origin: "allowed-or-absent" });
      } catch (thrown) {
        if (AuthError.is(thrown)) return null;
        throw thrown;
      }
    },

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

    answerRefusals(thrown, request, ..._context) {
      // No refusal depends on the peer, and what was thrown may be that of a `peerOf` that fails.
      const exchange = {
        request: readRequest(request, NO_PEER),
        requestId: requestIdOf(request),
      };
      return reply(request, http.refuse(exchange, thrown));
    },
  };
}

/** The peer where nothing is counted or recorded for a request. */
const NO_PEER = describeAddress(undefined);

const headersOf = (headers: Headers): Pick<HttpRequest, "header"> => ({
  header: (name) => headers.get(name) ?? undefined,
});
