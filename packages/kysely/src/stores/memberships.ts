import type {
  MemberPosition,
  Membership,
  MembershipId,
  OrganizationId,
  Role,
  UserId,
} from "@acme/auth-core";
import type { MembershipStore } from "@acme/auth-core/store";
import type { Access, BaseCompiler } from "../engine.js";
import { changed, count, first, list, statement } from "../statement.js";
import { matchingMembers } from "./matching-members.js";
import { MEMBER_COLUMNS, MEMBERSHIP, toMember } from "./membership-columns.js";
import { countsAsTwo } from "./passkeys.js";

interface Place {
  readonly organizationId: OrganizationId;
  readonly id: MembershipId;
}

interface Page {
  readonly organizationId: OrganizationId;
  readonly limit: number;
}

const members = ({ db }: BaseCompiler) => {
  const joined = db
    .selectFrom("auth_membership as m")
    .innerJoin("auth_user as u", "u.id", "m.user_id")
    .select(MEMBER_COLUMNS);
  const firstToJoinFirst = joined.orderBy("m.created_at").orderBy("m.id");
  return {
    one: statement((given: Place) =>
      joined.where("m.organization_id", "=", given.organizationId).where("m.id", "=", given.id),
    ),
    earliest: statement((given: Page) =>
      firstToJoinFirst.where("m.organization_id", "=", given.organizationId).limit(given.limit),
    ),
    behind: statement((given: Page & MemberPosition) =>
      firstToJoinFirst
        .where("m.organization_id", "=", given.organizationId)
        .where((row) =>
          row(row.refTuple("m.created_at", "m.id"), ">", row.tuple(given.createdAt, given.id)),
        )
        .limit(given.limit),
    ),
  };
};

const ofUsers = ({ db }: BaseCompiler) => {
  const hintedFirst = ({
    userId,
    hint,
  }: {
    readonly userId: UserId;
    readonly hint: OrganizationId | null;
  }) =>
    db
      .selectFrom("auth_membership")
      .select("organization_id")
      .where("user_id", "=", userId)
      .orderBy((row) => row.case().when("organization_id", "=", hint).then(0).else(1).end())
      .orderBy("created_at")
      .orderBy("id")
      .limit(1);
  return {
    between: statement((given: { organizationId: OrganizationId; userId: UserId }) =>
      db
        .selectFrom("auth_membership")
        .select(MEMBERSHIP.columns)
        .where("organization_id", "=", given.organizationId)
        .where("user_id", "=", given.userId),
    ),
    active: statement(hintedFirst),
    activeSince: statement(
      (given: { userId: UserId; hint: OrganizationId | null; notBefore: Date }) =>
        hintedFirst(given).where("created_at", ">", given.notBefore),
    ),
  };
};

const owning = ({ db }: BaseCompiler) => ({
  owners: statement((given: { organizationId: OrganizationId }) =>
    db
      .selectFrom("auth_membership as m")
      .innerJoin("auth_user as u", "u.id", "m.user_id")
      .select(["u.id", "u.email", "u.email_verified", "u.locale", "u.sign_in_language"])
      .where("m.organization_id", "=", given.organizationId)
      .where("m.role", "=", "owner")
      .orderBy("u.id"),
  ),
});

const counting = ({ db }: BaseCompiler) => {
  const counted = db.selectFrom("auth_membership").select((row) => row.fn.countAll().as("total"));
  return {
    inOrganization: statement((given: { organizationId: OrganizationId }) =>
      counted.where("organization_id", "=", given.organizationId),
    ),
    withoutTwoFactors: statement((given: { organizationId: OrganizationId }) =>
      db
        .selectFrom("auth_membership as m")
        .innerJoin("auth_user as u", "u.id", "m.user_id")
        .select((row) => row.fn.countAll().as("total"))
        .where("m.organization_id", "=", given.organizationId)
        .where("u.second_factor_since", "is", null)
        .where((row) =>
          row.not(
            row.exists(
              db
                .selectFrom("auth_passkey")
                .select("auth_passkey.id")
                .where("auth_passkey.user_id", "=", row.ref("u.id"))
                .where((passkey) => passkey(countsAsTwo(passkey), "=", passkey.lit(true))),
            ),
          ),
        ),
    ),
    ofUser: statement((given: { userId: UserId }) => counted.where("user_id", "=", given.userId)),
    ownersCounted: statement((given: { organizationId: OrganizationId }) =>
      counted.where("organization_id", "=", given.organizationId).where("role", "=", "owner"),
    ),
  };
};

const changing = ({ db }: BaseCompiler) => ({
  insert: statement((given: Membership) =>
    db
      .insertInto("auth_membership")
      .values(MEMBERSHIP.toRow(given))
      .onConflict((conflict) => conflict.doNothing()),
  ),
  changeRole: statement((given: Place & { role: Role }) =>
    db
      .updateTable("auth_membership")
      .set({ role: given.role })
      .where("id", "=", given.id)
      .where("organization_id", "=", given.organizationId),
  ),
  remove: statement((given: Place) =>
    db
      .deleteFrom("auth_membership")
      .where("id", "=", given.id)
      .where("organization_id", "=", given.organizationId),
  ),
});

export function memberships(compiler: BaseCompiler): (at: Access) => MembershipStore {
  const { one, earliest, behind } = members(compiler);
  const { between, active, activeSince } = ofUsers(compiler);
  const { inOrganization, withoutTwoFactors, ofUser, ownersCounted } = counting(compiler);
  const { owners } = owning(compiler);
  const { insert, changeRole, remove } = changing(compiler);
  const listMatching = matchingMembers(compiler);

  return ({ reads, writes }) => ({
    insertUnlessMember: async (membership) => (await changed(writes, insert, membership)) === 1,
    find: async (organizationId, userId) =>
      MEMBERSHIP.toEntityOrNull(await first(reads, between, { organizationId, userId })),
    async findMember(organizationId, id) {
      const row = await first(reads, one, { organizationId, id });
      return row ? toMember(row) : null;
    },
    async listMembers(organizationId, after, limit) {
      const rows = after
        ? await list(reads, behind, {
            createdAt: after.createdAt,
            id: after.id,
            organizationId,
            limit,
          })
        : await list(reads, earliest, { organizationId, limit });
      return rows.map(toMember);
    },
    listMatching: (organizationId, query, limit) =>
      listMatching(reads, { organizationId, limit }, query),
    countByOrganization: (organizationId) => count(reads, inOrganization, { organizationId }),
    countWithoutTwoFactors: (organizationId) => count(reads, withoutTwoFactors, { organizationId }),
    countByUser: (userId) => count(reads, ofUser, { userId }),
    async listOwners(organizationId) {
      const rows = await list(reads, owners, { organizationId });
      return rows.map(({ id, email, email_verified, locale, sign_in_language }) => ({
        id,
        email,
        emailVerified: Boolean(email_verified),
        locale,
        signInLanguage: sign_in_language,
      }));
    },
    countOwners: (organizationId) => count(reads, ownersCounted, { organizationId }),
    async findActive(userId, hint, notBefore) {
      const row = notBefore
        ? await first(reads, activeSince, { userId, hint, notBefore })
        : await first(reads, active, { userId, hint });
      return row ? row.organization_id : null;
    },
    changeRole: async (organizationId, id, role) =>
      (await changed(writes, changeRole, { organizationId, id, role })) === 1,
    delete: async (organizationId, id) =>
      (await changed(writes, remove, { organizationId, id })) === 1,
  });
}
