import { type InvitationId, type InvitationStatus, parseId, type Role } from "@acme/auth-core";
import { type Html, html } from "@acme/auth-http";
import type { WithForm } from "../../kernel/form-state.js";
import { go, type Outcome } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import type { AnyVisit } from "../../kernel/visit.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { badge } from "../../parts/badge.js";
import { button, linkButton } from "../../parts/buttons.js";
import { form, message } from "../../parts/forms.js";
import { actions, emptyState, heading, list, row, rowIcon } from "../../parts/sections.js";
import type { PagesTexts } from "../../texts/pages-texts.js";
import { alsoGranted, idInPath, mayDo, nameOf, ownOrganization } from "./own-organization.js";

/** An invitation as its organization sees it. */
export interface ListedInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Null once the inviter's account is gone. */
  readonly inviter: string | null;
  readonly expiresAt: Date;
  readonly state: InvitationStatus | "expired";
}

/** What the page of invitations shows. */
export interface InvitationsView {
  readonly organization: { readonly name: string; readonly slug: string };
  /** Newest first. */
  readonly invitations: readonly ListedInvitation[];
  readonly mayInvite: boolean;
}

const template = (view: InvitationsView & WithForm, kit: Kit): PageContent => {
  const { members, invitations: texts } = kit.texts;
  const { organization, invitations } = view;
  const { slug } = organization;
  const part = (id: string, title: string, rows: readonly Html[], none: string): Html =>
    html`<section class="stack" aria-labelledby="${id}">
      <h2 id="${id}">${title}</h2>
      ${rows.length > 0 ? list(rows, title) : emptyState(none)}
    </section>`;
  const [pending, ended] = [
    invitations.filter(({ state }) => state === "pending"),
    invitations.filter(({ state }) => state !== "pending"),
  ].map((each) => each.map((one) => invitationRow(one, view, kit)));
  const invite = linkButton({
    label: members.invite,
    kind: "primary",
    icon: "plus",
    href: kit.page("newInvitations", { slug }),
  });
  return {
    title: texts.title,
    within: [organization.name],
    content: html`${heading({ title: texts.title, ...(view.mayInvite && { action: invite }) })}
      <div class="stack loose">
        ${view.form.message ? message(view.form.message, "bad", { hasFocus: true }) : ""}
        ${part("pending", texts.pending, pending ?? [], texts.none)}
        ${part("ended", texts.ended, ended ?? [], texts.noneEnded)}
      </div>`,
  };
};

const invitationRow = (
  { id, email, role, inviter, expiresAt, state }: ListedInvitation,
  { organization: { slug }, mayInvite }: InvitationsView,
  kit: Kit,
): Html => {
  const { invitations: texts, roles } = kit.texts;
  const isPending = state === "pending";
  const own = (name: "resendInvitation" | "cancelInvitation", label: string): Html =>
    form(
      {
        action: kit.page(name, { slug, id }),
        content: button({ label, kind: "quiet", about: email }),
      },
      kit,
    );
  return row({
    start: rowIcon("mail"),
    title: email,
    badges: isPending ? [] : [badge(texts[state], state === "accepted" ? "good" : "neutral")],
    facts: [
      roles[role].label,
      ...(inviter === null ? [] : [texts.invitedBy(inviter)]),
      ...(isPending ? [texts.expires(kit.formats.date(expiresAt))] : []),
    ],
    ...(isPending &&
      mayInvite && {
        action: actions([
          own("resendInvitation", texts.resend),
          own("cancelInvitation", texts.cancel),
        ]),
      }),
  });
};

/** `/organizations/:slug/invitations`: those that wait, then those that have ended. */
export const invitations = page({
  name: "invitations",
  access: { permission: "org:invitations:read" },
  async load(visit): Promise<InvitationsView> {
    const { auth } = visit;
    const { organization } = await ownOrganization(visit);
    // Also shown for its forms when they are refused, whose proof is of another permission.
    const granted = await alsoGranted(visit, "org:invitations:read");
    const now = auth.clock.now();
    const all = await auth.invitations.list(granted);
    return {
      organization,
      invitations: all.map(({ id, email, role, inviter, expiresAt, status }) => ({
        id,
        email,
        role,
        inviter: inviter && nameOf(inviter),
        expiresAt,
        state: status === "pending" && expiresAt <= now ? "expired" : status,
      })),
      mayInvite: mayDo(visit, "org:invitations:write"),
    };
  },
  template,
});

/** A button beside a pending invitation, on the page of the invitations. */
const BESIDE_INVITATION = {
  access: { permission: "org:invitations:write" },
  form: "invitations",
  says: { INVITATION_NOT_FOUND: ({ invitations: { gone } }: PagesTexts) => gone },
} as const;

const backToInvitations = (
  { page: href, params }: AnyVisit,
  key: "invitationResent" | "invitationCancelled",
  email: string,
): Outcome =>
  go(href("invitations", { slug: params["slug"] ?? "" }), { flash: { key, values: [email] } });

/** `/organizations/:slug/invitations/:id/resend`: a new link for one that waits. */
export const resendInvitation = page({
  ...BESIDE_INVITATION,
  name: "resendInvitation",
  async post(visit) {
    const id = idInPath(visit, parseId<InvitationId>);
    const { email } = await visit.auth.invitations.resend(visit.granted, id, visit.client);
    return backToInvitations(visit, "invitationResent", email);
  },
});

/** `/organizations/:slug/invitations/:id/cancel`: the link stops working. */
export const cancelInvitation = page({
  ...BESIDE_INVITATION,
  name: "cancelInvitation",
  async post(visit) {
    const id = idInPath(visit, parseId<InvitationId>);
    const { email } = await visit.auth.invitations.cancel(visit.granted, id, visit.client);
    return backToInvitations(visit, "invitationCancelled", email);
  },
});
