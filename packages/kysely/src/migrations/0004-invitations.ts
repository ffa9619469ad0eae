import type { ColumnTypes, Migration } from "./migration.js";

const invitations = ({ id, key, text, timestamp, tableEnd }: ColumnTypes): readonly string[] => [
  `create table auth_invitation (
    id ${id} not null primary key,
    organization_id ${id} not null references auth_organization (id) on delete cascade,
    email ${key} not null,
    role ${text} not null check (role in ('owner', 'admin', 'member')),
    status ${text} not null check (status in ('pending', 'accepted', 'rejected', 'canceled')),
    token_hash ${key} not null unique,
    expires_at ${timestamp} not null,
    inviter_id ${id} references auth_user (id) on delete set null,
    created_at ${timestamp} not null
  )${tableEnd}`,
  "create unique index auth_invitation_pending on auth_invitation (organization_id, email) where status = 'pending'",
  "create index auth_invitation_organization on auth_invitation (organization_id, created_at, id)",
  "create index auth_invitation_email on auth_invitation (email)",
  "create index auth_invitation_inviter on auth_invitation (inviter_id)",
  "create index auth_invitation_expiry on auth_invitation (expires_at)",
];

/**
 * For pages of members and for counting owners: neither reads an organization's members one by one.
 */
const memberships: readonly string[] = [
  "create index auth_membership_joined on auth_membership (organization_id, created_at, id)",
  "create index auth_membership_role on auth_membership (organization_id, role)",
];

export const invitationsAndMembers: Migration = {
  id: "0004-invitations",
  statements: (types) => [...invitations(types), ...memberships],
};
