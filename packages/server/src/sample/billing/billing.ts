import {
  AuthError,
  CORE_PERMISSIONS,
  defineErrors,
  defineEvents,
  type ExportPart,
  type Feature,
  type FeatureEnv,
  type Granted,
  type OrganizationId,
} from "@acme/auth-core";
import type { BillingStores, Plan, SubscriptionStore } from "./subscription-store.js";

const MAX_MEMBERS: Readonly<Record<Plan, number>> = { free: 5, team: 50, business: Infinity };

/** The refusals of this feature. */
export const billingErrors = defineErrors({
  PLAN_TOO_SMALL: {
    kind: "conflict",
    message: "The organization has more members than this plan has room for.",
  },
});

/** What this feature enters in the audit log, and tells subscribers. */
const events = defineEvents({
  "billing.plan_changed": { detail: ["from", "to"] },
});

export interface Subscription {
  readonly organizationId: OrganizationId;
  readonly plan: Plan;
  /** Null until a plan is chosen. */
  readonly updatedAt: Date | null;
}

/** What the feature is on `auth`. */
export interface Billing {
  /** Returns the subscription of the organization; the free plan when none was ever chosen. */
  find(organizationId: OrganizationId): Promise<Subscription>;
  /**
   * Changes the plan. Reads the role again under the lock, because it may have changed since the
   * guard read it. A plan with too little room is refused with `PLAN_TOO_SMALL`.
   * @throws {AuthError} `UNAUTHORIZED`, `ORGANIZATION_NOT_FOUND` and `PERMISSION_DENIED`
   */
  change(granted: Granted<"billing:write">, plan: Plan): Promise<Subscription>;
}

function createBilling({
  store,
  clock,
  recordEvent,
}: Pick<FeatureEnv<BillingStores>, "store" | "clock" | "recordEvent">): Billing {
  const change: Billing["change"] = ({ organizationId, userId }, plan) =>
    store.transaction(async (tx) => {
      // Users are locked before organizations: the audit entry locks its user.
      if (!(await tx.users.lock(userId))) throw new AuthError("UNAUTHORIZED");
      const organization = await tx.organizations.lock(organizationId);
      const membership = organization && (await tx.memberships.find(organizationId, userId));
      if (!membership) throw new AuthError("ORGANIZATION_NOT_FOUND");
      if (!CORE_PERMISSIONS["billing:write"][membership.role])
        throw new AuthError("PERMISSION_DENIED");
      if ((await tx.memberships.countByOrganization(organizationId)) > MAX_MEMBERS[plan])
        throw new AuthError(billingErrors.PLAN_TOO_SMALL);
      const { plan: from } = await findSubscription(tx, organizationId);
      const chosen = { organizationId, plan, updatedAt: clock.now() };
      await tx.subscriptions.replace({ ...chosen, changedBy: userId });
      await recordEvent(tx, {
        event: events["billing.plan_changed"],
        userId,
        organizationId,
        client: null,
        detail: { from, to: plan },
      });
      return chosen;
    });
  return { find: (organizationId) => findSubscription(store, organizationId), change };
}

const findSubscription = async (
  { subscriptions }: BillingStores,
  organizationId: OrganizationId,
): Promise<Subscription> =>
  (await subscriptions.find(organizationId)) ?? { organizationId, plan: "free", updatedAt: null };

const PAGE = 100;

/** The subscriptions of the organizations that a user owns, a page at a time. */
async function* subscriptionsOf(
  subscriptions: SubscriptionStore,
  userId: Parameters<SubscriptionStore["listByOwner"]>[0],
): ReturnType<ExportPart<BillingStores>["rows"]> {
  for (let page = await subscriptions.listByOwner(userId, null, PAGE); ;) {
    for (const { updatedAt, ...row } of page) yield { ...row, updatedAt: updatedAt.toISOString() };
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    page = await subscriptions.listByOwner(userId, last.organizationId, PAGE);
  }
}

/**
 * The sample of an application's own feature: beside the library, in the same database, with a
 * table, an error, an event and a section of the export.
 */
export const billing: Feature<"billing", BillingStores, Billing> = {
  name: "billing",
  ownership: {
    subscriptions: {
      of: "organization",
      plantable: false,
      endedByReset: false,
      endedByEmailChange: false,
      // The plan stays, because it belongs to the organization. Who chose it is forgotten.
      erased: (tx, { user }) => tx.subscriptions.blankChangedBy(user.id),
      exported: "subscriptions",
    },
  },
  errors: billingErrors,
  events,
  exported: [
    {
      section: "subscriptions",
      rows: ({ subscriptions }, userId) => subscriptionsOf(subscriptions, userId),
    },
  ],
  create: createBilling,
};
