import type { CurrentUserMeReply } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { deletionBanner } from "../account/deletion-banner.js";
import { call } from "../service.js";
import { type Child, h } from "../view/element.js";
import { icon, type IconName } from "../view/icon.js";
import { navigate, type Outcome, type Page, type Visit } from "../view/router.js";

export interface SignedInVisit extends Visit {
  readonly user: CurrentUserMeReply;
}

/** The pages that the menu leads to, in its order. */
const MENU: readonly (readonly [path: string, label: string, sign: IconName])[] = [
  ["/account", "Account", "user"],
  ["/organization", "Organization", "building"],
];

/**
 * A page for people who are signed in: others are sent to sign in, unless there is a page for them
 * too.
 */
export const forSignedIn =
  (
    page: (visit: SignedInVisit) => Outcome | Promise<Outcome>,
    forOthers: Page = signInFirst,
  ): Page =>
  async (visit) => {
    if (!(await call(routes.session.getSession))) return forOthers(visit);
    const [user, { pending }] = await Promise.all([
      call(routes.currentUser.me),
      call(routes.accountDeletion.readDeletion),
    ]);
    return {
      menu: menu(visit.url.pathname),
      place: place(user),
      // That page says more about it, by itself.
      banner: visit.url.pathname === "/account/data" ? null : deletionBanner(pending),
      ...(await page({ ...visit, user })),
    };
  };

/** They come back to this page; what a mailed link or a provider refused is said to them first. */
const signInFirst: Page = ({ url, state }) => {
  const error = url.searchParams.get("error");
  url.searchParams.delete("error");
  return {
    redirect: error === null ? "/" : `/?${new URLSearchParams({ error }).toString()}`,
    state: { ...state, next: url.pathname + url.search + url.hash },
  };
};

function menu(current: string): readonly Child[] {
  const entries = MENU.map(([path, label, sign]) =>
    h("a", { href: path, "aria-current": currency(path, current) }, ...signed(sign, label)),
  );
  return [
    ...entries,
    h("button", { type: "button", onclick: leave }, ...signed("leave", "Sign out")),
  ];
}

/** In a narrow window the sign is all that is seen. */
const signed = (sign: IconName, label: string): readonly Child[] => [
  icon(sign),
  h("span", {}, label),
];

/** Whether an entry of the menu leads to this very page, or to one that it belongs to. */
function currency(path: string, current: string): string | undefined {
  if (path === current) return "page";
  return current.startsWith(path) ? "true" : undefined;
}

/** The organization one works in, and the way to another. */
const place = ({ activeOrganization }: CurrentUserMeReply): Child =>
  activeOrganization &&
  h(
    "a",
    { href: "/organizations", "aria-label": `${activeOrganization.name}: switch organization` },
    h("span", {}, activeOrganization.name),
    icon("switch"),
  );

async function leave(): Promise<void> {
  await call(routes.session.signOut).then(
    () => navigate("/", { notice: "You are signed out." }),
    // The page finds out whether the session goes on, or says that the service cannot be reached.
    () => navigate("/"),
  );
}
