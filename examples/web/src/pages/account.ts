import { activitySection } from "../account/activity.js";
import { deletionSection } from "../account/deletion.js";
import { linkedAccountsSection } from "../account/linked-accounts.js";
import { passkeysSection } from "../account/passkeys.js";
import { passwordSection } from "../account/password.js";
import { profileSection } from "../account/profile.js";
import { sessionsSection } from "../account/sessions.js";
import { yourDataSection } from "../account/your-data.js";
import * as auth from "../auth.js";
import { receivedInvitationsSection } from "../organization/received-invitations.js";
import { listMyInvitations } from "../organizations.js";
import { explainRedirect } from "../problems.js";
import { refusedMessage } from "../view/messages.js";
import { spendLuggage, type View } from "../view/router.js";
import type { SignedInVisit } from "./signed-in.js";

/** What each section of the account page is given. */
export interface AccountContext {
  readonly user: auth.User;
  readonly methods: auth.Methods;
  /** What a mailed link came back to go on with, such as "add-passkey"; null on any other visit. */
  readonly resume: string | null;
  /** Aborted when the person goes on to another page. */
  readonly leaving: AbortSignal;
  /** To be called after something that may have ended sessions. It is in the activity in any case. */
  readonly changed: () => void;
}

export async function accountPage(visit: SignedInVisit): Promise<View> {
  const { url, user, leaving } = visit;
  const [methods, invitations] = await Promise.all([auth.listMethods(), listMyInvitations()]);
  const resume = url.searchParams.get("continue");
  const refused = explainRedirect(url);
  spendLuggage(visit);

  const sessions = sessionsSection(() => void activity.refresh());
  const activity = activitySection();
  const changed = () => void Promise.all([sessions.refresh(), activity.refresh()]);
  const context: AccountContext = { user, methods, resume, leaving, changed };
  return {
    title: "Your account",
    wide: true,
    content: [
      refusedMessage(refused),
      invitations.length > 0 ? receivedInvitationsSection(user).element : null,
      profileSection(context).element,
      methods.passkey ? passkeysSection(context).element : null,
      methods.password ? passwordSection(context).element : null,
      methods.providers.length > 0 ? linkedAccountsSection(context).element : null,
      sessions.element,
      activity.element,
      yourDataSection(context).element,
      deletionSection(context).element,
    ],
  };
}
