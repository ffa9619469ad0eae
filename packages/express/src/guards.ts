import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { CorePermission, PermissionId } from "@acme/auth-core";
import { parseDemand } from "@acme/auth-core/surface";
import type {
  GrantDemand,
  GuardDemand,
  GuardedRequest,
  GuardOptions,
  HttpRequest,
  IdentifyOptions,
  Visit,
} from "@acme/auth-http";
import { type Admission, noteAdmission } from "./admissions.js";
import {
  type Check,
  createCheck,
  type GrantOptions,
  type GrantPermissionOptions,
  type PermissionOptions,
} from "./check.js";
import { forgetBody, leaveOutETag, setHeaders } from "./guarded-response.js";
import { shareHiddenClass } from "./hidden-class.js";
import type { Middleware } from "./mount.js";
import { readHeader, writeReply } from "./node-http.js";
import { organizationNamed, type RouteOrganization } from "./route-organization.js";
import type { Surface } from "./surface.js";
import { asRefusal, isOwnRefusal } from "./thrown.js";

/**
 * A guard that stands before a route as it is, and makes a stricter one when it is called with
 * options.
 */
export interface SessionGuard extends Middleware {
  (options: GuardOptions): Middleware;
  (...exchange: Parameters<Middleware>): void;
}

/**
 * Middleware for an application's own routes, with the rules, the words and the headers of the
 * surface.
 */
