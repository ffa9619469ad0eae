import type { OrganizationId, UserId } from "@acme/auth-core";
import {
  type Access,
  changed,
  type Compiler,
  type FeatureTables,
  first,
  list,
  statement,
  tablesOf,
} from "@acme/auth-kysely/tables";
import type { BillingStores, ChosenPlan, Plan, SubscriptionStore } from "./subscription-store.js";

interface SubscriptionTable {
  organization_id: OrganizationId;
  plan: Plan;
  /** Who chose it; null once they are gone. */
  changed_by: UserId | null;
  /** ISO 8601 in UTC, in both dialects. */
  updated_at: string;
}

interface MembershipTable {
  organization_id: OrganizationId;
  user_id: UserId;
  role: string;
}

export interface BillingTables {
  billing_subscription: SubscriptionTable;
}

/** Its own table, and the one of the library's that it joins. */
interface SeenTables extends BillingTables {
  auth_membership: MembershipTable;
}

const subscriptions = (compiler: Compiler) => {
  const db = tablesOf<SeenTables>(compiler);
  const find = statement((given: { organizationId: OrganizationId }) =>
    db
      .selectFrom("billing_subscription")
      .select(["organization_id", "plan", "updated_at"])
      .where("organization_id", "=", given.organizationId),
  );
  const replace = statement((given: Row) => {
    const chosen = { plan: given.plan, changed_by: given.changedBy, updated_at: given.updatedAt };
    return db
      .insertInto("billing_subscription")
      .values({ organization_id: given.organizationId, ...chosen })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(chosen));
  });
  const owned = (given: { userId: UserId; limit: number }) =>
    db
      .selectFrom("billing_subscription as s")
      .innerJoin("auth_membership as m", "m.organization_id", "s.organization_id")
      .select(["s.organization_id", "s.plan", "s.updated_at"])
      .where("m.user_id", "=", given.userId)
      .where("m.role", "=", "owner")
      .orderBy("s.organization_id")
      .limit(given.limit);
  const firstOwned = statement(owned);
  const nextOwned = statement((given: { userId: UserId; limit: number; after: OrganizationId }) =>
    owned(given).where("s.organization_id", ">", given.after),
  );
  const blankChangedBy = statement((given: { userId: UserId }) =>
    db
      .updateTable("billing_subscription")
      .set({ changed_by: null })
      .where("changed_by", "=", given.userId),
  );
  return ({ reads, writes }: Access): SubscriptionStore => ({
    async find(organizationId) {
      const row = await first(reads, find, { organizationId });
      return row ? chosenPlan(row) : null;
    },
    async replace({ updatedAt, ...chosen }) {
      await changed(writes, replace, { ...chosen, updatedAt: updatedAt.toISOString() });
    },
    async listByOwner(userId, after, limit) {
      const rows =
        after === null
          ? await list(reads, firstOwned, { userId, limit })
          : await list(reads, nextOwned, { userId, limit, after });
      return rows.map(chosenPlan);
    },
    async blankChangedBy(userId) {
      await changed(writes, blankChangedBy, { userId });
    },
  });
};

interface Row {
  readonly organizationId: OrganizationId;
  readonly plan: Plan;
  readonly changedBy: UserId;
  readonly updatedAt: string;
}

const chosenPlan = (row: Omit<SubscriptionTable, "changed_by">): ChosenPlan => ({
  organizationId: row.organization_id,
  plan: row.plan,
  updatedAt: new Date(row.updated_at),
});

/** The table of the feature: `createSqliteStore(file, { features: [billingTables] })`. */
export const billingTables: FeatureTables<BillingStores, BillingTables> = {
  name: "billing",
  migrations: {
    namespace: "billing",
    migrations: [
      {
        id: "0001-subscriptions",
        statements: ({ id, text, tableEnd }) => [
          `create table billing_subscription (
          organization_id ${id} not null primary key references auth_organization (id) on delete cascade,
          plan ${text} not null check (plan in ('free', 'team', 'business')),
          changed_by ${id} references auth_user (id) on delete set null,
          updated_at ${text} not null
        )${tableEnd}`,
          "create index billing_subscription_changed_by on billing_subscription (changed_by)",
        ],
      },
    ],
  },
  stores: { subscriptions },
  // A subscription ends with its organization.
  lifetimes: { billing_subscription: null },
};
