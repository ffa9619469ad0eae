import type { Role } from "@acme/auth-core";
import { type Html, html } from "@acme/auth-http";
import type { Kit } from "../../kit.js";
import { link } from "../../parts/buttons.js";
import { choice } from "../../parts/fields.js";
import { message } from "../../parts/forms.js";

/** Which roles there are to choose from. */
export interface RoleChoice {
  readonly value: string;
  /** Those that the caller may give. */
  readonly roles: readonly Role[];
  /** Whether an owner can be named only after the caller has confirmed who they are. */
  readonly isOwnerLocked: boolean;
  readonly error: string | null;
}

/** Every role that an owner gives; an admin gives the other two. */
export const rolesGivenBy = (role: Role): readonly Role[] =>
  role === "owner" ? ["member", "admin", "owner"] : ["member", "admin"];

/** The roles as radios, each with what it may do. */
export const roleChoice = ({ value, roles, isOwnerLocked, error }: RoleChoice, kit: Kit): Html => {
  const { roles: texts } = kit.texts;
  const confirm = link(texts.confirm, kit.page("confirm", { query: { next: kit.here } }));
  return html`${choice({
    name: "role",
    label: texts.title,
    isLabelHidden: true,
    value,
    error,
    options: roles.map((role) => ({
      value: role,
      ...texts[role],
      isDisabled: role === "owner" && isOwnerLocked && value !== "owner",
    })),
  })}
  ${isOwnerLocked ? message(html`${texts.confirmFirst} ${confirm}`) : ""}`;
};
