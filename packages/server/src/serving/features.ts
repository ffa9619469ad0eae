import { AUDIT_EVENTS, type AuthWith, type CorePermission } from "@acme/auth-core";
import type { FeatureRoutes } from "@acme/auth-express";
import type { Express } from "express";
import type { Config } from "../config/config.js";
import { FEATURES, type Served } from "../features/features.js";

/**
 * Loads the features of this server, in the order of their list: those that the configuration leaves
 * on, without one all. To the compiler they are all there.
 */
export const loadFeatures = (config?: Config) =>
  Promise.all(
    FEATURES.filter(({ isOn }) => !config || !isOn || isOn(config)).map(
      async ({ title, server, load }) => ({ title, server, ...(await load()) }),
    ),
  );

/** The features of this server, loaded. */
export type Features = Awaited<ReturnType<typeof loadFeatures>>;

const listed = <T>(cell: T | null): readonly T[] => (cell === null ? [] : [cell]);

/** Builds the features for `createAuth`. */
export const createFeatures = (features: Features, config: Config) =>
  features.flatMap(({ create }) => listed(create)).map((create) => create(config));

/** The system with all features of this server. */
export type ServerAuth = AuthWith<ReturnType<typeof createFeatures>>;

/** What the features store, for the store. */
export const tablesOf = (features: Features) => features.flatMap(({ tables }) => listed(tables));

/** The routes of the features, for the surface and the reference. */
export const routesOf = (
  features: Features,
): readonly FeatureRoutes<CorePermission, ServerAuth>[] =>
  features.flatMap(({ routes }) => listed(routes)).map(({ section }) => section);

/** Adds what answers the routes of the features that the surface does not answer. */
export async function serveFeatures(
  app: Pick<Express, "use">,
  features: Features,
  given: Served<ServerAuth>,
): Promise<void> {
  const routes = features.flatMap((feature) => listed(feature.routes));
  for (const serve of routes.flatMap((each) => listed(each.serve))) app.use(await serve(given));
}

/** Loads the pages of the features. */
export const loadPages = (features: Features) =>
  Promise.all(features.flatMap(({ pages }) => listed(pages)).map((load) => load()));

/** Returns every event that is recorded, those of the features too. */
export const recordedEvents = (features: Features, config: Config): readonly string[] => [
  ...Object.keys(AUDIT_EVENTS),
  ...createFeatures(features, config).flatMap(({ events = {} }) => Object.keys(events)),
];

/** Returns the title of the feature whose migrations have this namespace; null for the base. */
export const titleOf = (features: Features, namespace: string): string | null =>
  features.find(({ tables }) => tables?.migrations.namespace === namespace)?.title ?? null;
