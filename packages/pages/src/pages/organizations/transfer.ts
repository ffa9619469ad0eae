import type { MembershipId } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { idField, z } from "@acme/auth-http/routes";
import type { WithForm } from "../../kernel/form-state.js";
import { go } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { button, linkButton } from "../../parts/buttons.js";
import { select } from "../../parts/fields.js";
import { form, message } from "../../parts/forms.js";
import { actions, emptyState, heading } from "../../parts/sections.js";
import { isolated } from "../../texts/isolated.js";
import { alsoGranted, nameOf, ownOrganization } from "./own-organization.js";

/** What the page of a transfer shows. */
export interface TransferView {
  readonly organization: { readonly name: string; readonly slug: string };
  /** Every other member: the id of the membership, and what people call them. */
  readonly members: readonly { readonly id: string; readonly name: string }[];
}

/** Members that are read at a time, and at most. */
const PAGE = 100;
const MOST = 1_000;

const template = (view: TransferView & WithForm, kit: Kit): PageContent => {
  const { settings: texts, frame } = kit.texts;
  const { organization, members, form: state } = view;
  const { name, slug } = organization;
  const fields = [
    select(
      {
        name: "member",
        label: texts.newOwner,
        value: state.values["member"] ?? "",
        error: state.errors["member"] ?? null,
        options: members.map((member) => ({ value: member.id, label: member.name })),
      },
      kit,
    ),
    actions([
      button({ label: texts.transfer, kind: "primary" }),
      linkButton({ label: frame.cancel, href: kit.page("settings", { slug }) }),
    ]),
  ];
  return {
    title: texts.transfer,
    within: [name],
    content: html`${heading({ title: texts.transfer, lead: texts.transferLead(name) })}
      <div class="stack">
        ${state.message ? message(state.message, "bad", { hasFocus: true }) : ""}
        ${
          members.length > 0
            ? form({ action: kit.page("transfer", { slug }), content: fields }, kit)
            : emptyState(texts.noMembers)
        }
      </div>`,
  };
};

/** `/organizations/:slug/transfer`: another owner in one's own place. */
export const transfer = page({
  name: "transfer",
  access: { permission: "org:ownership:transfer", fresh: true },
  fields: () => z.object({ member: idField<MembershipId>() }),
  async load(visit): Promise<TransferView> {
    const { auth, caller } = visit;
    const { organization } = await ownOrganization(visit);
    const granted = await alsoGranted(visit, "org:members:read");
    const members: TransferView["members"][number][] = [];
    let after = null;
    do {
      const read = await auth.memberships.list(granted, { after, limit: PAGE });
      for (const { id, user } of read.members)
        if (user.id !== caller.user.id)
          members.push({
            id,
            name: user.name ? `${isolated(user.name)} (${user.email})` : user.email,
          });
      after = read.next;
    } while (after !== null && members.length < MOST);
    return { organization, members };
  },
  template,
  async post(visit, { member }) {
    const { auth, client, granted, params } = visit;
    const { owner } = await auth.memberships.transferOwnership(granted, member, client);
    return go(visit.page("members", { slug: params["slug"] ?? "" }), {
      flash: { key: "ownershipTransferred", values: [nameOf(owner.user)] },
    });
  },
});
