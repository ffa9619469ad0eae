import type { Metadata, Organization, OrganizationId, UserId } from "@acme/auth-core";
import type { LockedOrganization, OrganizationStore } from "@acme/auth-core/store";
import { type Selectable, sql } from "kysely";
import { flagOr, instant, json, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { OrganizationTable } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

const ORGANIZATION = mapperOf<Organization, OrganizationTable>()({
  id: "id",
  name: "name",
  slug: "slug",
  logo: "logo",
  metadata: json("metadata"),
  createdAt: instant("created_at"),
  updatedAt: instant("updated_at"),
  requireSecondFactor: flagOr("require_second_factor", false),
});

/** Compared with a beginning of slugs, which is none itself. */
const SLUG = sql.ref<string>("slug");
/** Behind every character of a slug. */
const LAST = "\u007f";

interface SlugPage {
  /** The first slug that has the prefix, or the one before the page. */
  readonly start: string;
  /** The first text behind every slug that has the prefix. */
  readonly end: string;
  readonly limit: number;
}

const reading = ({ db, rows }: BaseCompiler) => {
  const one = db.selectFrom("auth_organization").select(ORGANIZATION.columns);
  const locked = one.$call(rows.forUpdate);
  const inOrder = ({ end, limit }: SlugPage) =>
    one.where(SLUG, "<", end).orderBy("slug").limit(limit);
  return {
    byId: statement((given: { id: OrganizationId }) => one.where("id", "=", given.id)),
    bySlug: statement((given: { slug: string }) => one.where("slug", "=", given.slug)),
    firstPage: statement((given: SlugPage) => inOrder(given).where(SLUG, ">=", given.start)),
    nextPage: statement((given: SlugPage) => inOrder(given).where(SLUG, ">", given.start)),
    lockedById: statement((given: { id: OrganizationId }) => locked.where("id", "=", given.id)),
    lockedOfUser: statement((given: { userId: UserId }) => {
      const joined = db
        .selectFrom("auth_organization as o")
        .innerJoin("auth_membership as m", "m.organization_id", "o.id")
        .select(ORGANIZATION.columns.map((column) => `o.${column}` as const))
        .select("m.role")
        .where("m.user_id", "=", given.userId)
        .orderBy("o.id");
      return joined.$call((query) => rows.forUpdate(query, "o"));
    }),
    solelyOwnedBy: statement((given: { userId: UserId }) =>
      db
        .selectFrom("auth_organization as o")
        .innerJoin("auth_membership as m", "m.organization_id", "o.id")
        .select(ORGANIZATION.columns.map((column) => `o.${column}` as const))
        .where("m.user_id", "=", given.userId)
        .where("m.role", "=", "owner")
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom("auth_membership as other")
                .select("other.id")
                .whereRef("other.organization_id", "=", "o.id")
                .where("other.role", "=", "owner")
                .where("other.user_id", "!=", given.userId),
            ),
          ),
        )
        .orderBy("o.id"),
    ),
    ofUser: statement((given: { userId: UserId }) =>
      db
        .selectFrom("auth_membership as m")
        .innerJoin("auth_organization as o", "o.id", "m.organization_id")
        .select(ORGANIZATION.columns.map((column) => `o.${column}` as const))
        .select(["m.id as membership_id", "m.role"])
        .where("m.user_id", "=", given.userId)
        .orderBy("m.created_at")
        .orderBy("m.id"),
    ),
  };
};

/** Null for what is not given; a logo may be null, so whether it is kept is said apart. */
interface Change {
  readonly id: OrganizationId;
  readonly name: string | null;
  readonly slug: string | null;
  readonly logo: string | null;
  readonly keepsLogo: boolean;
  readonly metadata: Metadata | null;
  readonly now: Date;
}

