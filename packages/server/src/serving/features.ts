import { betterAuthRoutes } from "@acme/auth-better-auth";
import type { AnyFeature, AuthWith, CorePermission } from "@acme/auth-core";
import type { FeatureRoutes, Surface } from "@acme/auth-express";
import type { FeatureTables } from "@acme/auth-kysely";
import { webhooks } from "@acme/auth-webhooks";
import { webhookTables } from "@acme/auth-webhooks/kysely";
import type { Express, Handler } from "express";
import type { Config } from "../config/config.js";
import { type Billing, billing } from "../sample/billing/billing.js";
import { billingRoutes } from "../sample/billing/description.js";
import { billingTables } from "../sample/billing/tables.js";

/**
 * What a feature is to this server: a row that lacks something does not compile. Null: the feature
 * has none.
 */
export interface ServerFeature {
  /** How people call it. */
  readonly title: string;
  /** Builds it from the configuration. Null: it is routes alone, over the library as it is. */
  readonly create: ((config: Config) => AnyFeature) | null;
  readonly tables: Tables | null;
  readonly routes: {
    /** The section of the reference that shows them. */
    readonly section: FeatureRoutes<CorePermission, never>;
    /** Loads what answers them. Null: the surface answers them all. */
    readonly serve: ((given: never) => Promise<Handler>) | null;
  } | null;
}
type Tables = FeatureTables<object, Record<string, Record<string, unknown>>>;

/**
 * The optional features of this server, a row each: one more is one more row. Nothing else here names
 * them, but the commands that are about one.
 */
const FEATURES = [
  {
    title: "the paths of better-auth",
    create: null,
    tables: null,
    routes: { section: betterAuthRoutes, serve: null },
  },
  {
    title: "webhooks",
    create: (config: Config) => webhooks({ allowedNetworks: config.webhookAllowedNetworks ?? [] }),
    tables: webhookTables,
    routes: null,
  },
  {
    title: "the sample billing",
    create: (_config: Config) => billing,
    tables: billingTables,
    routes: {
      section: billingRoutes,
      serve: async ({ surface, auth }: Served<{ readonly billing: Billing }>) =>
        (await import("../sample/billing/routes.js")).billingRoutes({
          surface,
          billing: auth.billing,
        }),
    },
  },
] as const satisfies readonly ServerFeature[];

/** What routes are served over. `A` is what they need of the system. */
interface Served<A> {
  readonly surface: Surface;
  readonly auth: A;
}

const listed = <T>(cell: T | null): readonly T[] => (cell === null ? [] : [cell]);
const ROUTES = FEATURES.flatMap(({ routes }) => listed(routes));

/** Builds the features for `createAuth`. */
export const createFeatures = (config: Config) =>
  FEATURES.flatMap(({ create }) => listed(create)).map((create) => create(config));

/** The system with all features of this server. */
export type ServerAuth = AuthWith<ReturnType<typeof createFeatures>>;

/** What the features store, for the store. */
export const FEATURE_TABLES = FEATURES.flatMap(({ tables }) => listed(tables));

/** The routes of the features, for the surface and the reference. */
export const FEATURE_ROUTES: readonly FeatureRoutes<CorePermission, ServerAuth>[] = ROUTES.map(
  ({ section }) => section,
);

/** Adds what answers the routes of the features that the surface does not answer. */
export async function serveFeatures(
  app: Pick<Express, "use">,
  given: Served<ServerAuth>,
): Promise<void> {
  for (const serve of ROUTES.flatMap((routes) => listed(routes.serve))) app.use(await serve(given));
}

/** Returns the title of the feature whose migrations have this namespace; null for the base. */
export const titleOf = (namespace: string): string | null =>
  FEATURES.find(({ tables }) => tables?.migrations.namespace === namespace)?.title ?? null;
