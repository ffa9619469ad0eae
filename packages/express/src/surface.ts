import type { IncomingMessage } from "node:http";
import type { CorePermission, Logger, PermissionId } from "@acme/auth-core";
import {
  createHttpSurface,
  type HttpRequest,
  type HttpSurface,
  type SurfaceOptions as HttpSurfaceOptions,
} from "@acme/auth-http";
import { isStranger, trustedProxies } from "./client-ip.js";
import { readRequest } from "./node-http.js";

/**
 * The options of `createSurface`: those of the HTTP surface, and which proxies stand in front of
 * it.
 */
export interface SurfaceOptions<
  P extends PermissionId = CorePermission,
  W = unknown,
> extends HttpSurfaceOptions<P, W> {
  /**
   * IP addresses and networks (CIDR) of the reverse proxies in front of the service.
   * `X-Forwarded-For` counts only when one of them sends it. No network may be wider than /8, or
   * /16 for IPv6. What Express takes besides, such as `true`, is refused: it would let every client
   * say which IP address it has. Default: none.
   */
  readonly trustProxy?: readonly string[];
}

/**
 * The HTTP surface of one `Auth`, which `mount` serves and `guards` applies to an application's own
 * routes. Made once by `createSurface`.
 */
export interface Surface<P extends PermissionId = CorePermission> {
  /** The surface in plain values. */
  readonly http: HttpSurface<P>;
  /** A request of node:http, or of Express, in plain values. */
  readonly read: (incoming: IncomingMessage) => HttpRequest;
  /**
   * How long a client may take nothing of an answer of `mount`, in milliseconds:
   * `policy.answerTimeout`.
   */
  readonly answerTimeoutMs: number;
}

/**
 * Builds the HTTP surface of an `Auth` for Express or node:http. Make one, and pass it to `mount`
 * and `guards`.
 * @throws {TypeError} when `trustProxy` is not a list, or an entry of it is neither an IP address
 * nor a network
 * @throws {RangeError} when a network of `trustProxy` is too wide to be trusted, and when `features`
 * repeat what the reference has, claim paths that are taken, or need what `auth` does not have
 * @example
 * const site = createSite({ serviceUrl: "https://api.example.com", appUrl: "https://app.example.com" });
 * const auth = createAuth({ store, mailer, secret, links: site.links });
 * const surface = createSurface({ auth, site });
 * const { requireSession, answerRefusals } = guards(surface);
 *
 * app.use(mount(surface));
 * app.get("/api/v1/notes", requireSession, listNotes);
 * app.use(answerRefusals);
 */
export function createSurface<P extends PermissionId = CorePermission, W = unknown>({
  trustProxy = [],
  ...options
}: SurfaceOptions<P, W>): Surface<P> {
  if (!Array.isArray(trustProxy))
    throw new TypeError(
      'trustProxy must list the proxies in front, as trustProxy: ["127.0.0.1"]: with true, every client could say which IP address it has',
    );
  const proxies = trustProxy.length > 0 ? trustedProxies(trustProxy) : null;
  const { logger, policy } = options.auth;
  return {
    http: createHttpSurface<P, W>(options),
    read(incoming) {
      const request = readRequest(incoming, proxies);
      if (isForwarded(request) && !warned.has(logger) && isStranger(incoming, proxies)) {
        warned.add(logger);
        logger.warn("forwarded_header_ignored", { peer: request.peer.ipAddress });
      }
      return request;
    },
    answerTimeoutMs: policy.answerTimeout,
  };
}

const isForwarded = (request: HttpRequest): boolean =>
  request.header("x-forwarded-for") !== undefined || request.header("forwarded") !== undefined;

/**
 * Loggers that have warned that `trustProxy` misses a proxy. All clients behind that proxy share
 * one budget, so the operator is warned, once.
 */
const warned = new WeakSet<Logger>();
