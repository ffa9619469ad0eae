import { html } from "@acme/auth-http";
import { go } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import { link } from "../../parts/buttons.js";
import { confirmation } from "../../parts/confirmation.js";
import { ownOrganization } from "./own-organization.js";

/** What the question shows. */
export interface LeaveView {
  readonly organization: { readonly name: string; readonly slug: string };
  /** Whether the caller may give the ownership away, which the last owner has to do first. */
  readonly mayTransfer: boolean;
}

/** `/organizations/:slug/leave`: a question, and the end of one's own membership. */
export const leave = page({
  name: "leave",
  access: "in",
  async load(visit): Promise<LeaveView> {
    const { organization, role } = await ownOrganization(visit);
    if (role === "owner") visit.auth.sessions.requireFresh(visit.caller);
    return { organization, mayTransfer: role === "owner" };
  },
  template: ({ organization: { name, slug }, mayTransfer, form: state }, kit) => {
    const { settings: texts } = kit.texts;
    return {
      title: texts.leave,
      within: [name],
      content: confirmation(
        {
          title: texts.leave,
          lead: texts.leaveLead(name),
          action: kit.page("leave", { slug }),
          confirm: texts.leave,
          cancel: kit.page("members", { slug }),
          error: state.message,
          ...(state.message &&
            mayTransfer && {
              fields: [html`<p>${link(texts.transfer, kit.page("transfer", { slug }))}</p>`],
            }),
        },
        kit,
      ),
    };
  },
  async post(visit) {
    const { auth, caller, client } = visit;
    const { organization } = await ownOrganization(visit);
    await auth.memberships.leave(caller, organization.id, client);
    const isActive = caller.membership?.organization.id === organization.id;
    return go(visit.page("organizations"), {
      ...(isActive && { activeOrganization: null }),
      flash: { key: "organizationLeft", values: [organization.name] },
    });
  },
});
