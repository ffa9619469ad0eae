import { AuthError } from "@acme/auth-core";
import { grantOf, guards, type Surface } from "@acme/auth-express";
import express, { type Router } from "express";
import type { Billing, Subscription } from "./billing.js";
import { PATH } from "./path.js";
import { type Plan, PLANS } from "./subscription-store.js";

export interface BillingOptions {
  readonly surface: Surface;
  readonly billing: Billing;
}

/**
 * Two guarded routes as an application writes them: the guard proves the permission, the handler
 * takes the organization from the proof.
 */
export function billingRoutes({ surface, billing }: BillingOptions): Router {
  const { measure, allowOrigins, answerFailures, answerRefusals, jsonBody, requirePermission } =
    guards(surface);
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(PATH, measure, allowOrigins);

  router.get(PATH, requirePermission("billing:read"), async (request, response) => {
    const { organizationId } = grantOf(request, "billing:read");
    response.json(view(await billing.find(organizationId)));
  });

  // The body first: a caller who sends it slowly must still have the permission when it has
  // arrived.
  router.post(PATH, jsonBody, requirePermission("billing:write"), async (request, response) => {
    response.json(
      view(await billing.change(grantOf(request, "billing:write"), readPlan(request.body))),
    );
  });

  router.use(PATH, answerRefusals, answerFailures);
  return router;
}

const view = ({ organizationId, plan, updatedAt }: Subscription) => ({
  organizationId,
  plan,
  updatedAt: updatedAt?.toISOString() ?? null,
});

function readPlan(body: unknown): Plan {
  const plan = typeof body === "object" && body !== null && "plan" in body ? body.plan : null;
  const known = PLANS.find((one) => one === plan);
  if (!known)
    throw new AuthError("VALIDATION_ERROR", {
      issues: [{ path: "plan", message: `A plan is one of ${PLANS.join(", ")}.` }],
    });
  return known;
}
