import * as routes from "@acme/auth-client/routes";
import { nameField, shortNameField } from "../organization/details.js";
import { ROLE_NAMES } from "../organization/roles.js";
import { call, type OwnOrganization } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { actions, badge, h, itemList, quiet, strong } from "../view/element.js";
import { createForm } from "../view/form.js";
import { doneMessage } from "../view/messages.js";
import { clearState, navigate, type View } from "../view/router.js";
import { createSection, type Section } from "../view/section.js";
import type { SignedInVisit } from "./signed-in.js";

/** Where one chooses in which organization to work, or begins another. */
export function organizationsPage(visit: SignedInVisit): View {
  const { state, user } = visit;
  clearState(visit);
  return {
    title: "Your organizations",
    wide: true,
    content: [
      doneMessage(state.notice),
      switchSection(user.activeOrganization).element,
      createOrganizationSection().element,
    ],
  };
}

function switchSection(current: OwnOrganization | null): Section {
  const section = createSection("Where you work", async () => {
    const mine = await call(routes.organization.listOrganizations);
    if (mine.length === 0)
      return [
        h("p", {}, "You are not in an organization yet. Create one, or ask someone to invite you."),
      ];
    return [itemList(mine.map(item))];
  });

  function item({ id, name, slug, role }: OwnOrganization): HTMLElement {
    const isCurrent = id === current?.id;
    const work = async () => {
      await call(routes.organization.setActiveOrganization, { organizationId: id });
      await navigate("/organization", { notice: `You now work in ${name}.` });
    };
    const badges = [
      badge(ROLE_NAMES[role]),
      isCurrent ? " " : null,
      isCurrent ? badge("Current", "good") : null,
    ];
    return h(
      "li",
      {},
      h("div", {}, strong(name), " ", ...badges, quiet(slug)),
      isCurrent
        ? null
        : actions(
            actionButton(
              "Switch",
              { messages: section.messages, name: `Switch to ${name} (${slug})` },
              work,
            ),
          ),
    );
  }

  return section;
}

const createOrganizationSection = (): Section =>
  createSection("New organization", async () => {
    const name = nameField();
    const slug = shortNameField({
      hint: "For URLs. If you leave it empty, it is made from the name.",
      required: false,
    });
    async function create(): Promise<void> {
      const input = {
        name: name.input.value,
        ...(slug.input.value !== "" && { slug: slug.input.value }),
      };
      const created = await call(routes.organization.createOrganization, input);
      await navigate("/organization", {
        notice: `${created.name} is created, and you are its owner.`,
      });
    }
    return [createForm({ fields: [name, slug], submit: "Create organization", work: create })];
  });
