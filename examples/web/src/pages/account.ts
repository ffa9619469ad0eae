import type { User } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { activitySection } from "../account/activity.js";
import { deletionSection } from "../account/deletion.js";
import { emailSection } from "../account/email.js";
import { linkedAccountsSection } from "../account/linked-accounts.js";
import { passkeysSection } from "../account/passkeys.js";
import { passwordSection } from "../account/password.js";
import { profileSection } from "../account/profile.js";
import { sessionsSection } from "../account/sessions.js";
import { yourDataSection } from "../account/your-data.js";
import { receivedInvitationsSection } from "../organization/received-invitations.js";
import { explainRedirect } from "../problems.js";
import { call, listMethods } from "../service.js";
import type { Child } from "../view/element.js";
import { doneMessage, refusedMessage } from "../view/messages.js";
import { clearState, type Outcome, type View } from "../view/router.js";
import { type Tab, tabsOf } from "../view/tabs.js";
import type { SignedInVisit } from "./signed-in.js";

/** What each section of the account is given. */
export interface AccountContext {
  readonly user: User;
  /** What a mailed link came back to go on with, such as "add-passkey"; null on any other visit. */
  readonly resume: string | null;
}

const TABS: readonly Tab[] = [
  ["/account", "Profile", "user"],
  ["/account/security", "Security", "lock"],
  ["/account/sessions", "Sessions & activity", "laptop"],
  ["/account/data", "Data", "file"],
];

/** Which page has the section that the link in a mail names: `/account#passkeys`. */
const PAGE_OF_ANCHOR: Readonly<Record<string, string>> = {
  "#passkeys": "/account/security",
  "#linked-accounts": "/account/security",
  "#sessions": "/account/sessions",
  "#data": "/account/data",
  "#deletion": "/account/data",
};

type Sections = (context: AccountContext) => readonly Child[] | Promise<readonly Child[]>;

const accountPage =
  (title: string, sections: Sections) =>
  async (visit: SignedInVisit): Promise<View> => {
    const { url, state, user } = visit;
    const resume = url.searchParams.get("continue");
    const content = await sections({ user, resume });
    clearState(visit);
    return {
      title,
      wide: true,
      tabs: tabsOf("Account", TABS, url.pathname),
      content: [refusedMessage(explainRedirect(url)), doneMessage(state.notice), ...content],
    };
  };

const showProfile = accountPage("Profile", async (context) => {
  const invitations = await call(routes.invitation.listMyInvitations);
  return [
    invitations.length > 0 ? receivedInvitationsSection(context.user).element : null,
    profileSection(context).element,
    emailSection(context).element,
  ];
});

export function profilePage(visit: SignedInVisit): Outcome | Promise<Outcome> {
  const { hash, search } = visit.url;
  const page = PAGE_OF_ANCHOR[hash];
  return page === undefined ? showProfile(visit) : { redirect: page + search + hash };
}

export const securityPage = accountPage("Security", async (context) => {
  const methods = await listMethods();
  return [
    methods.passkey ? passkeysSection(context).element : null,
    methods.password ? passwordSection(context).element : null,
    methods.providers.length > 0 ? linkedAccountsSection(context, methods).element : null,
  ];
});

export const sessionsPage = accountPage("Sessions & activity", () => {
  const activity = activitySection();
  return [sessionsSection(() => void activity.refresh()).element, activity.element];
});

export const dataPage = accountPage("Data", async (context) => {
  const [{ deletionGraceDays }, { exports }] = await Promise.all([
    call(routes.service.readPolicy),
    call(routes.dataExport.listExports),
  ]);
  return [yourDataSection(exports).element, deletionSection(context, deletionGraceDays).element];
});
