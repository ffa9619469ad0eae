import type { CorePermission } from "@acme/auth-core";
import type { FeatureRoutes, JsonSchema } from "@acme/auth-express";
import { type Billing, billingErrors } from "./billing.js";
import { PATH } from "./path.js";
import { PLANS } from "./subscription-store.js";

const plan = { type: "string", enum: PLANS, description: "What the organization pays for." };

const subscription: JsonSchema = {
  type: "object",
  required: ["organizationId", "plan", "updatedAt"],
  properties: {
    organizationId: { type: "string", description: "The organization." },
    plan,
    updatedAt: {
      type: ["string", "null"],
      format: "date-time",
      description: "When the plan was chosen; null until one is.",
    },
  },
};

/** The two routes as the reference shows them: `createSurface({ auth, site, features: [billingRoutes] })`. */
export const billingRoutes = {
  title: "Billing",
  description: "What an organization pays for.",
  feature: "billing",
  routes: {
    billing: {
      readSubscription: {
        method: "GET",
        path: PATH,
        summary: "Get subscription",
        description: "Read the subscription of the active organization.",
        access: { permission: "billing:read" },
        status: 200,
        returns: "The subscription.",
        reply: subscription,
      },
      changePlan: {
        method: "POST",
        path: PATH,
        summary: "Change plan",
        description: "Change the plan of the active organization.",
        access: { permission: "billing:write" },
        body: { type: "object", required: ["plan"], properties: { plan } },
        status: 200,
        returns: "The subscription with its new plan.",
        reply: subscription,
        refuses: ["ORGANIZATION_NOT_FOUND", billingErrors.PLAN_TOO_SMALL],
      },
    },
  },
} satisfies FeatureRoutes<CorePermission, { readonly billing: Billing }>;
