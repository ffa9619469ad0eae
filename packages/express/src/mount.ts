import type { ServerResponse } from "node:http";
import type { CorePermission, PermissionId } from "@acme/auth-core";
import { createHttpSurface, type SurfaceOptions } from "@acme/auth-http";
import { writeReply, type IncomingRequest } from "./node-http.js";
import { requestReader } from "./request-reader.js";

export interface MountOptions<P extends PermissionId = CorePermission> extends SurfaceOptions<P> {
  /** Addresses and networks of the reverse proxies in front, whose `X-Forwarded-For` counts; no network wider than /8, or /16 for IPv6. Default: none. */
  readonly trustProxy?: readonly string[];
}

/** A handler for `app.use(mount(…))` in Express, or for `http.createServer` when `next` answers what is not ours. */
export type Middleware = (
  request: IncomingRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * The whole surface as one middleware: `/api/auth/*`, and under `/api/v1/*` its own routes only. It may stand before or behind body parsers,
 * at the root or under a path, and passes on whatever is not its own.
 */
export function mount<P extends PermissionId = CorePermission>(
  options: MountOptions<P>,
): Middleware {
  const surface = createHttpSurface(options);
  const read = requestReader(options);
  return (incoming, response, next) => {
    const reply = surface.answer(read(incoming));
    if (!reply) return next();
    reply.then((settled) => writeReply(response, settled, next)).catch(next);
  };
}
