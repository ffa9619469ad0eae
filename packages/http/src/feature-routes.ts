import type { CorePermission, PermissionId } from "@acme/auth-core";
import { type DescribedRoute, documentedRoute } from "./described-routes.js";
import type {
  AnyRoute,
  DocumentedRoute,
  DocumentedSection,
  FeatureRoute,
  NamedRoute,
  OperationExamples,
  Protocol,
  RouteSchema,
} from "./kernel/route.js";
import { once } from "./kernel/zod.js";
import type { ShownFields } from "./shown-fields.js";

/**
 * The routes of a feature, or of an application: a section of the reference. `P` are the permissions
 * that the routes may ask for; `W` is what their handlers need on `auth` besides the base.
 * @example
 * type WithSecondFactor = { readonly secondFactor: SecondFactor };
 * export const secondFactorRoutes: FeatureRoutes<CorePermission, WithSecondFactor> = {
 *   title: "Second factor",
 *   description: "Setting up a second factor, and signing in with it.",
 *   feature: "secondFactor",
 *   routes: { secondFactor: { enroll, confirm, remove } },
 * };
 */
export interface FeatureRoutes<P extends PermissionId = CorePermission, W = unknown> {
  readonly title: string;
  /** One sentence: what the routes are for. */
  readonly description: string;
  /** The key on `auth` that the routes need. Without it, they are refused at the start. */
  readonly feature?: keyof W & string;
  /**
   * Paths that are the routes' alone, for example `/scim/v2/`: the surface answers everything below
   * it, with 404 where there is no route. Without it, what is served stands below `/api/auth/` or
   * `/api/v1/`.
   */
  readonly family?: `/${string}/`;
  /** How the routes speak, where that is a foreign contract's. Default: as those of the library. */
  readonly protocol?: Protocol;
  /**
   * Fields that the feature adds to what the routes of the library answer: `fieldsOf` makes them.
   * None may be there already.
   */
  readonly shown?: ShownFields<W>;
  /**
   * What the feature's gate answers where the contract of a route calls a withheld sign-in a success:
   * the `reply` of its `Withholding`.
   */
  readonly withheldReply?: RouteSchema;
  /**
   * One of the routes, open to all and without input: it is called where a browser signs out, too,
   * and the cookies that it ends are cleared.
   */
  readonly atSignOut?: FeatureRoute<W, P>;
  /** Loads the examples of the operations. Only who reads the OpenAPI document needs them. */
  readonly examples?: () => Promise<OperationExamples>;
  /**
   * The routes, by group and name: both make the `operationId`, as `secondFactor.enroll`. What has a
   * `handle` is served; what has none is answered by the application, and described here.
   */
  readonly routes: Readonly<Record<string, RouteGroup<P, W>>>;
}

/** Routes by their names. */
export type RouteGroup<P extends PermissionId = CorePermission, W = unknown> = Readonly<
  Record<string, FeatureRoute<W, P> | DescribedRoute<P>>
>;

/** Whether the surface serves the route: the application answers the others itself. */
export const isServed = (route: DocumentedRoute): route is NamedRoute => "handle" in route;

/** Returns the routes of a feature as the section of the reference that they are. */
export const featureSection = <P extends PermissionId, W>({
  title,
  description,
  protocol,
  examples,
  routes,
}: FeatureRoutes<P, W>): DocumentedSection => ({
  title,
  description,
  ...(examples && { examples }),
  routes: Object.entries(routes).flatMap(([group, named]) =>
    Object.entries(named).map(([name, route]) => {
      const operationId = `${group}.${name}`;
      return route.handle
        ? namedRoute(operationId, { ...route, protocol })
        : documentedRoute(operationId, route);
    }),
  ),
});

/** Returns a served route under its name. Each schema is built when it is needed first, and kept. */
export const namedRoute = (operationId: string, route: AnyRoute): NamedRoute => ({
  ...route,
  ...schemasOf(route),
  operationId,
});

const schemasOf = ({ params, query, body, reply }: AnyRoute) => ({
  ...(params && { params: once(params) }),
  ...(query && { query: once(query) }),
  ...(body && { body: once(body) }),
  reply: once(reply),
});
