import type { DeletionRequest } from "@acme/auth-core";
import { formatsOf } from "../formats.js";
import type { FrameBanner } from "../kit.js";
import type { PageName } from "../page-paths.js";
import type { AnyVisit } from "./visit.js";

/** What a banner is composed from. */
export interface Bannered {
  /** The name of the page that is shown. */
  readonly current: string;
  /** Whether there is such a page: a banner leads to no page that is left out. */
  readonly has: (name: PageName) => boolean;
  readonly visit: Pick<AnyVisit, "locale" | "texts" | "page"> & {
    readonly caller: { readonly user: { readonly email: string; readonly emailVerified: boolean } };
  };
}

/** What a banner may be about. */
export interface Noticed {
  /** A deletion of the account that is pending. */
  readonly deletion: Pick<DeletionRequest, "scheduledFor"> | null;
  /** Invitations that wait for an answer. */
  readonly invitations: readonly {
    readonly inviter: { readonly name: string; readonly email: string } | null;
    readonly organization: { readonly name: string };
  }[];
}

/**
 * Returns what must not be overlooked, the first of: a deletion that is pending, an address that is
 * not verified, an invitation that waits. A page that is about it does not say it again.
 */
export function composeBanner(bannered: Bannered, noticed: Noticed): FrameBanner | null {
  return (
    deletionBanner(bannered, noticed) ??
    unverifiedBanner(bannered) ??
    invitationBanner(bannered, noticed)
  );
}

function deletionBanner(
  { visit: { locale, texts, page }, current, has }: Bannered,
  { deletion }: Noticed,
): FrameBanner | null {
  if (!deletion || !has("cancelDeletion") || current === "data") return null;
  return {
    kind: "warn",
    text: texts.banner.deletion(formatsOf(locale).date(deletion.scheduledFor)),
    button: { label: texts.banner.keep, action: page("cancelDeletion") },
  };
}

function unverifiedBanner({ visit, current, has }: Bannered): FrameBanner | null {
  const { caller, texts, page } = visit;
  const { email, emailVerified } = caller.user;
  if (emailVerified || !has("verifyEmail") || current === "profile") return null;
  return {
    kind: "warn",
    text: texts.banner.unverified(email),
    button: { label: texts.banner.verify, action: page("verifyEmail") },
  };
}

function invitationBanner(
  { visit: { texts, page }, current, has }: Bannered,
  { invitations: [invitation, ...others] }: Noticed,
): FrameBanner | null {
  if (!invitation || !has("organizations") || current === "organizations") return null;
  const { banner } = texts;
  const { inviter, organization } = invitation;
  return {
    kind: "neutral",
    text:
      others.length > 0
        ? banner.invitedToMany(others.length + 1)
        : banner.invited(inviter && (inviter.name || inviter.email), organization.name),
    button: { label: banner.open, href: page("organizations") },
  };
}
