import type { User } from "../auth.js";
import { findSubscription } from "../billing.js";
import { detailsSection } from "../organization/details.js";
import { invitationsSection } from "../organization/invitations.js";
import { leavingSection } from "../organization/leaving.js";
import { membersSection } from "../organization/members.js";
import { planSection } from "../organization/plan.js";
import { ROLE_IN_WORDS, type Permission } from "../organization/roles.js";
import type { OwnOrganization } from "../organizations.js";
import { h, link } from "../view/element.js";
import { doneMessage } from "../view/messages.js";
import { spendLuggage, type Outcome } from "../view/router.js";
import type { SignedInVisit } from "./signed-in.js";

/** What each section of the organization's page is given. */
export interface OrganizationContext {
  readonly user: User;
  /** The one that this page is about, whatever another tab switches to. */
  readonly organization: OwnOrganization;
  readonly can: (permission: Permission) => boolean;
  /** What a mailed link came back to go on with; null on any other visit. */
  readonly resume: string | null;
}

export async function organizationPage(visit: SignedInVisit): Promise<Outcome> {
  const { url, luggage, user } = visit;
  const organization = user.activeOrganization;
  if (!organization) return { redirect: "/organizations" };
  const can = (permission: Permission) => user.permissions.includes(permission);
  const context: OrganizationContext = {
    user,
    organization,
    can,
    resume: url.searchParams.get("continue"),
  };
  const subscription = can("billing:read") ? await findSubscription(organization.id) : null;
  spendLuggage(visit);
  return {
    title: organization.name,
    wide: true,
    content: [
      doneMessage(luggage.notice),
      h(
        "p",
        { class: "quiet" },
        `You are ${ROLE_IN_WORDS[organization.role]} of this organization.`,
        ...(can("org:audit:read") ? [" ", link("/organization/audit", "See the audit log")] : []),
      ),
      detailsSection(context).element,
      membersSection(context).element,
      can("org:invitations:read") ? invitationsSection(context).element : null,
      subscription && planSection(context, subscription).element,
      leavingSection(context).element,
    ],
  };
}
