import type { MemberPosition, Role } from "@acme/auth-core";
import { memberSearchFault } from "@acme/auth-core/surface";
import { html } from "@acme/auth-http";
import { memberCursor } from "@acme/auth-http/pages-host";
import { go } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { avatar } from "../../parts/avatar.js";
import { badge } from "../../parts/badge.js";
import { linkButton } from "../../parts/buttons.js";
import { message, searchForm } from "../../parts/forms.js";
import { actions, emptyState, heading, list, row } from "../../parts/sections.js";
import { mayDo, nameOf, ownOrganization } from "./own-organization.js";

/** What the list of members shows. */
export interface MembersView {
  readonly organization: { readonly name: string; readonly slug: string };
  readonly members: readonly {
    readonly id: string;
    readonly user: { readonly id: string; readonly name: string; readonly email: string };
    readonly role: Role;
    readonly isSelf: boolean;
  }[];
  /** What was searched for; empty: all members. */
  readonly q: string;
  readonly isTooShort: boolean;
  /** Where the following page begins; null on the last one. */
  readonly cursor: string | null;
  readonly isLater: boolean;
  readonly mayInvite: boolean;
  /** Whether members can be changed. */
  readonly mayManage: boolean;
}

/** Members of a page. */
const PAGE = 50;

const template = (view: MembersView, kit: Kit): PageContent => {
  const { members: texts, roles } = kit.texts;
  const { organization, q, cursor } = view;
  const { slug } = organization;
  const rows = view.members.map(({ id, user, role, isSelf }) =>
    row({
      start: avatar(user),
      title: nameOf(user),
      badges: isSelf ? [badge(texts.you, "brand")] : [],
      facts: [...(user.name ? [user.email] : []), roles[role].label],
      action: linkButton({
        label: view.mayManage ? texts.manage : texts.view,
        kind: "quiet",
        href: kit.page("member", { slug, id }),
        about: nameOf(user),
      }),
    }),
  );
  const invite = linkButton({
    label: texts.invite,
    kind: "primary",
    icon: "plus",
    href: kit.page("newInvitations", { slug }),
  });
  return {
    title: texts.title,
    within: [organization.name],
    content: html`${heading({ title: texts.title, ...(view.mayInvite && { action: invite }) })}
      <div class="stack">
        ${searchForm(
          {
            action: kit.page("members", { slug }),
            label: texts.search,
            button: texts.searchButton,
            value: q,
          },
          kit,
        )}
        ${view.isTooShort ? message(texts.tooShort) : ""}
        ${rows.length > 0 ? list(rows, texts.title) : view.isTooShort ? "" : emptyState(texts.none)}
        ${actions([
          ...(view.isLater
            ? [
                linkButton({
                  label: texts.first,
                  href: kit.page("members", { slug }, { query: { q } }),
                }),
              ]
            : []),
          ...(cursor
            ? [
                linkButton({
                  label: texts.next,
                  href: kit.page("members", { slug }, { query: { q, cursor } }),
                }),
              ]
            : []),
        ])}
      </div>`,
  };
};

/** `/organizations/:slug`: leads to the members. */
export const organization = page({
  name: "organization",
  access: { permission: "org:members:read" },
  load: ({ params, page: href }) => go(href("members", { slug: params["slug"] ?? "" })),
});

/** `/organizations/:slug/members`: who belongs to the organization. */
export const members = page({
  name: "members",
  access: { permission: "org:members:read" },
  async load(visit): Promise<MembersView> {
    const { auth, caller, granted, query } = visit;
    const { organization: own } = await ownOrganization(visit);
    const q = (query["q"] ?? "").trim();
    const isTooShort = q !== "" && memberSearchFault(q) !== null;
    const after = positionIn(query["cursor"]);
    const found = isTooShort
      ? { members: [], next: null }
      : await auth.memberships.list(granted, { after, limit: PAGE, prefix: q || null });
    return {
      organization: own,
      members: found.members.map(({ id, user, role }) => ({
        id,
        user,
        role,
        isSelf: user.id === caller.user.id,
      })),
      q,
      isTooShort,
      cursor: found.next && memberCursor.write(found.next),
      isLater: after !== null,
      mayInvite: mayDo(visit, "org:invitations:write"),
      mayManage: mayDo(visit, "org:members:write"),
    };
  },
  template,
});

/** Where a page begins; the first one where the query names none that we have written. */
function positionIn(cursor: string | undefined): MemberPosition | null {
  const read = memberCursor.field().safeParse(cursor);
  return read.success ? read.data : null;
}
