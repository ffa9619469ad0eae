import { type InvitationId, parseId } from "@acme/auth-core";
import { go } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import { joinedFlash } from "../join.js";
import { idInPath } from "./own-organization.js";

/** `/invitations/:id/accept`: joins, and leads to the members. */
export const acceptInvitation = page({
  name: "acceptInvitation",
  access: "in",
  form: "organizations",
  async post(visit) {
    const { auth, caller, client } = visit;
    const key = { id: idInPath(visit, parseId<InvitationId>) };
    const { organization, membership } = await auth.invitations.accept(caller, key, client);
    return go(visit.page("members", { slug: organization.slug }), {
      activeOrganization: organization.id,
      flash: joinedFlash({ organization: organization.name, role: membership.role }),
    });
  },
});

/** `/invitations/:id/decline`: turns an invitation down. */
export const declineInvitation = page({
  name: "declineInvitation",
  access: "in",
  form: "organizations",
  async post(visit) {
    const { auth, caller, client } = visit;
    const key = { id: idInPath(visit, parseId<InvitationId>) };
    const { organization } = await auth.invitations.findMine(caller, key);
    await auth.invitations.reject(caller, key, client);
    return go(visit.page("organizations"), {
      flash: { key: "invitationDeclined", values: [organization.name] },
    });
  },
});
