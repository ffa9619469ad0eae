import { activitySection } from "../account/activity.js";
import { linkedAccountsSection } from "../account/linked-accounts.js";
import { passkeysSection } from "../account/passkeys.js";
import { passwordSection } from "../account/password.js";
import { profileSection } from "../account/profile.js";
import { sessionsSection } from "../account/sessions.js";
import * as auth from "../auth.js";
import { explainRedirect } from "../problems.js";
import { h } from "../view/element.js";
import type { View } from "../view/router.js";
import type { SignedInVisit } from "./signed-in.js";

/** What each section of the account page is given. */
export interface AccountContext {
  readonly user: auth.User;
  readonly methods: auth.Methods;
  /** What a mailed link came back to go on with, such as "add-passkey"; null on any other visit. */
  readonly resume: string | null;
  /** To be called after something that may have ended sessions. It is in the activity in any case. */
  readonly changed: () => void;
}

export async function accountPage({ url, user }: SignedInVisit): Promise<View> {
  const methods = await auth.listMethods();
  const resume = url.searchParams.get("continue");
  const refused = explainRedirect(url);
  // Said and resumed once: not again when the page is reloaded.
  history.replaceState(history.state, "", url.pathname);

  const sessions = sessionsSection(() => void activity.refresh());
  const activity = activitySection();
  const changed = () => void Promise.all([sessions.refresh(), activity.refresh()]);
  const context: AccountContext = { user, methods, resume, changed };
  return {
    title: "Your account",
    wide: true,
    content: [
      refused === null ? null : h("p", { class: "message refused", role: "alert" }, refused),
      profileSection(context).element,
      methods.passkey ? passkeysSection(context).element : null,
      methods.password ? passwordSection(context).element : null,
      methods.providers.length > 0 ? linkedAccountsSection(context).element : null,
      sessions.element,
      activity.element,
    ],
  };
}
