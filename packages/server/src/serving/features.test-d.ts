import type { Auth } from "@acme/auth-core";
import type { Surface } from "@acme/auth-express";
import type { Express } from "express";
import type { LoadedFeature } from "../features/features.js";
import { billing } from "../sample/billing/billing.js";
import { billingTables } from "../sample/billing/tables.js";
import { type Features, serveFeatures, type ServerAuth } from "./features.js";

const row = { create: () => billing, tables: billingTables };

// @ts-expect-error -- nothing is said of the routes of the feature
row satisfies LoadedFeature;
({ ...row, routes: null, pages: null }) satisfies LoadedFeature;

declare const app: Express;
declare const features: Features;
declare const surface: Surface;
declare const withFeatures: ServerAuth;
declare const withoutFeatures: Auth;

void serveFeatures(app, features, { surface, auth: withFeatures });
// @ts-expect-error -- the routes are served only over a system that has their feature
void serveFeatures(app, features, { surface, auth: withoutFeatures });
