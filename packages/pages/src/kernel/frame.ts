import type { CorePermission, OrganizationOfUser } from "@acme/auth-core";
import type { Href } from "../href.js";
import type { Frame, RailEntry, RailGroup } from "../kit.js";
import { PAGE_PATHS, type PageName } from "../page-paths.js";
import type { RailTexts } from "../texts/rail-texts.js";
import { composeBanner, type Framed } from "./banner.js";

/** An entry of the rail: a page of the account, or of an organization. */
interface Entry<Name extends PageName> {
  readonly name: Name;
  readonly label: keyof RailTexts;
  /** The permission without which the entry is not drawn. */
  readonly permission?: CorePermission;
}

const ACCOUNT = [
  { name: "profile", label: "profile" },
  { name: "security", label: "security" },
  { name: "sessions", label: "devices" },
  { name: "activity", label: "activity" },
  { name: "data", label: "data" },
  { name: "tokens", label: "tokens" },
  { name: "preferences", label: "preferences" },
] as const satisfies readonly Entry<PageName>[];

const ORGANIZATION = [
  { name: "members", label: "members", permission: "org:members:read" },
  { name: "invitations", label: "invitations", permission: "org:invitations:read" },
  { name: "settings", label: "settings", permission: "org:read" },
  { name: "auditLog", label: "auditLog", permission: "org:audit:read" },
] as const satisfies readonly Entry<PageName>[];

/** Loads what is around the page of a signed-in user. */
export async function loadFrame({ visit, current, has }: Framed): Promise<Frame> {
  const { auth, caller, granted, texts, page } = visit;
  const [organizations, invitations, deletion] = await Promise.all([
    auth.organizations.list(caller),
    auth.invitations.listMine(caller),
    auth.accountDeletion.findPending(caller),
  ]);
  const { user } = caller;
  const active = granted?.organizationId ?? caller.membership?.organization.id;
  const here =
    organizations.find(({ organization }) => organization.id === active) ?? organizations[0];
  const entryOf = (name: PageName, label: string, href: Href): readonly RailEntry[] =>
    has(name) ? [{ label, href, isCurrent: isWithin(current, name) }] : [];
  const account: RailGroup = {
    label: texts.frame.account,
    entries: ACCOUNT.flatMap(({ name, label }) => entryOf(name, texts.rail[label], page(name))),
  };
  const inOrganization = ({
    organization: { slug, name },
    role,
  }: OrganizationOfUser): RailGroup => ({
    label: name,
    entries: ORGANIZATION.filter(({ permission }) =>
      auth.accessControl.allows(role, permission),
    ).flatMap((entry) => entryOf(entry.name, texts.rail[entry.label], page(entry.name, { slug }))),
  });
  const groups = [account, ...(here ? [inOrganization(here)] : [])];
  return {
    user: { id: user.id, name: user.name || null, email: user.email },
    organization: here?.organization ?? null,
    organizations: organizations.map(({ organization }) => organization),
    waitingInvitations: invitations.length,
    rail: groups.filter(({ entries }) => entries.length > 0),
    banner: composeBanner({ visit, current, has }, { deletion, invitations }),
  };
}

/** Whether a page is that entry of the rail, or below it; `/account` is above all others. */
const isWithin = (current: PageName, entry: PageName): boolean =>
  current === entry ||
  (entry !== "profile" && PAGE_PATHS[current].startsWith(`${PAGE_PATHS[entry]}/`)) ||
  (entry === "profile" && /^\/account\/(?:name|email)/.test(PAGE_PATHS[current]));
