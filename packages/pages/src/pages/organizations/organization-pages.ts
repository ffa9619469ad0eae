import { acceptInvitation, declineInvitation } from "./answer-invitation.js";
import { auditLog } from "./audit-log.js";
import { deleteOrganization } from "./delete.js";
import { downloadAuditLog } from "./download-audit-log.js";
import { cancelInvitation, invitations, resendInvitation } from "./invitations.js";
import { leave } from "./leave.js";
import { member, memberRole, removeMember } from "./member.js";
import { members, organization } from "./members.js";
import { newInvitations } from "./new-invitations.js";
import { newOrganization, switchOrganization } from "./new-organization.js";
import { organizations } from "./organizations.js";
import { settings } from "./settings.js";
import { transfer } from "./transfer.js";

/** The pages of organizations, by their names. */
export const ORGANIZATION_PAGES = {
  organizations,
  newOrganization,
  switchOrganization,
  acceptInvitation,
  declineInvitation,
  organization,
  members,
  member,
  memberRole,
  removeMember,
  newInvitations,
  invitations,
  resendInvitation,
  cancelInvitation,
  settings,
  transfer,
  leave,
  deleteOrganization,
  auditLog,
  downloadAuditLog,
};
