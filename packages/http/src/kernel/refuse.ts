import {
  type Auth,
  AuthError,
  type Continuation,
  type Events,
  isStoreUnavailable,
} from "@acme/auth-core";
import { isErrorCode } from "@acme/auth-core/surface";
import { challengeHeaders, stepUpHeaders } from "./bearer.js";
import { continuationCookie } from "./cookies.js";
import { jsonHeaders } from "./headers.js";
import type { Exchange, HttpReply } from "./http-message.js";
import { limitHeaders, retryHeaders } from "./limit.js";
import { codeOf, declares, statusOfError } from "./refusals.js";
import type { Replies } from "./replies.js";
import { type AnyRoute, permissionAccessOf } from "./route.js";
import type { Site } from "./site.js";

export interface RefuseOptions {
  readonly auth: Pick<Auth, "clock" | "logger" | "metrics" | "events" | "authenticators">;
  readonly site: Site;
  readonly finish: Replies["finish"];
  /** Called when a route refuses with a code that it does not declare. Set in tests only. */
  readonly onBreach?: (breach: Error) => void;
}

/**
 * The reply to a request that failed. Never throws.
 * @param thrown an `AuthError` is answered by its code. Anything else is logged, and answered as
 * `UNAVAILABLE` when the database cannot be reached, otherwise as `INTERNAL_ERROR`.
 * @param route null where the request was for no route of the surface
 */
export type Refuse = (exchange: Exchange, thrown: unknown, route: AnyRoute | null) => HttpReply;

/** A refusal that was logged and counted, and is still to be answered. */
export interface Judged {
  readonly error: AuthError;
  readonly status: number;
  /** When to try again, and which limit was reached. */
  readonly headers: readonly string[];
  /** What the browser of a withheld sign-in keeps. */
  readonly cookies: readonly string[];
}

/** Answers refusals. */
export interface Refusing {
  readonly refuse: Refuse;
  /** Logs and counts a refusal that a family answers. Never throws. */
  readonly judge: (exchange: Exchange, thrown: unknown, route: AnyRoute | null) => Judged;
}

/** The codes that are logged as errors, with the event that is logged. */
const LOGGED = new Map([
  ["INTERNAL_ERROR", "request_failed"],
  ["UNAVAILABLE", "service_unavailable"],
]);

export function createRefuse({ auth, site, finish, onBreach }: RefuseOptions): Refusing {
  const { clock, logger, metrics, events } = auth;

  function reportUndeclared(route: AnyRoute, { code }: AuthError): void {
    const path = nameOf(route);
    const breach = new Error(`${path} answers ${code}, which it does not declare`);
    if (onBreach) onBreach(breach);
    else logger.error("surface_breach", { route: path }, breach);
  }

  /**
   * A demand on the session names what would meet it (RFC 9470). On a route that is open to all a
   * token counts for nothing.
   */
  function challenged(exchange: Exchange, error: AuthError, route: AnyRoute | null) {
    if (error.code === "INSUFFICIENT_USER_AUTHENTICATION") return stepUpHeaders(error);
    if (auth.authenticators.areNone || route?.access === "anyone") return [];
    const permission = (route && permissionAccessOf(route.access)?.permission) ?? null;
    const { request } = exchange;
    return challengeHeaders(auth.authenticators, { request, site }, { error, permission });
  }

  const judge: Refusing["judge"] = (exchange, thrown, route) => {
    const error = asRefusal(thrown, events);
    const now = clock.now();
    metrics?.requestRefused(error.code);
    const event = LOGGED.get(error.code);
    const cookie = error.continuation?.cookie;
    const fields = { requestId: exchange.requestId, route: nameOf(route) };
    if (event) logger.error(event, fields, thrown);
    // A family has words for every refusal, and declares none.
    if (route && !route.family && !declares(route, error, events)) reportUndeclared(route, error);
    if (error.code === "INTERNAL_ERROR") onBreach?.(asError(thrown));
    return {
      error,
      status: statusOfError(error, route),
      headers: [
        ...retryHeaders(error, now),
        ...limitHeaders(error, now),
        ...challenged(exchange, error, route),
      ],
      cookies: cookie ? [continuationCookie(site, cookie)] : [],
    };
  };

  return {
    judge,
    refuse(exchange, thrown, route) {
      const { error, status, headers, cookies } = judge(exchange, thrown, route);
      const reply = withheldReply(exchange, error, route);
      if (route && reply) {
        const body = JSON.stringify(reply);
        const own = jsonHeaders(route);
        return finish(exchange, { status: route.status, headers: own, cookies, body });
      }
      const fields = { requestId: exchange.requestId, route: nameOf(route) };
      return finish(exchange, {
        status,
        headers: [...jsonHeaders(route), ...headers],
        cookies,
        body: bodyOf(error, route, (failure) => logger.error("request_failed", fields, failure)),
      });
    },
  };
}

const nameOf = (route: AnyRoute | null): string =>
  route ? `${route.method} ${route.path}` : "unknown";

/** What a path answers that calls a withheld sign-in a success; null for a refusal. */
function withheldReply(
  exchange: Exchange,
  { continuation }: AuthError,
  route: AnyRoute | null,
): Continuation["reply"] {
  if (!continuation?.reply) return null;
  const { path } = exchange.request;
  return route?.withheldReplies?.some((each) => each === path) ? continuation.reply : null;
}

/** A foreign contract that fails over a refusal leaves it as the library says it. */
function bodyOf(
  error: AuthError,
  route: AnyRoute | null,
  report: (failure: unknown) => void,
): string {
  try {
    if (route?.protocol) return JSON.stringify(route.protocol.refusal(error));
  } catch (failure) {
    report(failure);
  }
  return JSON.stringify({
    code: codeOf(error.code, route),
    message: error.message,
    ...(error.issues.length > 0 && { issues: error.issues }),
  });
}

function asRefusal(thrown: unknown, { errors }: Events): AuthError {
  if (AuthError.is(thrown) && (isErrorCode(thrown.code) || errors.has(thrown.code))) return thrown;
  return new AuthError(isStoreUnavailable(thrown) ? "UNAVAILABLE" : "INTERNAL_ERROR");
}

const asError = (thrown: unknown): Error =>
  thrown instanceof Error
    ? thrown
    : new Error("a value that is no Error was thrown", { cause: thrown });
