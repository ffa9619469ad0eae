import type { FeatureEnv } from "@acme/auth-core";
import { type Billing, billing } from "../src/sample/billing/billing.js";
import { billingRoutes as described } from "../src/sample/billing/description.js";
import { billingRoutes } from "../src/sample/billing/routes.js";
import type { BillingStores } from "../src/sample/billing/subscription-store.js";
import { billingTables } from "../src/sample/billing/tables.js";
import type { ServiceOptions } from "./service.js";

/** The service is typed for any features: here nothing is said of the one that the routes need. */
const { feature: _needed, ...routes } = described;

type BillingEnv = FeatureEnv<BillingStores>;

/** A service with the billing sample, and what the sample is there once the service has started. */
export function billingSample() {
  let made: { readonly env: BillingEnv; readonly api: Billing } | undefined;
  const feature: typeof billing = {
    ...billing,
    create(env) {
      const api = billing.create(env);
      made = { env, api };
      return api;
    },
  };
  const opened = () => {
    if (!made) throw new Error("the service has not started");
    return made;
  };
  const options = {
    tables: [billingTables],
    authFeatures: [feature],
    features: [routes],
    ownRoutes: ({ surface }) => billingRoutes({ surface, billing: opened().api }),
  } satisfies Partial<ServiceOptions>;
  return { options, api: () => opened().api, store: () => opened().env.store };
}
