import type { Metrics } from "@acme/auth-core";
import type { HttpReply, HttpRequest } from "./http-message.js";
import type { DocumentedRoute } from "./route.js";
import { createRouting } from "./routing.js";

/** What a request is counted as: names of the route table, never the path that was asked for. */
export interface Measured {
  readonly method: string;
  /** The pattern of the route. */
  readonly path: string;
}

/** A request to no route. */
export const UNKNOWN: Measured = { method: "unknown", path: "unknown" };
/** A CORS preflight, for whichever route. */
export const PREFLIGHT: Measured = { method: "OPTIONS", path: "preflight" };

/** Answers a request, and counts it. */
export type Meter = (measured: Measured, answer: () => Promise<HttpReply>) => Promise<HttpReply>;

/** Answers a request, and counts nothing. */
export const justAnswer: Meter = (_measured, answer) => answer();

/** Counts every request, and lets the metrics take its duration. */
export const createMeter =
  (metrics: Metrics): Meter =>
  async ({ method, path }, answer) => {
    const answered = metrics.requestStarted();
    const reply = await answer();
    answered({ method, route: path, status: reply.status });
    return reply;
  };

/**
 * Begins to measure a request, and returns what is called once with the status of its reply; null
 * for a request that is not measured.
 */
export type OwnMeter = (
  request: Pick<HttpRequest, "path" | "method">,
) => ((status: number) => void) | null;

/**
 * Counts the requests to an application's own routes by the patterns that it has described. A path
 * that it has not described has no name to be counted under.
 */
export function createOwnMeter(metrics: Metrics, routes: readonly DocumentedRoute[]): OwnMeter {
  const find = createRouting(routes);
  return ({ path, method }) => {
    const known = find(path);
    if (!known) return null;
    const route = known.methods.get(method === "HEAD" ? "GET" : method);
    const measured = route ?? (method === "OPTIONS" ? PREFLIGHT : UNKNOWN);
    const answered = metrics.requestStarted();
    return (status) => answered({ method: measured.method, route: measured.path, status });
  };
}
