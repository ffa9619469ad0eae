import {
  type ApplicationError,
  type CorePermission,
  type ErrorCode,
  type Events,
  isErrorCode,
  type PermissionId,
} from "@acme/auth-core";
import type {
  AccessTo,
  DocumentedRoute,
  DocumentedSection,
  JsonSchema,
  Method,
} from "./kernel/route.js";

/**
 * A route that the application answers itself, as the reference shows it. The description checks
 * nothing: let the guard, the body reader and the handler do what it says.
 */
export interface DescribedRoute<P extends PermissionId = CorePermission> {
  readonly method: Method;
  /** Segments that begin with a colon are parameters. */
  readonly path: `/${string}`;
  /**
   * Names the route for programs that are generated from the OpenAPI document, for example
   * `billing.readSubscription`.
   */
  readonly operationId: string;
  /** One sentence that stands alone: what the route does. */
  readonly summary: string;
  /** Who may call: what the guard of the route asks for. */
  readonly access: AccessTo<P>;
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
   * and errors that `createAuth({ errors })` has.
   */
  readonly refuses?: readonly (ErrorCode | ApplicationError)[];
}

/** Routes of the application that stand together in the reference, under a title. */
export interface DescribedSection<P extends PermissionId = CorePermission> {
  readonly title: string;
  /** One sentence: what the routes are for. */
  readonly description: string;
  readonly routes: readonly DescribedRoute<P>[];
}

/**
 * The reference: the surface, then what the application has described.
 * @throws {RangeError} for a route, a name or a title that the reference has already, and for an
 * error that `createAuth({ errors })` does not have.
 */
export function withDescribedRoutes(
  sections: readonly DocumentedSection[],
  described: readonly DescribedSection<PermissionId>[],
  { errors }: Events,
): readonly DocumentedSection[] {
  const reference = [...sections, ...described.map(documented)];
  const routes = reference.flatMap((section) => section.routes);
  refuseRepeated(reference.map(({ title }) => `the section ${title}`));
  refuseRepeated(routes.map(({ operationId }) => operationId));
  refuseRepeated(
    routes.flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map((each) => `${method} ${each.replaceAll(PARAMETER, ":")}`),
    ),
  );
  for (const { operationId, ownRefusals = [] } of routes)
    for (const { code } of ownRefusals)
      if (!errors.has(code))
        throw new RangeError(
          `describedRoutes: ${operationId} refuses with ${code}, which createAuth({ errors }) does not have`,
        );
  return reference;
}

const PARAMETER = /:[^/]+/g;

function refuseRepeated(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new RangeError(`describedRoutes: ${name} is in the reference twice`);
    seen.add(name);
  }
}

const documented = (section: DescribedSection<PermissionId>): DocumentedSection => ({
  ...section,
  routes: section.routes.map(documentedRoute),
});

const documentedRoute = ({
  refuses = [],
  ...described
}: DescribedRoute<PermissionId>): DocumentedRoute => ({
  ...described,
  isOwn: true,
  params: described.params ?? textParameters(described.path),
  refuses: refuses.filter(isErrorCode),
  ownRefusals: refuses.filter((refusal) => typeof refusal === "object"),
});

function textParameters(path: string): JsonSchema | undefined {
  const names = (path.match(PARAMETER) ?? []).map((parameter) => parameter.slice(1));
  if (names.length === 0) return undefined;
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  };
}
