import type { AuditEntry } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { createActivityList } from "../account/activity.js";
import { call, type OwnOrganization } from "../service.js";
import { refusedMessage } from "../view/messages.js";
import type { Outcome } from "../view/router.js";
import { createSection, type Section } from "../view/section.js";
import { organizationTabs } from "./organization.js";
import type { SignedInVisit } from "./signed-in.js";

/** What happened in the organization, by any member. */
export function auditLogPage(visit: SignedInVisit): Outcome {
  const { user } = visit;
  const organization = user.activeOrganization;
  if (!organization) return { redirect: "/organizations" };
  const content = user.permissions.includes("org:audit:read")
    ? eventsSection(organization).element
    : refusedMessage("Your role does not show you the audit log.");
  return { title: "Audit log", wide: true, tabs: organizationTabs(visit), content: [content] };
}

const eventsSection = ({ id, name }: OwnOrganization): Section =>
  createSection(`What happened in ${name}`, (messages) =>
    createActivityList(
      messages,
      (cursor) => call(routes.organization.organizationAudit, { id, limit: 20, cursor }),
      nameOf,
    ),
  );

const nameOf = ({ actor }: AuditEntry): string =>
  actor ? actor.name || actor.email || "A former member" : "Service or deleted account";
