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
export function composeBanner(
  { visit, current, has }: Bannered,
  { deletion, invitations: [invitation, ...others] }: Noticed,
): FrameBanner | null {
  const { caller, locale, texts, page } = visit;
  const { banner } = texts;
  if (deletion && has("cancelDeletion"))
    return {
      kind: "warn",
      text: banner.deletion(formatsOf(locale).date(deletion.scheduledFor)),
      button: { label: banner.keep, action: page("cancelDeletion") },
    };
  const { email, emailVerified } = caller.user;
  if (!emailVerified && has("verifyEmail") && current !== "profile")
    return {
      kind: "warn",
      text: banner.unverified(email),
      button: { label: banner.verify, action: page("verifyEmail") },
    };
  if (!invitation || !has("organizations") || current === "organizations") return null;
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
