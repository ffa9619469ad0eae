import type { CallOptions, Route } from "@acme/auth-client";

// What the application behind the service adds: routes of its own, called as those of the service
// are.

export const PLANS = [
  ["free", "Free"],
  ["team", "Team"],
  ["business", "Business"],
] as const;

export interface Subscription {
  readonly organizationId: string;
  readonly plan: string;
  /** Null until a plan is chosen. */
  readonly updatedAt: string | null;
}

/**
 * In the organization that the options name, whichever the browser's cookie does: that may have
 * changed in another tab.
 */
export const readSubscription: Route<(options: CallOptions) => Promise<Subscription>> =
  "GET /api/v1/billing/subscription";
export const changePlan: Route<
  (input: { readonly plan: string }, options: CallOptions) => Promise<Subscription>
> = "POST /api/v1/billing/subscription json";