const changing = ({ db }: BaseCompiler) => ({
  // Refused by its own conditions where the slug is taken: a unique violation would end a Postgres
  // transaction. Where one is taken in the very moment between this look and the change, the engine
  // does all of it again.
  change: statement((given: Change) =>
    db
      .updateTable("auth_organization")
      .set((row) => ({
        name: row.fn.coalesce(row.val(given.name), "name"),
        slug: row.fn.coalesce(row.val(given.slug), "slug"),
        logo: row
          .case()
          .when(row.val(given.keepsLogo))
          .then(row.ref("logo"))
          .else(row.val(given.logo))
          .end(),
        metadata: row.fn.coalesce(row.val(given.metadata), "metadata").$castTo<Metadata>(),
        updated_at: given.now,
      }))
      .where("id", "=", given.id)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom("auth_organization as other")
              .select("other.id")
              .where("other.slug", "=", given.slug)
              .where("other.id", "!=", given.id),
          ),
        ),
      )
      .returning(ORGANIZATION.columns),
  ),
  markRequired: statement((given: { id: OrganizationId; isRequired: boolean; now: Date }) =>
    db
      .updateTable("auth_organization")
      .set({ require_second_factor: given.isRequired, updated_at: given.now })
      .where("id", "=", given.id)
      .returning(ORGANIZATION.columns),
  ),
  remove: statement((given: { id: OrganizationId }) =>
    db.deleteFrom("auth_organization").where("id", "=", given.id),
  ),
});

const toLockedOrganization = (row: Selectable<OrganizationTable>): LockedOrganization =>
  ORGANIZATION.toEntity(row) as LockedOrganization;

const sameIds = (
  some: readonly { readonly id: OrganizationId }[],
  others: readonly { readonly id: OrganizationId }[],
): boolean =>
  some.length === others.length && some.every(({ id }, index) => id === others[index]?.id);

export function organizations(compiler: BaseCompiler): (at: Access) => OrganizationStore {
  const read = reading(compiler);
  const { byId, bySlug, lockedById, lockedOfUser, solelyOwnedBy, ofUser } = read;
  const { change, markRequired, remove } = changing(compiler);

  const insert = statement((given: Organization) =>
    compiler.db
      .insertInto("auth_organization")
      .values(ORGANIZATION.toRow(given))
      .onConflict((conflict) => conflict.doNothing()),
  );

  return ({ reads, writes }) => ({
    insertUnlessTaken: async (organization) => (await changed(writes, insert, organization)) === 1,
    find: async (id) => ORGANIZATION.toEntityOrNull(await first(reads, byId, { id })),
    findBySlug: async (slug) => ORGANIZATION.toEntityOrNull(await first(reads, bySlug, { slug })),
    async list({ prefix, after }, limit) {
      const page = { start: after ?? prefix, end: `${prefix}${LAST}`, limit };
      const from = after === null ? read.firstPage : read.nextPage;
      return (await list(reads, from, page)).map(ORGANIZATION.toEntity);
    },
    async lock(id) {
      const row = await first(writes, lockedById, { id });
      return row ? toLockedOrganization(row) : null;
    },
    async lockOwnedBy(userId) {
      let held: readonly { readonly id: OrganizationId }[] = [];
      for (;;) {
        // Those the user only belongs to as well: ownership of one may be on its way to them.
        const joined = await list(writes, lockedOfUser, { userId });
        // Memberships are seen as they were before the wait for the locks, whose holders may have
        // changed them. Once all locks are held, they cannot change.
        if (sameIds(joined, held))
          return joined.filter(({ role }) => role === "owner").map(toLockedOrganization);
        held = joined;
      }
    },
    listSolelyOwnedBy: async (userId) =>
      (await list(reads, solelyOwnedBy, { userId })).map(ORGANIZATION.toEntity),
    listByUser: async (userId) =>
      (await list(reads, ofUser, { userId })).map((row) => ({
        organization: ORGANIZATION.toEntity(row),
        membershipId: row.membership_id,
        role: row.role,
      })),
    async update(id, { name = null, slug = null, logo, metadata = null }, now) {
      const row = await first(writes, change, {
        id,
        name,
        slug,
        logo: logo ?? null,
        keepsLogo: logo === undefined,
        metadata,
        now,
      });
      if (row) return ORGANIZATION.toEntity(row);
      return (await first(writes, byId, { id })) ? "taken" : null;
    },
    markSecondFactorRequired: async (id, isRequired, now) =>
      ORGANIZATION.toEntityOrNull(await first(writes, markRequired, { id, isRequired, now })),
    delete: async (id) => (await changed(writes, remove, { id })) === 1,
  });
}
