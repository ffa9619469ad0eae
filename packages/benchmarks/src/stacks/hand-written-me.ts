import { hash } from "node:crypto";
import { CORE_PERMISSIONS, type Role, type RolesWith } from "@acme/auth-core";

/** The join, as an application would write it that needs just this answer. */
export const meQuery = (organization: string, token: string, now: string): string => `
  select u.id, u.email, u.email_verified, u.name, u.image, u.created_at, u.updated_at,
    m.role, o.id as organization_id, o.name as organization_name, o.slug as organization_slug
  from auth_session s
  join auth_user u on u.id = s.user_id
  left join auth_membership m on m.user_id = u.id and m.organization_id = ${organization}
  left join auth_organization o on o.id = m.organization_id
  where s.token_hash = ${token} and s.expires_at > ${now}`;

export interface MeRow {
  readonly id: string;
  readonly email: string;
  readonly email_verified: boolean | number;
  readonly name: string;
  readonly image: string | null;
  readonly created_at: Date | string;
  readonly updated_at: Date | string;
  readonly role: Role | null;
  readonly organization_id: string | null;
  readonly organization_name: string | null;
  readonly organization_slug: string | null;
}

const permissionsAs = (role: Role): readonly string[] =>
  Object.entries<RolesWith>(CORE_PERMISSIONS)
    .filter(([, roles]) => roles[role])
    .map(([id]) => id);

const permissionsOf = {
  owner: permissionsAs("owner"),
  admin: permissionsAs("admin"),
  member: permissionsAs("member"),
} satisfies Record<Role, unknown>;

/** The same JSON as ours. */
export const meOf = (row: MeRow) => ({
  id: row.id,
  email: row.email,
  emailVerified: Boolean(row.email_verified),
  name: row.name,
  image: row.image,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  activeOrganization: row.role && {
    id: row.organization_id,
    name: row.organization_name,
    slug: row.organization_slug,
    role: row.role,
  },
  permissions: row.role ? permissionsOf[row.role] : [],
});

function cookieValue(header: string | undefined, name: string): string | null {
  for (const pair of header?.split("; ") ?? []) {
    if (pair.startsWith(name) && pair[name.length] === "=") return pair.slice(name.length + 1);
  }
  return null;
}

/** The values for `meQuery`, in the order of its parameters. */
export const meValues = (
  cookies: string | undefined,
): readonly [organization: string | null, token: string, now: string] => [
  cookieValue(cookies, "active-org"),
  hash("sha256", cookieValue(cookies, "session") ?? "", "base64url"),
  new Date().toISOString(),
];
