import { AuthError } from "@acme/auth-core";
import type { Dispatch } from "./dispatch.js";
import type { Family } from "./family.js";
import type { Exchange, HttpReply, HttpRequest } from "./http-message.js";
import type { AnyRoute } from "./route.js";

/** What answers as a page that a request is for no route. */
export interface PageRefusals {
  /** Answers a request for an unknown path; null where it asks for something else than a page. */
  readonly refusePage: (request: HttpRequest, family: Family) => (() => Promise<HttpReply>) | null;
  /** Answers another method than those of a page; null where the path is that of no page. */
  readonly refusePageMethod: (
    request: HttpRequest,
    methods: ReadonlyMap<string, AnyRoute>,
  ) => (() => Promise<HttpReply>) | null;
}

interface PageRefusalOptions extends Pick<Dispatch, "limits" | "refuseInFamily"> {
  readonly exchangeOf: (request: HttpRequest) => Exchange;
}

/** What is below it answers programs, whatever they accept. */
const API = "/api/";

/** Requests for unknown paths and methods count like any other, so that probing is limited too. */
export function createPageRefusals({
  limits,
  refuseInFamily,
  exchangeOf,
}: PageRefusalOptions): PageRefusals {
  async function refuse(
    request: HttpRequest,
    family: Family,
    code: "NOT_FOUND" | "METHOD_NOT_ALLOWED",
  ): Promise<HttpReply> {
    const exchange = exchangeOf(request);
    try {
      await limits.countRequest("read", request);
    } catch (overLimit) {
      return refuseInFamily(family, exchange, overLimit);
    }
    return refuseInFamily(family, exchange, new AuthError(code));
  }

  return {
    refusePage: (request, family) =>
      acceptsHtml(request) && !request.path.startsWith(API)
        ? () => refuse(request, family, "NOT_FOUND")
        : null,
    refusePageMethod(request, methods) {
      const family = methods.values().next().value?.family;
      if (!family) return null;
      return async () => {
        const reply = await refuse(request, family, "METHOD_NOT_ALLOWED");
        return { ...reply, headers: [...reply.headers, "Allow", methodsOf(methods).join(", ")] };
      };
    },
  };
}

/** Whether a request is that of a person's browser for a page. */
export const acceptsHtml = (request: Pick<HttpRequest, "header">): boolean =>
  (request.header("accept") ?? "").toLowerCase().includes("text/html");

/** The methods of a path, with HEAD where there is GET. */
export const methodsOf = (methods: ReadonlyMap<string, AnyRoute>): readonly string[] =>
  [...methods.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
