import { AuthError, type EmailAddress, parseEmailAddress, type Role, ROLES } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { textField, z } from "@acme/auth-http/routes";
import { EMPTY_FORM, type WithForm } from "../../kernel/form-state.js";
import { go, type Outcome, show } from "../../kernel/outcome.js";
import { page, type Visit } from "../../kernel/page.js";
import { wordsOf } from "../../kernel/refusal-form.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { withAddresses } from "../../parts/addresses.js";
import { button, linkButton } from "../../parts/buttons.js";
import { textArea } from "../../parts/fields.js";
import { form, message } from "../../parts/forms.js";
import { actions, heading } from "../../parts/sections.js";
import { mayDo, ownOrganization } from "./own-organization.js";
import { roleChoice, rolesGivenBy } from "./role-choice.js";

/** An address that was not invited. */
export interface RefusedAddress {
  readonly address: string;
  readonly reason: string;
}

/** What the page of new invitations shows. */
export interface NewInvitationsView {
  readonly organization: { readonly name: string; readonly slug: string };
  readonly roles: readonly Role[];
  readonly isOwnerLocked: boolean;
  /** How many of the addresses were invited. */
  readonly invited: number;
  readonly refused: readonly RefusedAddress[];
}

/** Addresses of one form. */
const MOST = 20;

const template = (view: NewInvitationsView & WithForm, kit: Kit): PageContent => {
  const { members: texts, invitations, frame } = kit.texts;
  const { organization, refused, form: state } = view;
  const { slug } = organization;
  const reasons = refused.map(
    ({ address, reason }) =>
      html`<li>
        <strong><bdi>${withAddresses(address)}</bdi></strong
        >: ${reason}
      </li>`,
  );
  const partly = html`${view.invited > 0 ? html`<p>${invitations.someInvited(view.invited)}</p>` : ""}
    <ul role="list">
      ${reasons}
    </ul>`;
  return {
    title: texts.invite,
    within: [organization.name],
    ...(refused.length > 0 && { isRefused: true }),
    content: html`${heading({ title: texts.invite })}
      <div class="stack">
        ${state.message ? message(state.message, "bad", { hasFocus: true }) : ""}
        ${refused.length > 0 ? message(partly, "bad", { hasFocus: true }) : ""}
        ${form(
          {
            action: kit.page("newInvitations", { slug }),
            content: [
              textArea(
                {
                  name: "emails",
                  label: invitations.emails,
                  hint: invitations.emailsHint,
                  value: state.values["emails"] ?? "",
                  error: state.errors["emails"] ?? null,
                  hasFocus:
                    state.message === null &&
                    refused.length === 0 &&
                    state.errors["role"] === undefined,
                  rows: 4,
                },
                kit,
              ),
              roleChoice(
                {
                  value: state.values["role"] ?? "member",
                  roles: view.roles,
                  isOwnerLocked: view.isOwnerLocked,
                  error: state.errors["role"] ?? null,
                },
                kit,
              ),
              actions([
                button({ label: invitations.send, kind: "primary" }),
                linkButton({ label: frame.cancel, href: kit.page("members", { slug }) }),
              ]),
            ],
          },
          kit,
        )}
      </div>`,
  };
};

type Inviting = Visit<{ readonly permission: "org:invitations:write" }>;

async function loadForm(visit: Inviting): Promise<NewInvitationsView> {
  const { granted } = visit;
  const { organization } = await ownOrganization(visit);
  return {
    organization,
    roles: rolesGivenBy(granted.role),
    isOwnerLocked: granted.role === "owner" && !granted.fresh,
    invited: 0,
    refused: [],
  };
}

/** `/organizations/:slug/invitations/new`: up to 20 addresses, each invited for itself. */
export const newInvitations = page({
  name: "newInvitations",
  access: { permission: "org:invitations:write" },
  fields: () => z.object({ emails: textField(), role: z.enum(ROLES) }),
  load: loadForm,
  template,
  async post(visit, { emails, role }): Promise<Outcome> {
    const { auth, granted, params, page: href, texts } = visit;
    const { slug = "" } = params;
    const addresses = [...new Set(emails.split(/[\s,;]+/).filter((each) => each !== ""))];
    const view = await loadForm(visit);
    const again = (errors: Readonly<Record<string, string>>): Outcome =>
      show(
        template,
        { ...view, form: { values: { emails, role }, errors, message: null } },
        {
          status: 400,
        },
      );
    if (addresses.length === 0) return again({ emails: texts.invitations.noEmails });
    if (addresses.length > MOST) return again({ emails: texts.invitations.tooMany });
    if (role === "owner") auth.accessControl.requireFresh(granted);

    const refused: RefusedAddress[] = [];
    // One after the other: each is checked against the limits that the one before has used up.
    for (const address of addresses) {
      const reason = await invite(visit, parseEmailAddress(address), role);
      if (reason !== null) refused.push({ address, reason });
    }
    const invited = addresses.length - refused.length;
    if (refused.length === 0) {
      const to = href(mayDo(visit, "org:invitations:read") ? "invitations" : "members", { slug });
      return go(to, { flash: { key: "invited", values: [String(invited)] } });
    }
    const values = { emails: refused.map(({ address }) => address).join("\n"), role };
    const shown = { ...view, invited, refused, form: { ...EMPTY_FORM, values } };
    return show(template, shown, { status: 400 });
  },
});

/** Returns why an address is not invited; null when it is. */
async function invite(
  visit: Inviting,
  email: EmailAddress | null,
  role: Role,
): Promise<string | null> {
  const { auth, client, granted, texts } = visit;
  if (!email) return texts.invitations.notAnAddress;
  try {
    await auth.invitations.invite(granted, { email, role }, client);
    return null;
  } catch (refusal) {
    if (AuthError.is(refusal)) return wordsOf(refusal, { visit, now: auth.clock.now() });
    throw refusal;
  }
}
