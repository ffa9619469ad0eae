import type { InvitationId, Role } from "@acme/auth-core";
import { type Html, html } from "@acme/auth-http";
import type { WithForm } from "../../kernel/form-state.js";
import { page } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { avatar } from "../../parts/avatar.js";
import { badge } from "../../parts/badge.js";
import { button, linkButton } from "../../parts/buttons.js";
import { form, message } from "../../parts/forms.js";
import { actions, emptyState, heading, list, row } from "../../parts/sections.js";
import { nameOf } from "./own-organization.js";

/** An invitation that waits for an answer. */
export interface WaitingInvitation {
  readonly id: InvitationId;
  readonly organization: string;
  /** Null once the inviter's account is gone. */
  readonly inviter: string | null;
  readonly role: Role;
}

/** What the list of organizations shows. */
export interface OrganizationsView {
  readonly waiting: readonly WaitingInvitation[];
  readonly organizations: readonly {
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly role: Role;
  }[];
}

const invitationRow = ({ id, organization, inviter, role }: WaitingInvitation, kit: Kit): Html => {
  const { organizations: texts, roles } = kit.texts;
  return row({
    start: avatar({ id, name: organization }),
    title: organization,
    facts: [inviter === null ? texts.invited : texts.invitedBy(inviter), roles[role].label],
    action: actions([
      form(
        {
          action: kit.page("acceptInvitation", { id }),
          content: button({ label: texts.accept, kind: "primary", about: organization }),
        },
        kit,
      ),
      form(
        {
          action: kit.page("declineInvitation", { id }),
          content: button({ label: texts.decline, about: organization }),
        },
        kit,
      ),
    ]),
  });
};

const template = (view: OrganizationsView & WithForm, kit: Kit): PageContent => {
  const { organizations: texts, roles, frame } = kit.texts;
  const create = linkButton({
    label: frame.createOrganization,
    icon: "plus",
    kind: view.waiting.length === 0 ? "primary" : "secondary",
    href: kit.page("newOrganization"),
  });
  const own = view.organizations.map(({ id, name, slug, role }) =>
    row({
      start: avatar({ id, name }),
      title: name,
      badges: [badge(roles[role].label)],
      facts: [slug],
      action: linkButton({
        label: texts.open,
        kind: "quiet",
        href: kit.page("members", { slug }),
        about: name,
      }),
    }),
  );
  return {
    title: frame.organizations,
    content: html`${heading({ title: frame.organizations, ...(own.length > 0 && { action: create }) })}
      <div class="stack loose">
        ${view.form.message ? message(view.form.message, "bad", { hasFocus: true }) : ""}
        ${
          view.waiting.length > 0
            ? html`<section class="stack" aria-labelledby="waiting-title">
                <h2 id="waiting-title">${texts.waiting}</h2>
                ${list(
                  view.waiting.map((each) => invitationRow(each, kit)),
                  texts.waiting,
                )}
              </section>`
            : ""
        }
        ${own.length > 0 ? list(own, frame.organizations) : emptyState(texts.none, create)}
      </div>`,
  };
};

/** `/organizations`: invitations that wait, and one's organizations. */
export const organizations = page({
  name: "organizations",
  access: "in",
  async load({ auth, caller }): Promise<OrganizationsView> {
    const [own, waiting] = await Promise.all([
      auth.organizations.list(caller),
      auth.invitations.listMine(caller),
    ]);
    return {
      waiting: waiting.map(({ id, organization, inviter, role }) => ({
        id,
        organization: organization.name,
        inviter: inviter && nameOf(inviter),
        role,
      })),
      organizations: own.map(({ organization: { id, name, slug }, role }) => ({
        id,
        name,
        slug,
        role,
      })),
    };
  },
  template,
});
