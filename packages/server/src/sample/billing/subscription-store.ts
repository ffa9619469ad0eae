import type { OrganizationId, UserId } from "@acme/auth-core";

export const PLANS = ["free", "team", "business"] as const;
export type Plan = (typeof PLANS)[number];

/** A plan that was chosen. */
export interface ChosenPlan {
  readonly organizationId: OrganizationId;
  readonly plan: Plan;
  readonly updatedAt: Date;
}

/** The plans of organizations. */
export interface SubscriptionStore {
  /** Returns the plan of the organization; null when none was ever chosen. */
  find(organizationId: OrganizationId): Promise<ChosenPlan | null>;
  /** Stores the plan of an organization, in place of the one that it had. */
  replace(chosen: ChosenPlan & { readonly changedBy: UserId }): Promise<void>;
  /**
   * Returns the plans of the organizations that the user owns, by the id of the organization.
   * @param after The last organization of the page before; null for the first page.
   */
  listByOwner(
    userId: UserId,
    after: OrganizationId | null,
    limit: number,
  ): Promise<readonly ChosenPlan[]>;
  /** Forgets that the user chose plans. The plans stay. */
  blankChangedBy(userId: UserId): Promise<void>;
}

/** What the feature adds to the store. */
export interface BillingStores {
  readonly subscriptions: SubscriptionStore;
}
