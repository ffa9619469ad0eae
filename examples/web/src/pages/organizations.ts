import { nameField, shortNameField } from "../organization/details.js";
import { ROLE_NAMES } from "../organization/roles.js";
import * as organizations from "../organizations.js";
import { actionButton } from "../view/attempt.js";
import { h } from "../view/element.js";
import { createForm } from "../view/form.js";
import { doneMessage } from "../view/messages.js";
import { navigate, spendLuggage, type View } from "../view/router.js";
import { createSection, type Section } from "../view/section.js";
import type { SignedInVisit } from "./signed-in.js";

/** Where one chooses in which organization to work, or begins another. */
export function organizationsPage(visit: SignedInVisit): View {
  const { luggage, user } = visit;
  spendLuggage(visit);
  return {
    title: "Your organizations",
    wide: true,
    content: [
      doneMessage(luggage.notice),
      switchSection(user.activeOrganization).element,
      createOrganizationSection().element,
    ],
  };
}

function switchSection(current: organizations.OwnOrganization | null): Section {
  const section = createSection("Where you work", async () => {
    const mine = await organizations.listOrganizations();
    if (mine.length === 0)
      return [
        h("p", {}, "You are not in an organization yet. Create one, or ask someone to invite you."),
      ];
    return [h("ul", { class: "items" }, ...mine.map(item))];
  });

  function item({ id, name, slug, role }: organizations.OwnOrganization): HTMLElement {
    const isCurrent = id === current?.id;
    const work = async () => {
      await organizations.switchOrganization(id);
      await navigate("/organization", { notice: `You now work in ${name}.` });
    };
    const badges = [
      h("span", { class: "badge" }, ROLE_NAMES[role]),
      isCurrent ? " " : null,
      isCurrent ? h("span", { class: "badge good" }, "Current") : null,
    ];
    return h(
      "li",
      {},
      h("div", {}, h("strong", {}, name), " ", ...badges, h("p", { class: "quiet" }, slug)),
      isCurrent
        ? null
        : h(
            "div",
            { class: "actions" },
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
      const created = await organizations.createOrganization(input);
      await navigate("/organization", {
        notice: `${created.name} is created, and you are its owner.`,
      });
    }
    return [createForm({ fields: [name, slug], submit: "Create organization", work: create })];
  });
