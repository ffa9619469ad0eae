import type { Member, Membership } from "@acme/auth-core";
import type { Selectable } from "kysely";
import { instant, mapperOf } from "../columns.js";
import type { MembershipTable, UserTable } from "../schema.js";

export const MEMBERSHIP = mapperOf<Membership, MembershipTable>()({
  id: "id",
  organizationId: "organization_id",
  userId: "user_id",
  role: "role",
  createdAt: instant("created_at"),
});

/** What a member is made of, of a membership `m` and its user `u`. */
export const MEMBER_COLUMNS = [
  ...MEMBERSHIP.columns.map((column) => `m.${column}` as const),
  "u.name",
  "u.email",
  "u.image",
] as const;

export const toMember = (
  row: Selectable<MembershipTable> & Pick<UserTable, "name" | "email" | "image">,
): Member => ({
  ...MEMBERSHIP.toEntity(row),
  user: { id: row.user_id, name: row.name, email: row.email, image: row.image },
});