export interface Guards<P extends PermissionId = CorePermission> {
  /**
   * Lets the pages of the site's allowed origins call these routes (CORS): answers preflights, sets
   * the headers for all else.
   */
  readonly allowOrigins: Middleware;
  /**
   * Tells `ports.metrics` of the requests to the routes that `features` describe, by their
   * patterns. Put it before all that answers them. Without that port, and for every other path, it
   * does nothing.
   */
  readonly measure: Middleware;
  /**
   * Reads the body as the surface does: JSON in UTF-8, not compressed, up to `policy.jsonBody`
   * bytes. `request.body` is undefined when there is none. Answers `INVALID_ORIGIN`,
   * `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE` or `INVALID_JSON`. Put it before the guard: a
   * session that ends during a slow upload must not count any more.
   */
  readonly jsonBody: Middleware;
  /**
   * Lets every request through, and finds out who makes it: the route reads it with `findCallerOf`.
   * A request that the cross-site rule would refuse has no caller. The reply gets the headers of
   * the surface, so that no cache stores it.
   */
  readonly readSession: Middleware;
  /**
   * Admits callers with a live session. Answers `INVALID_ORIGIN`, `UNAUTHORIZED`, or
   * `TOO_MANY_REQUESTS` beyond the limit; with options also `SESSION_NOT_FRESH`,
   * `EMAIL_VERIFICATION_REQUIRED`, `INSUFFICIENT_USER_AUTHENTICATION` or
   * `SECOND_FACTOR_NOT_ENROLLED`.
   * @throws {RangeError} when it is made, for what is no demand
   * @example
   * app.get("/api/v1/notes", requireSession, listNotes);
   * app.post("/api/v1/notes", jsonBody, requireSession({ verified: true }), writeNote);
   */
  readonly requireSession: SessionGuard;
  /**
   * The same as `requireSession({ fresh: true })`: admits callers who have authenticated within
   * `policy.sessionFreshness`.
   */
  readonly requireFreshSession: SessionGuard;
  /**
   * Admits callers whose role in the active organization has the permission, where it requires a
   * second factor in sessions of two factors only. Answers like `requireSession`,
   * `NO_ACTIVE_ORGANIZATION` or `PERMISSION_DENIED`. The proof is read with `grantOf`. With `grants` it admits callers by a token instead of a session too, whose grant must
   * have the permission as well; they are read with `takenRequest`. Without it, a token is answered
   * `GRANT_NOT_ALLOWED`.
   * @param permission of the core catalog, or one that a feature of `createAuth` adds
   * @throws {RangeError} when it is made, for what is no demand
   * @example
   * app.post("/api/v1/payouts", requirePermission("payouts:write", { factors: 2, within: "10m" }), payOut);
   * app.delete("/api/v1/teams/:teamId/notes", requirePermission("notes:purge", { of: "teamId", fresh: true }), purgeNotes);
   */
  readonly requirePermission: (
    permission: CorePermission | P,
    options?: PermissionOptions | GrantPermissionOptions,
  ) => Middleware;
  /**
   * Admits callers by grants only: what a feature such as API keys gave out. Answers `UNAUTHORIZED`
   * without one, `GRANT_NOT_ALLOWED` for another kind, else like `requirePermission`. The caller is
   * read with `takenRequest`.
   * @example
   * app.post("/hooks/build", requireGrant({ kinds: ["service"], permission: "builds:report" }), report);
   */
  readonly requireGrant: (options?: GrantOptions<CorePermission | P>) => Middleware;
  /**
   * Does what a guard does, where no middleware can stand: in a resolver of GraphQL, a procedure of
   * tRPC, a guard of Nest. It takes the options of `requireSession` and `requirePermission`,
   * resolves with the caller, and throws what they answer; `answerRefusals` answers what it throws.
   * What is answered with it must not be stored by a cache: set `personalHeaders()`.
   * @throws {AuthError} `INVALID_ORIGIN`, `UNAUTHORIZED`, `TOO_MANY_REQUESTS`, `SESSION_NOT_FRESH`,
   * `NO_ACTIVE_ORGANIZATION`, `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`,
   * `EMAIL_VERIFICATION_REQUIRED`, `INSUFFICIENT_USER_AUTHENTICATION`,
   * `SECOND_FACTOR_NOT_ENROLLED`
   * @example
   * const { caller, by, client } = await check(request, { fresh: true });
   * const { granted } = await check(request, { permission: "notes:publish", of: () => args.teamId });
   */
  readonly check: Check<P>;
  /**
   * The headers that a page or an answer about a person needs where no guard has set them: no cache
   * stores it, no other site's page embeds it, and what it depends on.
   * @example
   * response.set(personalHeaders()).render("account", await check(request));
   */
  readonly personalHeaders: () => Readonly<Record<string, string>>;
  /**
   * Finds the caller by the headers of an upgrade to a WebSocket, which no other guard sees.
   * Browsers let any page open one, with the user's cookies: an absent or foreign `Origin` is
   * refused unless `options` say otherwise. A connection outlives its session: identify again
   * before what matters, or at intervals. Node listens no more to errors of the socket by then:
   * listen yourself, or a client that resets the connection meanwhile ends the process.
   * @throws {AuthError} `INVALID_ORIGIN`, `UNAUTHORIZED`
   * @example
   * server.on("upgrade", (request, socket, head) => {
   *   const drop = () => socket.destroy();
   *   socket.on("error", drop);
   *   identify(request.headers).then(
   *     ({ caller }) => {
   *       socket.off("error", drop);
   *       sockets.handleUpgrade(request, socket, head, (opened) => greet(opened, caller));
   *     },
   *     () => socket.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n"),
   *   );
   * });
   */
  readonly identify: (
    headers: IncomingHttpHeaders,
    options?: IdentifyOptions,
  ) => Promise<GuardedRequest>;
  /**
   * Answers the refusals that a route has thrown, and passes on everything else, with
   * `next(thrown)`: it is the application's to answer. Put it behind the routes. A refusal
   * (`AuthError`) and what a body parser refuses are answered by their codes, a database that
   * cannot be reached with 503. What is thrown after the reply has begun is passed on too.
   */
  readonly answerRefusals: ErrorMiddleware;
  /**
   * Answers whatever a route has thrown: refusals like `answerRefusals`, everything else with 500
   * in the words of the surface, and logs it under the request id that the client receives. Put it
   * last, where no error handler of the application's own follows. Passes on an error with a
   * `status` from 400 to 499, which is a refusal of the application's own, and what is thrown after
   * the reply has begun.
   * @example
   * app.use(answerRefusals, answerFailures);
   */
  readonly answerFailures: ErrorMiddleware;
}

