import type { Role } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import type { WithForm } from "../kernel/form-state.js";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { button, linkButton } from "../parts/buttons.js";
import { form, hiddenField, message } from "../parts/forms.js";
import { heading } from "../parts/sections.js";

/** What the page of an invitation shows to the person who is invited. */
export interface InvitationView {
  /** The name of the organization. */
  readonly organization: string;
  /** Null once the inviter's account is gone. */
  readonly inviter: string | null;
  /** The role of the membership to come. */
  readonly role: Role;
  /** The invited email address. */
  readonly email: string;
  /** Whether a session is there that can accept it. */
  readonly isSignedIn: boolean;
  /** The email address of the session, where it is another one; null otherwise. */
  readonly signedInAs: string | null;
  /** Why a sign-in on the way here failed; null when none did. */
  readonly failure: string | null;
}

/** Who invites to which organization, the role and what it means, and one button. */
export const invitationTemplate = (view: InvitationView & WithForm, kit: Kit): PageContent => {
  const { joining: texts, banner, roles } = kit.texts;
  const { organization, inviter, role, email, signedInAs } = view;
  const title = texts.title(organization);
  const fault = view.form.message ?? view.failure;
  const { label, description } = roles[role];
  return {
    title,
    content: html`${heading({ title, lead: banner.invited(inviter, organization) })}
      ${kit.flash ? message(kit.flash.text, kit.flash.kind) : ""}
      ${fault ? message(fault, "bad", { hasFocus: true }) : ""}
      <div class="stack tight">
        <p><strong>${texts.role(label)}</strong></p>
        <p class="small quiet-text">${description}</p>
      </div>
      ${signedInAs === null ? "" : message(texts.otherAccount(email, signedInAs))}
      <div class="stack tight">
        ${form(
          {
            action: kit.page("invitation"),
            content: [
              ...(signedInAs === null ? [] : [hiddenField("switch", "1")]),
              button({
                label: signedInAs === null ? texts.join(email) : texts.switchAccount(email),
                kind: "primary",
                isWide: true,
              }),
            ],
          },
          kit,
        )}
        ${
          signedInAs === null
            ? ""
            : linkButton({
                label: texts.stay(signedInAs),
                kind: "quiet",
                href: kit.home,
                isWide: true,
              })
        }
      </div>
      ${view.isSignedIn ? "" : html`<p class="small quiet-text">${texts.note}</p>`}`,
  };
};

/** An invitation that was used, cancelled or replaced, or has expired: whom to ask. */
export const goneTemplate = (_view: object, kit: Kit): PageContent => {
  const { joining, errors } = kit.texts;
  return {
    title: joining.gone.title,
    content: html`${heading(joining.gone)}
    ${linkButton({ label: errors.goOn, href: kit.page("home"), kind: "primary", isWide: true })}`,
  };
};
