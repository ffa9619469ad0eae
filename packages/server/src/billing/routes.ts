import { AuthError, type Auth, type ErrorCode } from "@acme/auth-core";
import { grantOf, guards, type MountOptions } from "@acme/auth-express";
import express, { type ErrorRequestHandler, type Router } from "express";
import { PLANS, type Plan, type Subscription, type Subscriptions } from "./subscription.js";

const PATH = "/api/v1/billing/subscription";
const BODY_LIMIT = "32kb";

export interface BillingOptions extends Pick<MountOptions, "site" | "trustProxy" | "onBreach"> {
  readonly auth: Auth;
  readonly subscriptions: Subscriptions;
}

/** Two guarded routes as an application writes them: the guard proves the permission, the handler takes the organization from the proof. */
export function billingRoutes({ subscriptions, ...options }: BillingOptions): Router {
  const { allowOrigins, answerRefusals, requirePermission } = guards(options);
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(PATH, allowOrigins);

  router.get(PATH, requirePermission("billing:read"), async (request, response) => {
    response.json(view(await subscriptions.find(grantOf(request, "billing:read").organizationId)));
  });

  // The body first: whoever sends it slowly must still have the permission when it is there.
  router.post(PATH, express.json({ limit: BODY_LIMIT }), requirePermission("billing:write"), async (request, response) => {
    const plan = readPlan(request.body, request.headers["content-type"]);
    response.json(view(await subscriptions.change(grantOf(request, "billing:write"), plan)));
  });

  router.use(PATH, asRefusal, answerRefusals);
  return router;
}

const view = ({ organizationId, plan, updatedAt }: Subscription) => ({ organizationId, plan, updatedAt: updatedAt?.toISOString() ?? null });

function readPlan(body: unknown, contentType: string | undefined): Plan {
  if (body === undefined && contentType !== undefined) throw new AuthError("UNSUPPORTED_MEDIA_TYPE");
  const { plan } = (body ?? {}) as { readonly plan?: unknown };
  const known = PLANS.find((one) => one === plan);
  if (!known) throw new AuthError("VALIDATION_ERROR", { issues: [{ path: "plan", message: `A plan is one of ${PLANS.join(", ")}.` }] });
  return known;
}

const PARSER_REFUSALS: Readonly<Record<string, ErrorCode>> = { "entity.parse.failed": "INVALID_JSON", "entity.too.large": "PAYLOAD_TOO_LARGE" };

/** What the body parser throws, in the words of the surface. */
// eslint-disable-next-line house/few-parameters -- Express knows an error handler by its four parameters
const asRefusal: ErrorRequestHandler = (thrown: { readonly type?: unknown }, _request, _response, next) => {
  const code = PARSER_REFUSALS[String(thrown.type)];
  next(code ? new AuthError(code, { cause: thrown }) : thrown);
};
