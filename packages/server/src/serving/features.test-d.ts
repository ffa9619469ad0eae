import type { Auth } from "@acme/auth-core";
import type { Surface } from "@acme/auth-express";
import type { Express } from "express";
import { billing } from "../sample/billing/billing.js";
import { billingTables } from "../sample/billing/tables.js";
import { serveFeatures, type ServerAuth, type ServerFeature } from "./features.js";

const row = { title: "the sample billing", create: () => billing, tables: billingTables };

// @ts-expect-error -- nothing is said of the routes of the feature
row satisfies ServerFeature;
({ ...row, routes: null }) satisfies ServerFeature;

declare const app: Express;
declare const surface: Surface;
declare const withFeatures: ServerAuth;
declare const withoutFeatures: Auth;

void serveFeatures(app, { surface, auth: withFeatures });
// @ts-expect-error -- the routes are served only over a system that has their feature
void serveFeatures(app, { surface, auth: withoutFeatures });
