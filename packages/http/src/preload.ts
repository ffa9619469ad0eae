import type { PermissionId } from "@acme/auth-core";
import { preloadLibraries } from "@acme/auth-core/surface";
import type { FeatureRoutes } from "./feature-routes.js";
import { loadZod } from "./kernel/zod.js";
import { loadExamples } from "./openapi/operation-examples.js";

/**
 * Loads what requests of the surface otherwise load on first use: the library of schemas, the
 * examples of the OpenAPI document, and `preloadLibraries` of core. Call it once the server
 * listens.
 *
 * @param features those of the surface, whose examples are loaded too
 * @throws {AggregateError} when a library could not be loaded, after all were tried.
 * @example
 * server.listen(3000, () => void preload().catch((failure) => console.error(failure)));
 */
export async function preload(
  features: readonly Pick<FeatureRoutes<PermissionId, never>, "examples">[] = [],
): Promise<void> {
  const loaded = await Promise.allSettled([
    loadZod(),
    loadExamples(),
    preloadLibraries(),
    ...features.map(({ examples }) => examples?.()),
  ]);
  const failures = loaded.flatMap((one): unknown[] =>
    one.status === "rejected" ? [one.reason] : [],
  );
  if (failures.length > 0) throw new AggregateError(failures, "some libraries could not be loaded");
}
