import {
  type AuditLog,
  AuthError,
  type Clock,
  CORE_PERMISSIONS,
  defineErrors,
  defineEvents,
  type Granted,
  type OrganizationId,
  type Store,
  type Tx,
  type UserId,
} from "@acme/auth-core";
import {
  kyselyOf,
  type MigrationSet,
  planMigrations,
  type PlannedMigration,
  requireMigrations,
  runMigrations,
} from "@acme/auth-kysely";

export const PLANS = ["free", "team", "business"] as const;
export type Plan = (typeof PLANS)[number];

const MAX_MEMBERS: Readonly<Record<Plan, number>> = { free: 5, team: 50, business: Infinity };

/** The refusals of this module, for `createAuth({ errors })`. */
export const billingErrors = defineErrors({
  PLAN_TOO_SMALL: {
    kind: "conflict",
    message: "The organization has more members than this plan has room for.",
  },
});

export interface Subscription {
  readonly organizationId: OrganizationId;
  readonly plan: Plan;
  /** Null until a plan is chosen. */
  readonly updatedAt: Date | null;
}

/** What this module enters in the audit log, and tells subscribers and webhooks. */
export const BILLING_EVENTS = defineEvents({
  "billing.plan_changed": { detail: ["from", "to"] },
});

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

/**
 * What this module sees of the database: its own table, and the one of the library's that it joins.
 */
interface Database {
  billing_subscription: SubscriptionTable;
  auth_membership: MembershipTable;
}

const MIGRATIONS: MigrationSet = {
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
};

/** The server is not ready before they are applied. */
export const requireSubscriptions = (store: Store): void => requireMigrations(store, MIGRATIONS);

/** Returns what `migrateSubscriptions` would apply now. */
export const planSubscriptions = (store: Store): Promise<readonly PlannedMigration[]> =>
  planMigrations(store, MIGRATIONS);

export const migrateSubscriptions = (store: Store): Promise<void> =>
  runMigrations(store, MIGRATIONS);

const inside = (tx: Tx) => kyselyOf(tx).withTables<Database>();

/**
 * The sample of an application's own module: beside the library, in the same database, with its own
 * tables and migrations.
 */
export type Subscriptions = ReturnType<typeof createSubscriptions>;

export function createSubscriptions({
  store,
  clock,
  auditLog,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly auditLog: Pick<AuditLog, "record">;
}) {
  const find = (organizationId: OrganizationId): Promise<Subscription> =>
    store.transaction((tx) => findSubscription(tx, organizationId));

  /**
   * Reads the role again under the lock, because it may have changed since the guard read it.
   * Throws `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED` and `PLAN_TOO_SMALL`.
   */
  const change = (
    { organizationId, userId }: Granted<"billing:write">,
    plan: Plan,
  ): Promise<Subscription> =>
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
      const from = (await findSubscription(tx, organizationId)).plan;
      const updatedAt = clock.now();
      const chosen = { plan, changed_by: userId, updated_at: updatedAt.toISOString() };
      await inside(tx)
        .insertInto("billing_subscription")
        .values({ organization_id: organizationId, ...chosen })
        .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(chosen))
        .execute();
      await auditLog.record(tx, {
        event: BILLING_EVENTS["billing.plan_changed"],
        userId,
        organizationId,
        client: null,
        detail: { from, to: plan },
      });
      return { organizationId, plan, updatedAt };
    });

  return { find, change };
}

/** Returns the subscription of the organization; the free plan when none was ever chosen. */
async function findSubscription(tx: Tx, organizationId: OrganizationId): Promise<Subscription> {
  const query = inside(tx).selectFrom("billing_subscription").select(["plan", "updated_at"]);
  const row = await query.where("organization_id", "=", organizationId).executeTakeFirst();
  return {
    organizationId,
    plan: row?.plan ?? "free",
    updatedAt: row ? new Date(row.updated_at) : null,
  };
}

/** The subscriptions of the organizations that a user owns, a page at a time. */
export async function* subscriptionsOfOwner(
  store: Store,
  userId: UserId,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const PAGE = 100;
  const pageAfter = (last: OrganizationId | null) =>
    store.transaction((tx) => {
      const owned = inside(tx)
        .selectFrom("billing_subscription as s")
        .innerJoin("auth_membership as m", "m.organization_id", "s.organization_id")
        .select(["s.organization_id", "s.plan", "s.updated_at"])
        .where("m.user_id", "=", userId)
        .where("m.role", "=", "owner")
        .orderBy("s.organization_id")
        .limit(PAGE);
      return (last === null ? owned : owned.where("s.organization_id", ">", last)).execute();
    });
  for (let page = await pageAfter(null); ;) {
    for (const { organization_id: organizationId, plan, updated_at: updatedAt } of page)
      yield { organizationId, plan, updatedAt };
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    page = await pageAfter(last.organization_id);
  }
}

/** Erases who chose a plan. The plan stays, because it belongs to the organization. */
export async function forgetWhoChanged(tx: Tx, userId: UserId): Promise<void> {
  await inside(tx)
    .updateTable("billing_subscription")
    .set({ changed_by: null })
    .where("changed_by", "=", userId)
    .execute();
}
