import type {
  ApplicationError,
  CorePermission,
  ErrorCode,
  GrantClass,
  PermissionId,
} from "@acme/auth-core";
import type { AccessTo, DocumentedRoute, JsonSchema, Method } from "./kernel/route.js";

/**
 * A route that the application answers itself, as the reference shows it. The description checks
 * nothing: let the guard, the body reader and the handler do what it says.
 */
export interface DescribedRoute<P extends PermissionId = CorePermission> {
  /** The surface serves a route that has one. */
  readonly handle?: never;
  readonly method: Method;
  /** Segments that begin with a colon are parameters. */
  readonly path: `/${string}`;
  /**
   * The name of the route in the reference, which no other has: two to four words in sentence case,
   * a verb and its object. For example `Send code`.
   */
  readonly summary: string;
  /** What the route does, in one or two sentences that stand alone. */
  readonly description: string;
  /** Who may call: what the guard of the route asks for. */
  readonly access: AccessTo<P>;
  /** Which grants the guard of the route takes. Default: none. */
  readonly grants?: GrantClass;
  /** The parameters of the path, as a schema of an object. Default: each is text. */
  readonly params?: JsonSchema;
  /** The parameters of the query, as a schema of an object. */
  readonly query?: JsonSchema;
  /** The body that the route takes, which `jsonBody` reads. */
  readonly body?: JsonSchema;
  readonly status: 200 | 201 | 202 | 204;
  /** What comes back with `status`, as a sentence. */
  readonly returns: string;
  /** What comes back with `status`, where it is JSON. */
  readonly reply?: JsonSchema;
  /**
   * What the route refuses besides what its guard and its body bring along: codes of the library,
   * and errors that `auth` knows.
   */
  readonly refuses?: readonly (ErrorCode | ApplicationError)[];
}

/** Returns a described route as the reference takes it. */
export const documentedRoute = (
  operationId: string,
  { handle: _none, refuses = [], ...described }: DescribedRoute<PermissionId>,
): DocumentedRoute => ({
  ...described,
  operationId,
  isOwn: true,
  params: described.params ?? textParameters(described.path),
  refuses,
});

/** A parameter of a path. */
export const PARAMETER = /:[^/]+/g;

function textParameters(path: string): JsonSchema | undefined {
  const names = (path.match(PARAMETER) ?? []).map((parameter) => parameter.slice(1));
  if (names.length === 0) return undefined;
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  };
}
