import type { CorePermission, PermissionId } from "@acme/auth-core";
import {
  describeAddress,
  type GrantedRequest,
  type GuardDemand,
  type GuardedRequest,
  type HttpRequest,
  type IdentifiedRequest,
  type MadeDemand,
  type SteppedUpGrantedRequest,
  type SteppedUpRequest,
  type Visit,
} from "@acme/auth-http";
import type {
  CheckOptions,
  Context,
  Guards,
  HeadersCheckOptions,
  SessionCheckOptions,
} from "./guard.js";
import type { FetchSurface } from "./handler.js";

/** What finds the caller inside a route, of a request or of headers alone. */
export function createChecks<P extends PermissionId, C extends Context>({
  http,
  read,
}: Pick<FetchSurface<P, C>, "http" | "read">): Pick<Guards<P, C>, "check" | "readSession"> {
  type Known = CorePermission | P;
  async function check<Q extends Known>(
    request: Request,
    options: CheckOptions<Q, C> & MadeDemand,
    ...context: C
  ): Promise<SteppedUpGrantedRequest<Q>>;
  async function check<Q extends Known>(
    request: Request,
    options: CheckOptions<Q, C>,
    ...context: C
  ): Promise<GrantedRequest<Q>>;
  async function check<Q extends Known>(
    headers: Headers,
    options: HeadersCheckOptions<Q> & MadeDemand,
  ): Promise<SteppedUpGrantedRequest<Q>>;
  async function check<Q extends Known>(
    headers: Headers,
    options: HeadersCheckOptions<Q>,
  ): Promise<GrantedRequest<Q>>;
  async function check(
    headers: Headers,
    options: SessionCheckOptions & MadeDemand,
  ): Promise<SteppedUpRequest>;
  async function check(
    ...given: readonly [request: Request, options: SessionCheckOptions & MadeDemand, ...context: C]
  ): Promise<SteppedUpRequest>;
  async function check(headers: Headers): Promise<GuardedRequest>;
  async function check(headers: Headers, options: SessionCheckOptions): Promise<GuardedRequest>;
  async function check(
    ...given: readonly [request: Request, options?: SessionCheckOptions, ...context: C]
  ): Promise<GuardedRequest>;
  async function check(
    ...given:
      | readonly [headers: Headers, options?: HeadersCheckOptions<Known> | SessionCheckOptions]
      | readonly [
          request: Request,
          options?: CheckOptions<Known, C> | SessionCheckOptions,
          ...context: C,
        ]
  ): Promise<unknown> {
    if (isOfRequest(given)) {
      const [request, { of, ...demand } = {}, ...context] = given;
      const organizationId = of && ((await of(request, ...context)) ?? "");
      return admit(demand, read(request, context), organizationId);
    }
    const [headers, { of, ...demand } = {}] = given;
    return admit(demand, asChange(headers), of && ((await of()) ?? ""));
  }

  async function admit(
    demand: GuardDemand<Known>,
    request: IdentifiedRequest,
    organizationId: string | undefined,
  ): Promise<GuardedRequest & Partial<GrantedRequest<Known>>> {
    const { granted, ...guarded } = await http.guard(demand, request, organizationId);
    return granted ? { ...guarded, granted } : guarded;
  }

  async function readSession(headers: Headers): Promise<Visit>;
  async function readSession(request: Request, ...context: C): Promise<Visit>;
  async function readSession(
    ...given: readonly [headers: Headers] | readonly [request: Request, ...context: C]
  ): Promise<Visit> {
    if (!isOfRequest(given)) return http.visit(asChange(given[0]));
    const [request, ...context] = given;
    return http.visit(read(request, context));
  }

  return { check, readSession };
}

/** The peer where nothing is counted or recorded for a request. */
export const NO_PEER = describeAddress(undefined);

/** Headers alone, in plain values. */
export const headersOf = (headers: Headers): Pick<HttpRequest, "header"> => ({
  header: (name) => headers.get(name) ?? undefined,
});

/** What is called with headers alone has no context of the host. */
const isOfRequest = <R extends readonly [Request, ...unknown[]]>(
  given: R | readonly [Headers, ...unknown[]],
): given is R => given[0] instanceof Request;

/**
 * Headers alone do not tell the method. An origin among them decides whether it is cross-site,
 * because browsers send one with every change.
 */
const asChange = (headers: Headers): IdentifiedRequest => ({
  method: "POST",
  header: (name) =>
    name === "sec-fetch-site" || name === "referer" ? undefined : headersOf(headers).header(name),
  peer: NO_PEER,
});
