import type { Member } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import type { OrganizationContext } from "../pages/organization.js";
import { call } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { actions, badge, h, itemList, quiet, strong } from "../view/element.js";
import { menuButton, type MenuItem } from "../view/menu.js";
import { createPagedList } from "../view/paged-list.js";
import { revisit } from "../view/router.js";
import { createSection, type Section } from "../view/section.js";
import { relativeTime } from "../view/time.js";
import { chooseRole, confirmRemoval, transferKey, transferOwnership } from "./member-dialogs.js";
import { mayDealWith, ROLE_IN_WORDS, ROLE_NAMES } from "./roles.js";

/** Who is in the organization, some at a time. */
export function membersSection(context: OrganizationContext): Section {
  const { user, organization } = context;
  const section = createSection("Members", (messages) => {
    const load = (cursor?: string) =>
      call(routes.membership.listMembers, { id: organization.id, limit: 20, cursor }).then(
        ({ members, nextCursor }) => ({ elements: members.map(item), nextCursor }),
      );
    return createPagedList(itemList([]), { messages, load });
  });

  function item(member: Member): HTMLElement {
    const { name, email } = member.user;
    const facts = quiet(
      name === "" ? "" : `${email}\u00a0· `,
      "Joined ",
      relativeTime(member.createdAt),
    );
    const isLastOwner = context.isOnlyOwner && member.userId === user.id;
    const element = h(
      "li",
      { tabindex: "-1" },
      h(
        "div",
        {},
        ...[strong(name || email), " ", badge(ROLE_NAMES[member.role])],
        ...(member.userId === user.id ? [" ", badge("You", "good")] : []),
        facts,
        isLastOwner ? quiet("The only owner: cannot leave, be removed or get another role.") : null,
      ),
      memberActions(member, { context, section, replace }),
    );
    function replace(changed: Member | null): void {
      if (changed === null) return element.remove();
      const next = item(changed);
      element.replaceWith(next);
      next.focus();
    }
    return element;
  }

  return section;
}

interface Row {
  readonly context: OrganizationContext;
  readonly section: Section;
  /** Puts what has become of the member in the row's place; null takes the row away. */
  readonly replace: (changed: Member | null) => void;
}

/** What is offered is what the service will most likely allow. */
function memberActions(member: Member, { context, section, replace }: Row): HTMLElement | null {
  const { user, resume } = context;
  const { messages } = section;
  const isOwn = member.userId === user.id;
  // Names are not unique.
  const who =
    member.user.name === "" ? member.user.email : `${member.user.name} (${member.user.email})`;

  async function change(): Promise<void> {
    const changed = await chooseRole(context, member);
    if (!changed) return;
    const said = `${isOwn ? "You are" : `${who} is`} ${ROLE_IN_WORDS[changed.role]} now.`;
    // Another role of one's own, or another owner, changes what can be done on the page.
    if (isOwn || [member.role, changed.role].includes("owner")) return revisit({ notice: said });
    replace(changed);
    messages.say(said);
  }
  async function removeThem(): Promise<void> {
    if (!(await confirmRemoval(context, member))) return;
    replace(null);
    messages.say(`${who} is no longer a member.`);
  }
  async function transfer(): Promise<void> {
    if (await transferOwnership(context, member))
      await revisit({ notice: `${who} is the owner now, and you are an admin.` });
  }

  const allowed = allowedOn(member, context);
  const items: readonly MenuItem[] = [
    ...(allowed.role ? [{ label: "Change role", work: change }] : []),
    ...(allowed.transfer ? [{ label: "Transfer ownership", work: transfer }] : []),
    ...(allowed.remove ? [{ label: "Remove", look: "danger", work: removeThem } as const] : []),
  ];
  const menu = items.length > 0 ? menuButton(`Actions for ${who}`, items, messages) : null;
  if (resume !== transferKey(member)) return menu;
  const label = "Continue transferring ownership";
  const name = `${label} to ${who}`;
  return actions(actionButton(label, { messages, name, resumed: true }, transfer), menu);
}

/** What the service would refuse is not offered. */
function allowedOn(
  { userId, role }: Member,
  { user, organization, can, isOnlyOwner }: OrganizationContext,
) {
  const isOwn = userId === user.id;
  const isManaged = can("org:members:write") && mayDealWith(organization.role, role);
  return {
    role: isManaged && !(isOwn && isOnlyOwner),
    transfer: can("org:ownership:transfer") && !isOwn && role !== "owner",
    remove: isManaged && !isOwn,
  };
}
