import { type Member, type Role, ROLES } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { z } from "@acme/auth-http/routes";
import type { WithForm } from "../../kernel/form-state.js";
import { go } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { button, dialogLink } from "../../parts/buttons.js";
import { confirmation } from "../../parts/confirmation.js";
import { form, message } from "../../parts/forms.js";
import { actions, heading, savedIn, section } from "../../parts/sections.js";
import {
  mayDo,
  memberInPath,
  nameOf,
  type OrganizationVisit,
  ownOrganization,
} from "./own-organization.js";
import { roleChoice, rolesGivenBy } from "./role-choice.js";

/** What the page of a member shows. */
export interface MemberView {
  readonly organization: { readonly name: string; readonly slug: string };
  readonly member: Pick<Member, "id" | "role" | "user">;
  /** The roles that the caller may give this member; none: they only look. */
  readonly roles: readonly Role[];
  readonly mayRemove: boolean;
  /** Whether the caller has to confirm who they are before owners change. */
  readonly isOwnerLocked: boolean;
}

async function loadMember(visit: OrganizationVisit): Promise<MemberView> {
  const { caller, granted } = visit;
  const { organization } = await ownOrganization(visit);
  const member = await memberInPath(visit);
  const outranks = granted.role === "owner" || member.role !== "owner";
  const mayChange = mayDo(visit, "org:members:write") && outranks;
  return {
    organization,
    member,
    roles: mayChange ? rolesGivenBy(granted.role) : [],
    mayRemove: mayChange && member.userId !== caller.user.id,
    isOwnerLocked: granted.role === "owner" && !granted.fresh,
  };
}

const template = (view: MemberView & WithForm, kit: Kit): PageContent => {
  const { members: texts, roles, frame } = kit.texts;
  const { organization, member, form: state } = view;
  const { slug } = organization;
  const parameters = { slug, id: member.id };
  const name = nameOf(member.user);
  const role = form(
    {
      action: kit.page("memberRole", parameters),
      content: [
        roleChoice(
          {
            value: state.values["role"] ?? member.role,
            roles: view.roles,
            isOwnerLocked: view.isOwnerLocked,
            error: state.errors["role"] ?? null,
          },
          kit,
        ),
        actions([button({ label: frame.save, kind: "primary" }), savedIn("role", kit)]),
      ],
    },
    kit,
  );
  return {
    title: name,
    within: [texts.title, organization.name],
    content: html`${heading({ title: name, ...(member.user.name && { lead: member.user.email }) })}
    ${state.message ? message(state.message, "bad", { hasFocus: true }) : ""}
    ${section({
      id: "role",
      title: roles.title,
      description: texts.roleHint(organization.name),
      content:
        view.roles.length > 0
          ? role
          : html`<p><strong>${roles[member.role].label}</strong></p>
              <p class="quiet-text">${roles[member.role].description}</p>`,
    })}
    ${
      view.mayRemove
        ? section({
            id: "removal",
            title: texts.remove,
            description: texts.removeHint,
            content: actions([
              dialogLink({
                label: texts.removeFrom(organization.name),
                kind: "danger",
                href: kit.page("removeMember", parameters),
              }),
            ]),
          })
        : ""
    }`,
  };
};

/** `/organizations/:slug/members/:id`: a member, the role, and how to remove them. */
export const member = page({
  name: "member",
  access: { permission: "org:members:read" },
  load: loadMember,
  template,
});

/** `/organizations/:slug/members/:id/role`: gives a member another role. */
export const memberRole = page({
  name: "memberRole",
  access: { permission: "org:members:write" },
  form: "member",
  fields: () => z.object({ role: z.enum(ROLES) }),
  async post(visit, { role }) {
    const { auth, client, granted, params } = visit;
    const { id } = await memberInPath(visit);
    await auth.memberships.changeRole(granted, { memberId: id, role }, client);
    return go(visit.page("member", { slug: params["slug"] ?? "", id }, { section: "role" }), {
      flash: { key: "saved", section: "role" },
    });
  },
});

/** `/organizations/:slug/members/:id/remove`: a question, and the end of a membership. */
export const removeMember = page({
  name: "removeMember",
  access: { permission: "org:members:write" },
  async load(visit): Promise<MemberView> {
    const view = await loadMember(visit);
    if (view.member.role === "owner") visit.auth.accessControl.requireFresh(visit.granted);
    return view;
  },
  template: ({ organization, member: { id, user }, form: state }, kit) => {
    const { members: texts } = kit.texts;
    const title = texts.removeFrom(organization.name);
    const { slug } = organization;
    return {
      title,
      within: [nameOf(user), organization.name],
      content: confirmation(
        {
          title,
          lead: texts.removeQuestion(nameOf(user), organization.name),
          action: kit.page("removeMember", { slug, id }),
          confirm: texts.remove,
          cancel: kit.page("member", { slug, id }),
          error: state.message,
        },
        kit,
      ),
    };
  },
  async post(visit) {
    const { auth, client, granted, params } = visit;
    const { id } = await memberInPath(visit);
    const { user } = await auth.memberships.remove(granted, id, client);
    return go(visit.page("members", { slug: params["slug"] ?? "" }), {
      flash: { key: "memberRemoved", values: [nameOf(user)] },
    });
  },
});
