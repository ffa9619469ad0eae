import type { IncomingMessage } from "node:http";

/**
 * How a route names an organization: the name of the route parameter that holds its id, or a
 * function that reads the id from the request, null when it names none.
 */
export type RouteOrganization = string | ((request: IncomingMessage) => string | null);

/** A request whose path Express has matched. */
interface RoutedRequest extends IncomingMessage {
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the id of the organization that a request names. Empty when it names none.
 * @throws {Error} when the route has no such parameter, so that a misspelt one cannot go unnoticed
 */
export function organizationNamed(of: RouteOrganization, request: RoutedRequest): string {
  if (typeof of === "function") return of(request) ?? "";
  const id = request.params?.[of];
  if (typeof id !== "string")
    throw new Error(`The path of this route has no parameter ":${of}", which its guard reads.`);
  return id;
}
