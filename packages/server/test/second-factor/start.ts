import type { FeatureRoutes } from "@acme/auth-express";
import { secondFactor } from "@acme/auth-second-factor";
import { secondFactorRoutes } from "@acme/auth-second-factor/http";
import { secondFactorTables } from "@acme/auth-second-factor/kysely";
import { APP_ORIGIN, type ServiceOptions } from "../service.js";

/** The page of the front end that asks for a second proof. */
export const SECOND_STEP = `${APP_ORIGIN}/second-factor`;

/** A service with the second factor. */
export const WITH_SECOND_FACTOR = {
  authFeatures: [secondFactor({ url: SECOND_STEP })],
  tables: [secondFactorTables],
  // The service of the tests is that of the base, to the compiler.
  features: [secondFactorRoutes as unknown as FeatureRoutes],
} satisfies Partial<ServiceOptions>;