/** A handler of errors for `app.use` in Express. */
export type ErrorMiddleware = (
  thrown: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** What is counted for a client that went away before it was answered, as proxies count it. */
const GONE = 499;

/**
 * Builds the guards for an application's own routes. A guard applies the cross-site rule, refuses
 * as the surface does, gives the reply the headers of the surface, and leaves the caller to be read
 * with `callerOf`.
 * @example
 * const { jsonBody, requirePermission, answerRefusals } = guards(surface);
 * app.post("/api/v1/notes", jsonBody, requirePermission("notes:publish"), publishNote);
 * app.use(answerRefusals);
 */
export function guards<P extends PermissionId = CorePermission>({
  http,
  read,
}: Surface<P>): Guards<P> {
  /**
   * One request keeps one id, whichever guard or error handler answers it: it is kept in the header
   * of the reply.
   */
  const requestIdOf = (response: ServerResponse): string =>
    response.getHeader("X-Request-Id")?.toString() ?? http.newRequestId();

  function refuse(response: ServerResponse, request: HttpRequest, thrown: unknown): void {
    writeReply(response, http.refuse({ request, requestId: requestIdOf(response) }, thrown));
  }

  function answerThrown(response: ServerResponse, request: IncomingMessage, thrown: unknown): void {
    forgetBody(response);
    refuse(response, read(request), thrown);
  }

  /** Waits for what is found out about a request, and lets it through, or answers the refusal. */
  const admit =
    (
      findOut: (request: HttpRequest, incoming: IncomingMessage) => Promise<Admission>,
    ): Middleware =>
    (incoming, response, next) => {
      shareHiddenClass(incoming, response);
      const request = read(incoming);
      findOut(request, incoming)
        .then(
          (admission) => {
            noteAdmission(incoming, admission);
            setHeaders(response, http.guardedHeaders(requestIdOf(response)));
            leaveOutETag(response);
            next();
          },
          (thrown: unknown) => refuse(response, request, thrown),
        )
        .catch(next);
    };

  function guardFor(demand: GuardDemand<CorePermission | P>, of?: RouteOrganization): Middleware {
    const met = parseDemand(demand);
    return admit(async (request, incoming) => {
      const organizationId = of === undefined ? of : organizationNamed(of, incoming);
      const { granted, ...visit } = await http.guard(demand, request, organizationId);
      const { permission } = demand;
      const proof = permission !== undefined && granted ? { permission, granted } : null;
      return { visit, proof, met };
    });
  }

  const grantGuardFor = (
    demand: GrantDemand<CorePermission | P>,
    of: RouteOrganization | undefined,
  ): Middleware =>
    admit(async (request, incoming) => {
      const organizationId = of === undefined ? of : organizationNamed(of, incoming);
      return { taken: await http.take(demand, request, organizationId) };
    });

  return {
    requireSession: sessionGuard(guardFor, {}),
    requireFreshSession: sessionGuard(guardFor, { fresh: true }),
    readSession: admit(async (request) => visitedBy(await http.visit(request))),
    requirePermission: (permission, { of, ...options } = {}) =>
      options.grants
        ? grantGuardFor({ ...options, permission }, of)
        : guardFor({ ...options, permission }, of),
    requireGrant: ({ of, ...options } = {}) =>
      grantGuardFor({ ...options, grants: "any", grantsOnly: true }, of),
    check: createCheck({ http, read }),
    personalHeaders: () => http.personalHeaders(),
    identify: (headers, options) =>
      http.identify({ header: (name) => readHeader(headers, name) }, options),

    allowOrigins(incoming, response, next) {
      const answer = http.crossOrigin(read(incoming));
      if ("preflight" in answer) {
        writeReply(response, answer.preflight);
        return;
      }
      setHeaders(response, answer.headers);
      next();
    },

    measure(incoming, response, next) {
      const answered = http.measure(read(incoming));
      if (answered)
        response.once("close", () => answered(response.headersSent ? response.statusCode : GONE));
      next();
    },

    jsonBody(incoming, response, next) {
      const request = read(incoming);
      http
        .readJson(request)
        .then(
          (body) => {
            Object.assign(incoming, { body });
            next();
          },
          (thrown: unknown) => refuse(response, request, thrown),
        )
        .catch(next);
    },

    answerRefusals(thrown, incoming, response, next) {
      const refusal = asRefusal(thrown);
      if (refusal === null || response.headersSent) {
        next(thrown);
        return;
      }
      answerThrown(response, incoming, refusal);
    },

    answerFailures(thrown, incoming, response, next) {
      if (response.headersSent || isOwnRefusal(thrown)) next(thrown);
      else answerThrown(response, incoming, asRefusal(thrown) ?? thrown);
    },
  };
}

/** Nothing is asked for. */
const visitedBy = (visit: Visit): Admission => ({ visit, proof: null, met: null });

/** @param standing what the guard asks for in any case */
function sessionGuard(
  guardFor: (demand: GuardOptions) => Middleware,
  standing: GuardOptions,
): SessionGuard {
  const guard = guardFor(standing);
  function guardOrOptions(options: GuardOptions): Middleware;
  function guardOrOptions(...exchange: Parameters<Middleware>): void;
  function guardOrOptions(
    ...given: readonly [GuardOptions] | Parameters<Middleware>
  ): Middleware | void {
    return given.length === 1 ? guardFor({ ...given[0], ...standing }) : guard(...given);
  }
  return guardOrOptions;
}
