import type { Auth } from "@acme/auth-core";
import type { Exchange, HttpReply } from "./http-message.js";
import type { AnyRoute } from "./route.js";

/** Which route answered, and when the request came in. */
interface Answered {
  readonly route: AnyRoute;
  readonly since: Date;
}

/**
 * Logs each reply for who looks for a fault, and returns it. The path is that of the route table
 * and never that of the request, which may hold a token; a preflight, and a request to no route,
 * have none.
 */
export function createRequestLog({
  logger,
  clock,
}: Pick<Auth, "logger" | "clock">): (
  exchange: Exchange,
  reply: HttpReply,
  answered?: Answered,
) => HttpReply {
  return function log({ request: { method }, requestId }, reply, answered) {
    logger.debug("request_answered", {
      requestId,
      method,
      route: answered?.route.path ?? "unknown",
      status: reply.status,
      milliseconds: answered ? clock.now().getTime() - answered.since.getTime() : null,
    });
    return reply;
  };
}
