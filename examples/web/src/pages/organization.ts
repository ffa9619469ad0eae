import type { User } from "@acme/auth-client";
import { AuthClientError } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { readSubscription, type Subscription } from "../billing.js";
import { detailsSection } from "../organization/details.js";
import { invitationsSection } from "../organization/invitations.js";
import { leavingSection } from "../organization/leaving.js";
import { membersSection } from "../organization/members.js";
import { planSection } from "../organization/plan.js";
import { type Permission, ROLE_IN_WORDS } from "../organization/roles.js";
import type { OwnOrganization } from "../service.js";
import { call } from "../service.js";
import { type Child, quiet } from "../view/element.js";
import { doneMessage } from "../view/messages.js";
import { clearState, type Outcome } from "../view/router.js";
import { tabsOf } from "../view/tabs.js";
import type { SignedInVisit } from "./signed-in.js";

/** What each section about the organization is given. */
export interface OrganizationContext {
  readonly user: User;
  /** The one that this page is about, whatever another tab switches to. */
  readonly organization: OwnOrganization;
  readonly can: (permission: Permission) => boolean;
  /** Whether an organization without an owner would be left by this person. */
  readonly isOnlyOwner: boolean;
  /** What a mailed link came back to go on with; null on any other visit. */
  readonly resume: string | null;
}

/** The links between the pages of an organization, as far as they are for this person. */
export const organizationTabs = ({ url, user }: SignedInVisit): Child =>
  tabsOf(
    "Organization",
    [
      ["/organization", "Members", "user"],
      ["/organization/settings", "Settings", "building"],
      ...(user.permissions.includes("org:audit:read")
        ? ([["/organization/audit", "Audit log", "list"]] as const)
        : []),
    ],
    url.pathname,
  );

type Sections = (context: OrganizationContext) => readonly Child[] | Promise<readonly Child[]>;

const organizationPage =
  (titleOf: (organization: OwnOrganization) => string, sections: Sections) =>
  async (visit: SignedInVisit): Promise<Outcome> => {
    const { url, state, user } = visit;
    const organization = user.activeOrganization;
    if (!organization) return { redirect: "/organizations" };
    const content = await sections({
      user,
      organization,
      can: (permission) => user.permissions.includes(permission),
      isOnlyOwner: organization.role === "owner" && (await hasOneOwner(organization)),
      resume: url.searchParams.get("continue"),
    });
    clearState(visit);
    return {
      title: titleOf(organization),
      wide: true,
      tabs: organizationTabs(visit),
      content: [
        doneMessage(state.notice),
        quiet(`You are ${ROLE_IN_WORDS[organization.role]} of this organization.`),
        ...content,
      ],
    };
  };

export const membersPage = organizationPage(
  ({ name }) => name,
  (context) => [
    membersSection(context).element,
    context.can("org:invitations:read") ? invitationsSection(context).element : null,
  ],
);

export const settingsPage = organizationPage(
  () => "Settings",
  async (context) => {
    const { can, organization } = context;
    const subscription = can("billing:read") ? await findSubscription(organization) : null;
    return [
      detailsSection(context).element,
      subscription && planSection(context, subscription).element,
      leavingSection(context).element,
    ];
  },
);

/** Null where the service has no billing. */
const findSubscription = ({ id }: OwnOrganization): Promise<Subscription | null> =>
  call(readSubscription, { organization: id }).catch((problem: unknown) => {
    if (AuthClientError.is(problem, "NOT_FOUND")) return null;
    throw problem;
  });

const OWNERS_ENOUGH = 2;
const MEMBERS_AT_ONCE = 100;

/** Whether there is one owner and no other. */
async function hasOneOwner({ id }: OwnOrganization): Promise<boolean> {
  let owners = 0;
  let cursor: string | undefined;
  do {
    const page = await call(routes.membership.listMembers, { id, limit: MEMBERS_AT_ONCE, cursor });
    owners += page.members.filter(({ role }) => role === "owner").length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && owners < OWNERS_ENOUGH);
  return owners < OWNERS_ENOUGH;
}
