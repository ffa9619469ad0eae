import type { IncomingMessage, ServerResponse } from "node:http";
import { AuthError, type Caller, type Client, type CorePermission, type Granted, type PermissionId } from "@acme/auth-core";
import { createHttpSurface, type AccessTo } from "@acme/auth-http";
import { trustedProxies } from "./client-address.js";
import type { Middleware, MountOptions } from "./mount.js";
import { readRequest, writeReply } from "./node-http.js";

/** What a guard leaves on the request it let through. */
export interface GuardedRequest<P extends PermissionId> {
  readonly caller: Caller;
  readonly client: Client;
  /** The proof of the permission, behind `requirePermission`. */
  readonly granted: Granted<P> | null;
}

const admissions = new WeakMap<IncomingMessage, GuardedRequest<PermissionId>>();

/** Who is behind a request that passed a guard. Throws for one that passed none: a route without its guard must not work by accident. */
export function callerOf(request: IncomingMessage): Caller {
  return guardedRequest(request).caller;
}

/** Caller, client and grant of a request that passed a guard. Throws for one that passed none. */
export function guardedRequest<P extends PermissionId>(request: IncomingMessage): GuardedRequest<P> {
  const admission = admissions.get(request);
  if (!admission) throw new Error("This route has no guard: put requireSession or requirePermission before it.");
  return admission as GuardedRequest<P>;
}

/**
 * Guards for an application's own routes. They apply the cross-site rule too, refuse in the surface's own words and headers, and leave the
 * caller to be read with `callerOf(request)`.
 */
export function guards<P extends PermissionId = CorePermission>({ trustProxy = [], ...options }: MountOptions<P>) {
  const surface = createHttpSurface(options);
  const proxies = trustProxy.length > 0 ? trustedProxies(trustProxy) : null;

  const guardFor =
    (access: AccessTo<CorePermission | P>): Middleware =>
    (incoming, response, next) => {
      const request = readRequest(incoming, proxies);
      surface
        .guard(access, request)
        .then(
          ({ caller, client, granted = null }) => {
            admissions.set(incoming, { caller: caller as Caller, client, granted: granted as Granted<PermissionId> | null });
            next();
          },
          (thrown: unknown) => writeReply(response, surface.refuse(request, thrown)),
        )
        .catch(next);
    };

  /** Lets the front end's script call these routes from its own origin. */
  const allowOrigins: Middleware = (incoming, response, next) => {
    const answer = surface.crossOrigin(readRequest(incoming, proxies));
    if ("preflight" in answer) return writeReply(response, answer.preflight);
    for (let at = 0; at < answer.headers.length; at += 2) response.setHeader(answer.headers[at]!, answer.headers[at + 1]!);
    next();
  };

  /** Answers a refusal (`AuthError`) that a route has thrown in the surface's own words, and passes everything else on. */
  // eslint-disable-next-line house/few-parameters -- Express knows an error handler by its four parameters
  const answerRefusals = (thrown: unknown, incoming: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void => {
    if (!AuthError.is(thrown) || response.headersSent) return next(thrown);
    writeReply(response, surface.refuse(readRequest(incoming, proxies), thrown));
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
