import type { IncomingMessage, ServerResponse } from "node:http";
import type { Caller, Client, CorePermission, Granted, PermissionId } from "@acme/auth-core";
import { createHttpSurface, type AccessTo, type HttpRequest } from "@acme/auth-http";
import { forgetBody, leaveOutETag, setHeaders } from "./guarded-response.js";
import type { Middleware, MountOptions } from "./mount.js";
import { writeReply } from "./node-http.js";
import { requestReader } from "./request-reader.js";
import { asRefusal } from "./thrown.js";

/** What a guard leaves on the request it let through. */
export interface GuardedRequest {
  readonly caller: Caller;
  readonly client: Client;
}

interface Admission extends GuardedRequest {
  /** The permission that was proven, and its proof; null behind a guard that asks for none. */
  readonly proven: {
    readonly permission: PermissionId;
    readonly granted: Granted<PermissionId>;
  } | null;
}

const admissions = new WeakMap<IncomingMessage, Admission>();

/** Who is behind a request that passed a guard. Throws for one that passed none: a route without its guard must not work by accident. */
export function callerOf(request: IncomingMessage): Caller {
  return guardedRequest(request).caller;
}

/** Caller and client of a request that passed a guard. Throws for one that passed none. */
export const guardedRequest = (request: IncomingMessage): GuardedRequest => admissionOf(request);

/** The proof of the permission that the route's guard has checked: user, organization and role. Throws when that guard checked another one, or none. */
export function grantOf<P extends PermissionId>(
  request: IncomingMessage,
  permission: P,
): Granted<P> {
  const { proven } = admissionOf(request);
  if (proven?.permission !== permission)
    throw new Error(
      `This route's guard does not prove ${permission}: put requirePermission("${permission}") before it.`,
    );
  return proven.granted as Granted<P>;
}

function admissionOf(request: IncomingMessage): Admission {
  const admission = admissions.get(request);
  if (!admission)
    throw new Error("This route has no guard: put requireSession or requirePermission before it.");
  return admission;
}

/**
 * Guards for an application's own routes. They apply the cross-site rule too, refuse in the surface's own words and headers, give what the route
 * answers the headers that every answer of the surface has, and leave the caller to be read with `callerOf(request)`.
 */
export function guards<P extends PermissionId = CorePermission>(options: MountOptions<P>) {
  const surface = createHttpSurface(options);
  const read = requestReader(options);

  function refuse(response: ServerResponse, request: HttpRequest, thrown: unknown): void {
    writeReply(response, surface.refuse(request, thrown, requestIdOf(response)));
  }

  const guardFor =
    (access: AccessTo<CorePermission | P>): Middleware =>
    (incoming, response, next) => {
      const request = read(incoming);
      surface
        .guard(access, request)
        .then(
          ({ caller, client, granted }) => {
            const proven =
              typeof access === "object"
                ? { permission: access.permission, granted: granted as Granted<PermissionId> }
                : null;
            admissions.set(incoming, { caller: caller as Caller, client, proven });
            setHeaders(response, surface.guardedHeaders(requestIdOf(response)));
            leaveOutETag(response);
            next();
          },
          (thrown: unknown) => refuse(response, request, thrown),
        )
        .catch(next);
    };

  /** Lets the front end's script call these routes from its own origin. */
  const allowOrigins: Middleware = (incoming, response, next) => {
    const answer = surface.crossOrigin(read(incoming));
    if ("preflight" in answer) return writeReply(response, answer.preflight);
    setHeaders(response, answer.headers);
    next();
  };

  /** Reads the body as the surface does: JSON in UTF-8, not compressed, within its limit. `request.body` is undefined when there is none. */
  const jsonBody: Middleware = (incoming, response, next) => {
    const request = read(incoming);
    surface
      .readJson(request)
      .then(
        (body) => {
          Object.assign(incoming, { body });
          next();
        },
        (thrown: unknown) => refuse(response, request, thrown),
      )
      .catch(next);
  };

  /**
   * Answers what a route has thrown as the surface does: a refusal (`AuthError`), or what a body parser refused, by its code; a database that
   * is out of reach with 503; anything else with 500, logged under the request id that the client is told. Passes on what brings a status of its own
   * from 400 to 499, which is the application's refusal, and what comes after the answer has begun.
   */
  // eslint-disable-next-line house/few-parameters -- Express knows an error handler by its four parameters
  const answerRefusals = (
    thrown: unknown,
    incoming: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ): void => {
    const refusal = asRefusal(thrown);
    if (refusal === null || response.headersSent) return next(thrown);
    forgetBody(response);
    refuse(response, read(incoming), refusal);
  };

  return {
    allowOrigins,
    answerRefusals,
    jsonBody,
    /** 401 without a live session. */
    requireSession: guardFor("session"),
    /** 401 without a live session, 403 `SESSION_NOT_FRESH` when it was authenticated too long ago. */
    requireFreshSession: guardFor("fresh"),
    /** 401 without a live session; 403 without an active organization, or when the role there lacks `permission`. */
    requirePermission: (permission: CorePermission | P): Middleware => guardFor({ permission }),
  };
}

/** One request keeps one id, whoever answers it in the end. */
const requestIdOf = (response: ServerResponse): string | undefined =>
  response.getHeader("X-Request-Id")?.toString();
