import type { Logger } from "@acme/auth-core";
import type { HttpRequest } from "@acme/auth-http";
import { isForwardedByStranger, trustedProxies } from "./client-ip.js";
import { readRequest, type IncomingRequest } from "./node-http.js";

export interface RequestReaderOptions {
  readonly auth: { readonly logger: Logger };
  readonly trustProxy?: readonly string[];
}

/** Loggers that were told already. */
const told = new WeakSet<Logger>();

/** Reads requests as plain values. An operator who forgot to name a proxy is told once: all its clients share one budget until then. */
export function requestReader({
  auth: { logger },
  trustProxy = [],
}: RequestReaderOptions): (incoming: IncomingRequest) => HttpRequest {
  const proxies = trustProxy.length > 0 ? trustedProxies(trustProxy) : null;
  return (incoming) => {
    const request = readRequest(incoming, proxies);
    if (!told.has(logger) && isForwardedByStranger(incoming, proxies)) {
      told.add(logger);
      logger.warn("forwarded_header_ignored", { peer: request.peer.ipAddress });
    }
    return request;
  };
}
