import type { Caller, CorePermission, OrganizationOfUser, PermissionId } from "@acme/auth-core";
import { fillPath, Href } from "../href.js";
import type { Frame, FrameBanner, FramePasskeys, RailGroup } from "../kit.js";
import { PAGE_PATHS, type PageName } from "../page-paths.js";
import type { RailTexts } from "../texts/rail-texts.js";
import { composeBanner } from "./banner.js";
import type { BannerVisit, FeatureBanner } from "./feature.js";
import type { AnyPage } from "./page-definition.js";
import type { AnyVisit } from "./visit.js";

/** An entry of the rail: a page of the account, or of an organization. */
interface Entry {
  readonly name: PageName;
  readonly label: keyof RailTexts;
  /** The permission without which the entry is not drawn. */
  readonly permission?: CorePermission;
}

const ACCOUNT: readonly Entry[] = [
  { name: "profile", label: "profile" },
  { name: "security", label: "security" },
  { name: "sessions", label: "devices" },
  { name: "activity", label: "activity" },
  { name: "data", label: "data" },
  { name: "tokens", label: "tokens" },
  { name: "preferences", label: "preferences" },
];

const ORGANIZATION: readonly Entry[] = [
  { name: "members", label: "members", permission: "org:members:read" },
  { name: "invitations", label: "invitations", permission: "org:invitations:read" },
  { name: "settings", label: "settings", permission: "org:read" },
  { name: "auditLog", label: "auditLog", permission: "org:audit:read" },
];

/** The pages on which passkeys, or what they are listed under, have just changed or failed to. */
const SIGNALLING: ReadonlySet<string> = new Set<PageName>(["profile", "security", "newPasskey"]);

/** The page that is shown. */
export type ShownPage = Pick<AnyPage, "name" | "path">;

/** What every frame of a surface is made from. */
export interface Framing {
  /** Whether there is such a page: entries of pages that are left out are not drawn. */
  readonly has: (name: string) => boolean;
  /** The pages of features that have an entry. */
  readonly entries: readonly AnyPage[];
  readonly banners: readonly FeatureBanner[];
}

type FramedVisit = AnyVisit & { readonly caller: Caller };

/** Loads what is around the page of a signed-in user. */
export async function loadFrame(
  visit: FramedVisit,
  shown: ShownPage,
  framing: Framing,
): Promise<Frame> {
  const { auth, caller, params } = visit;
  const bannered = { ...visit, current: shown.name };
  const [organizations, invitations, deletion, passkeys, first] = await Promise.all([
    auth.organizations.list(caller),
    auth.invitations.listMine(caller),
    auth.accountDeletion.findPending(caller),
    loadPasskeys(visit, shown),
    composeFirst(bannered, framing, true),
  ]);
  const { user } = caller;
  const active = caller.membership?.organization.id;
  const here =
    organizations.find(({ organization }) => organization.slug === params["slug"]) ??
    organizations.find(({ organization }) => organization.id === active) ??
    organizations[0];
  const { has } = framing;
  return {
    user: { id: user.id, name: user.name || null, email: user.email },
    organization: here?.organization ?? null,
    organizations: organizations.map(({ organization }) => organization),
    waitingInvitations: invitations.map(({ id, organization }) => ({
      id,
      organization: organization.name,
    })),
    rail: railOf(visit, here ?? null, { shown, framing }),
    banner:
      first ??
      composeBanner({ visit, current: shown.name, has }, { deletion, invitations }) ??
      (await composeFirst(bannered, framing, false)),
    passkeys,
  };
}

async function loadPasskeys(
  { auth, caller }: FramedVisit,
  { name }: ShownPage,
): Promise<FramePasskeys> {
  const mayCreate = auth.passkeys.mayCreateUnasked(caller);
  return {
    // Also after what the browser has made by itself, on the page before.
    signals: mayCreate || SIGNALLING.has(name) ? await auth.passkeys.signals(caller) : [],
    creation: mayCreate ? caller.session.authenticatedAt.toISOString() : null,
  };
}

/** Returns the first banner that features have to show, of those before or behind the package's. */
async function composeFirst(
  visit: BannerVisit,
  { banners }: Framing,
  isFirst: boolean,
): Promise<FrameBanner | null> {
  for (const banner of banners) {
    const composed = banner.isFirst === isFirst ? await banner.compose(visit) : null;
    if (composed) return composed;
  }
  return null;
}

/** An entry that may be drawn. */
interface Drawable {
  readonly label: string;
  readonly path: string;
}

interface Railed {
  readonly shown: ShownPage;
  readonly framing: Framing;
}

function railOf(
  { auth, locale, site, texts }: FramedVisit,
  here: OrganizationOfUser | null,
  { shown, framing: { has, entries } }: Railed,
): readonly RailGroup[] {
  const role = here?.role;
  const base = (list: readonly Entry[]): readonly Drawable[] =>
    list
      .filter(({ name, permission }) => has(name) && allows(permission))
      .map(({ name, label }) => ({ label: texts.rail[label], path: PAGE_PATHS[name] }));
  const added = (isOrganization: boolean): readonly Drawable[] =>
    entries
      .filter((page) => isOfOrganization(page) === isOrganization && allows(permissionOf(page)))
      .map(({ path, rail }) => ({ label: rail?.(locale) ?? "", path }));
  const allows = (permission: PermissionId | undefined): boolean =>
    permission === undefined || (role !== undefined && auth.accessControl.allows(role, permission));
  const drawn = (label: string, list: readonly Drawable[], slug: string): RailGroup => ({
    label,
    entries: list.map((entry) => ({
      label: entry.label,
      href: Href.of(fillPath(site.pages ?? "", entry.path, { slug })),
      isCurrent: entry.path === current,
    })),
  });
  const account = [...base(ACCOUNT), ...added(false)];
  const organization = here ? [...base(ORGANIZATION), ...added(true)] : [];
  const current = currentOf([...account, ...organization], shown);
  return [
    drawn(texts.frame.account, account, ""),
    drawn(here?.organization.name ?? "", organization, here?.organization.slug ?? ""),
  ].filter((group) => group.entries.length > 0);
}

/** Whether the page is one of an organization, by its path. */
export const isOfOrganization = ({ path }: Pick<AnyPage, "path">): boolean =>
  path.startsWith(`${PAGE_PATHS.organization}/`);

const permissionOf = ({ access }: AnyPage) =>
  typeof access === "object" ? access.permission : undefined;

/** The path of the entry that the page is, or is below of; `/account` is above all others. */
const currentOf = (entries: readonly Drawable[], { path }: ShownPage): string | null => {
  const above = entries
    .map((entry) => entry.path)
    .filter((entry) =>
      entry === PAGE_PATHS.profile
        ? path === entry || /^\/account\/(?:name|email)/.test(path)
        : path === entry || path.startsWith(`${entry}/`),
    );
  return above.toSorted((one, other) => other.length - one.length)[0] ?? null;
};
