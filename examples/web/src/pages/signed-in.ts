import * as auth from "../auth.js";
import { h, type Child } from "../view/element.js";
import { navigate, type Page, type View, type Visit } from "../view/router.js";

export interface SignedInVisit extends Visit {
  readonly user: auth.User;
}

/** The pages that the menu leads to, in its order. */
const MENU: readonly (readonly [path: string, label: string])[] = [["/account", "Account"]];

/** A page for people who are signed in: others are sent to sign in. */
export const forSignedIn =
  (page: (visit: SignedInVisit) => View | Promise<View>): Page =>
  async (visit) => {
    const session = await auth.findSession();
    if (!session) return { redirect: `/${visit.url.search}` };
    return { menu: menu(visit.url.pathname), ...(await page({ ...visit, user: session.user })) };
  };

function menu(current: string): readonly Child[] {
  const entries = MENU.map(([path, label]) => h("a", { href: path, ...(path === current && { "aria-current": "page" }) }, label));
  return [...entries, h("button", { type: "button", class: "plain", onclick: leave }, "Sign out")];
}

async function leave(): Promise<void> {
  await auth.signOut().then(
    () => navigate("/", { notice: "You are signed out." }),
    // The page finds out whether the session goes on, or says that the service cannot be reached.
    () => navigate("/"),
  );
}
