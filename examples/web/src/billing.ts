import { get, inOrganization, isRefusal, post } from "./api.js";

// What the application behind the service adds: an example of calls that name their organization in a header.

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

const PATH = "/api/v1/billing/subscription";

/** Null where the service has no billing. */
export const findSubscription = (organizationId: string): Promise<Subscription | null> =>
  get<Subscription>(PATH, inOrganization(organizationId)).catch((problem: unknown) => {
    if (isRefusal(problem, "NOT_FOUND")) return null;
    throw problem;
  });
export const changePlan = (organizationId: string, plan: string) =>
  post<Subscription>(PATH, { plan }, inOrganization(organizationId));
