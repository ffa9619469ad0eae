import type { IncomingMessage, ServerResponse } from "node:http";
import { AuthError, type Caller, type Client, type CorePermission, type Granted, type PermissionId } from "@acme/auth-core";
import { createHttpSurface, type AccessTo } from "@acme/auth-http";
import type { Middleware, MountOptions } from "./mount.js";
import { writeReply } from "./node-http.js";
import { requestReader } from "./request-reader.js";

/** What a guard leaves on the request it let through. */
export interface GuardedRequest {
  readonly caller: Caller;
  readonly client: Client;
}

interface Admission extends GuardedRequest {
  /** The permission that was proven, and its proof; null behind a guard that asks for none. */
  readonly proven: { readonly permission: PermissionId; readonly granted: Granted<PermissionId> } | null;
}

const admissions = new WeakMap<IncomingMessage, Admission>();

/** Who is behind a request that passed a guard. Throws for one that passed none: a route without its guard must not work by accident. */
export function callerOf(request: IncomingMessage): Caller {
  return guardedRequest(request).caller;
}

/** Caller and client of a request that passed a guard. Throws for one that passed none. */
export const guardedRequest = (request: IncomingMessage): GuardedRequest => admissionOf(request);

/** The proof of the permission that the route's guard has checked: user, organization and role. Throws when that guard checked another one, or none. */
export function grantOf<P extends PermissionId>(request: IncomingMessage, permission: P): Granted<P> {
  const { proven } = admissionOf(request);
  if (proven?.permission !== permission)
    throw new Error(`This route's guard does not prove ${permission}: put requirePermission("${permission}") before it.`);
  return proven.granted as Granted<P>;
}

function admissionOf(request: IncomingMessage): Admission {
  const admission = admissions.get(request);
  if (!admission) throw new Error("This route has no guard: put requireSession or requirePermission before it.");
  return admission;
}

/**
 * Guards for an application's own routes. They apply the cross-site rule too, refuse in the surface's own words and headers, and leave the
 * caller to be read with `callerOf(request)`.
 */
export function guards<P extends PermissionId = CorePermission>(options: MountOptions<P>) {
  const surface = createHttpSurface(options);
  const read = requestReader(options);

  const guardFor =
    (access: AccessTo<CorePermission | P>): Middleware =>
    (incoming, response, next) => {
      const request = read(incoming);
      surface
        .guard(access, request)
        .then(
          ({ caller, client, granted }) => {
            const proven = typeof access === "object" ? { permission: access.permission, granted: granted as Granted<PermissionId> } : null;
            admissions.set(incoming, { caller: caller as Caller, client, proven });
            next();
          },
          (thrown: unknown) => writeReply(response, surface.refuse(request, thrown)),
        )
        .catch(next);
    };

  /** Lets the front end's script call these routes from its own origin. */
  const allowOrigins: Middleware = (incoming, response, next) => {
    const answer = surface.crossOrigin(read(incoming));
    if ("preflight" in answer) return writeReply(response, answer.preflight);
    for (let at = 0; at < answer.headers.length; at += 2) response.setHeader(answer.headers[at]!, answer.headers[at + 1]!);
    next();
  };

  /** Answers a refusal (`AuthError`) that a route has thrown in the surface's own words, and passes everything else on. */
  // eslint-disable-next-line house/few-parameters -- Express knows an error handler by its four parameters
  const answerRefusals = (thrown: unknown, incoming: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void => {
    if (!AuthError.is(thrown) || response.headersSent) return next(thrown);
    writeReply(response, surface.refuse(read(incoming), thrown));
  };

  return {
    allowOrigins,
    answerRefusals,
    /** 401 without a live session. */
    requireSession: guardFor("session"),
    /** 401 without a live session, 403 `SESSION_NOT_FRESH` when it was authenticated too long ago. */
    requireFreshSession: guardFor("fresh"),
    /** 401 without a live session; 403 without an active organization, or when the role there lacks `permission`. */
    requirePermission: (permission: CorePermission | P): Middleware => guardFor({ permission }),
  };
}
