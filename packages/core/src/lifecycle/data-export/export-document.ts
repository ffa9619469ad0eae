import type { Session } from "../../account/session/session-store.js";
import type { UserRecord } from "../../account/user/user-store.js";
import type { AuditEntry } from "../../background/audit-log/audit-store.js";
import type { Membership } from "../../organizations/membership/membership-store.js";
import type { OrganizationOfUser } from "../../organizations/organization/organization-store.js";
import type { DeletionRequest } from "../account-deletion/deletion-request-store.js";
import type { ExportRequest } from "./export-request-store.js";

/** The section that every export has, also where no contributor fills it. */
export const CONTRIBUTED_SECTION = "subscriptions";

type Row = Readonly<Record<string, unknown>>;
const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

// Each names every field that it shows, so that a new column cannot leak.

export const exportUser = ({
  id,
  email,
  emailVerified,
  name,
  image,
  locale,
  createdAt,
  updatedAt,
  fields,
}: UserRecord): Row => ({
  id,
  email,
  emailVerified,
  name,
  image,
  locale,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
  // All that is stored, whatever the application still knows of it.
  ...(fields && { fields }),
});

export const exportMembership = (
  { organization, membershipId, role }: OrganizationOfUser,
  { createdAt }: Membership,
): Row => ({
  id: membershipId,
  organizationId: organization.id,
  organizationName: organization.name,
  organizationSlug: organization.slug,
  role,
  createdAt: iso(createdAt),
});

export const exportAuditEntry = ({
  id,
  at,
  event,
  organizationId,
  ipAddress,
  userAgent,
  detail,
}: AuditEntry): Row => ({
  id,
  at: iso(at),
  event,
  organizationId,
  ipAddress,
  userAgent,
  detail,
});

export const exportSession = (session: Session): Row => ({
  id: session.id,
  authenticatedBy: session.authenticatedBy,
  ipAddress: session.ipAddress,
  userAgent: session.userAgent,
  createdAt: iso(session.createdAt),
  authenticatedAt: iso(session.authenticatedAt),
  lastSeenAt: iso(session.lastSeenAt),
  expiresAt: iso(session.expiresAt),
});

export const exportDeletionRequest = ({
  id,
  status,
  requestedAt,
  scheduledFor,
  reason,
  endedAt,
  errorCode,
}: DeletionRequest): Row => ({
  id,
  status,
  reason,
  errorCode,
  requestedAt: iso(requestedAt),
  scheduledFor: iso(scheduledFor),
  endedAt: iso(endedAt),
});

export const exportExportRequest = ({
  id,
  status,
  createdAt,
  readyAt,
  expiresAt,
  errorMessage,
}: ExportRequest): Row => ({
  id,
  status,
  errorMessage,
  createdAt: iso(createdAt),
  readyAt: iso(readyAt),
  expiresAt: iso(expiresAt),
});
