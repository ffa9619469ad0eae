import type { Auth } from "@acme/auth-core";
import type { Surface } from "@acme/auth-express";
import { billing } from "../sample/billing/billing.js";
import { billingTables } from "../sample/billing/tables.js";
import { loadRoutes, type ServerAuth, type ServerFeature } from "./features.js";

const row = { title: "the sample billing", create: () => billing, tables: billingTables };

// @ts-expect-error -- nothing is said of the routes of the feature
row satisfies ServerFeature;
({ ...row, routes: null }) satisfies ServerFeature;

declare const surface: Surface;
declare const withFeatures: ServerAuth;
declare const withoutFeatures: Auth;

void loadRoutes({ surface, auth: withFeatures });
// @ts-expect-error -- the routes are served only over a system that has their feature
void loadRoutes({ surface, auth: withoutFeatures });
