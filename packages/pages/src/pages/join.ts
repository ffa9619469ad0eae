import { AuthError, type Caller, Secret } from "@acme/auth-core";
import { type Href, webHref } from "../href.js";
import type { FlashMessage } from "../kernel/flash.js";
import { go, type Kept, type Leave } from "../kernel/outcome.js";
import { wordsOf } from "../kernel/refusal-form.js";
import { NEW_STEP, type StepInvitation } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";

/** Who joins by which invitation. */
export interface Joining {
  readonly caller: Caller;
  readonly invitation: StepInvitation;
  /** Whether the user sees `/welcome` first. */
  readonly isNew: boolean;
}

/** "You've joined …" */
export const joinedFlash = ({
  organization,
  role,
}: Pick<StepInvitation, "organization" | "role">): FlashMessage => ({
  key: "joined",
  values: [organization, role],
});

/**
 * Accepts an invitation, and leads to where the visitor wanted to go, or to the members of the
 * organization. A refused one leads to the organizations, and says why.
 */
export async function joinAndGoOn(visit: AnyVisit, joining: Joining, kept: Kept): Promise<Leave> {
  const { auth, client, page, step, nexts } = visit;
  const { caller, invitation, isNew } = joining;
  const leadOn = (to: Href, more: Kept, joined: StepInvitation | null): Leave => {
    const all = { ...kept, ...more };
    return isNew
      ? go(page("welcome"), { ...all, step: { ...NEW_STEP, next: to.url, invitation: joined } })
      : go(to, { ...all, step: null });
  };
  try {
    const key = { token: new Secret(invitation.token) };
    const { organization, membership } = await auth.invitations.accept(caller, key, client);
    const next = nexts.after(step?.next);
    const to = next === null ? page("members", { slug: organization.slug }) : webHref(next);
    const joined = { ...invitation, organization: organization.name, role: membership.role };
    const more = { activeOrganization: organization.id, flash: joinedFlash(joined) };
    return leadOn(to, more, joined);
  } catch (refused) {
    if (!AuthError.is(refused)) throw refused;
    const reason = wordsOf(refused, { visit, now: auth.clock.now() });
    const flash = { key: "notJoined", values: [invitation.organization, reason] } as const;
    return leadOn(page("organizations"), { flash }, null);
  }
}
