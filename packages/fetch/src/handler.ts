import type { CorePermission, PermissionId } from "@acme/auth-core";
import {
  createHttpSurface,
  describeAddress,
  type HttpReply,
  type HttpRequest,
  type HttpSurface,
  type SurfaceOptions,
} from "@acme/auth-http";
import { readRequest, toResponse } from "./fetch-http.js";

/** The options of `createHandler`: those of the HTTP surface, and where a request comes from. */
export interface HandlerOptions<
  P extends PermissionId = CorePermission,
  C extends readonly unknown[] = readonly unknown[],
  W = unknown,
> extends SurfaceOptions<P, W> {
  /**
   * Returns the IP address of the client, null when it is unknown. It has no default, because a
   * `Request` does not say, and limits are evaded where it is guessed: take it from the connection,
   * or from a header that a proxy of yours sets on every request, whatever the client sent. A proxy
   * that is not told to set it passes on the client's own. All clients whose IP address is unknown
   * share one budget.
   * @param context what the host passes to the handler behind the request
   * @example
   * peerOf: (_request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) => info.remoteAddr.hostname
   */
  readonly peerOf: (request: Request, ...context: C) => string | null;
  /**
   * Refused: a `Request` does not say which proxy has sent it. `peerOf` reads the header that your
   * proxy sets.
   */
  readonly trustProxy?: never;
}

/** The surface of one handler, for `guards`. */
export interface FetchSurface<
  P extends PermissionId = CorePermission,
  C extends readonly unknown[] = readonly unknown[],
> {
  /** The surface in plain values. */
  readonly http: HttpSurface<P>;
  /** A request in plain values. */
  readonly read: (request: Request, context: C) => HttpRequest;
  /** A reply to that request. */
  readonly reply: (request: Request, reply: HttpReply) => Response;
}

/**
 * Serves the whole surface: everything below `/api/auth`, and its own routes below `/api/v1`.
 * Resolves with null for every other request.
 */
export interface Handler<
  P extends PermissionId = CorePermission,
  C extends readonly unknown[] = readonly unknown[],
> {
  (request: Request, ...context: C): Promise<Response | null>;
  /** What `guards` applies to an application's own routes. */
  readonly surface: FetchSurface<P, C>;
}

/**
 * Builds a handler of the HTTP surface of an `Auth`, for every host that serves `Request` with
 * `Response`. Give it requests with the path that the browser asked for: the surface cannot be put
 * under a path.
 * @throws {TypeError} for `trustProxy`, which is an option of `createSurface` in
 * `@acme/auth-express`
 * @throws {RangeError} when `features` repeat what the reference has, claim paths that are taken, or
 * need what `auth` does not have
 * @example
 * const handle = createHandler({ auth, site, peerOf: (_request: Request, address: string) => address });
 * const { requireSession } = guards(handle);
 *
 * const listNotes = requireSession(async (_request, { caller }) => Response.json({ author: caller }));
 * const answer = async (request: Request, address: string) =>
 *   (await handle(request, address)) ?? listNotes(request, address);
 */
export function createHandler<P extends PermissionId = CorePermission, W = unknown>(
  options: HandlerOptions<P, [], W>,
): Handler<P>;
export function createHandler<
  P extends PermissionId = CorePermission,
  C extends readonly unknown[] = readonly unknown[],
  W = unknown,
>(options: HandlerOptions<P, C, W>): Handler<P, C>;
export function createHandler<
  P extends PermissionId = CorePermission,
  C extends readonly unknown[] = readonly unknown[],
  W = unknown,
>({ peerOf, ...options }: HandlerOptions<P, C, W>): Handler<P, C> {
  if (Object.hasOwn(options, "trustProxy"))
    throw new TypeError(
      'trustProxy is for createSurface of @acme/auth-express. Write peerOf here, as peerOf: (request) => request.headers.get("x-real-ip"), and let the proxy set that header',
    );
  const { logger, policy } = options.auth;
  const http = createHttpSurface<P, W>(options);
  const surface: FetchSurface<P, C> = {
    http,
    read: (request, context) =>
      readRequest(request, describeAddress(peerOf(request, ...context) ?? undefined)),
    reply: (request, reply) =>
      toResponse(reply, {
        signal: request.signal,
        onFailure: (failure) => logger.error("reply_failed", {}, failure),
        timeoutMs: policy.answerTimeout,
      }),
  };
  const handle = async (request: Request, ...context: C): Promise<Response | null> => {
    const reply = await http.answer(surface.read(request, context));
    return reply && surface.reply(request, reply);
  };
  return Object.assign(handle, { surface });
}
