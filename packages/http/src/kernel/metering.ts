import type { Metrics } from "@acme/auth-core";
import type { HttpReply } from "./http-message.js";

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
