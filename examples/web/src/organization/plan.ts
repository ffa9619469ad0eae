import { changePlan, PLANS, type Subscription } from "../billing.js";
import type { OrganizationContext } from "../pages/organization.js";
import { call } from "../service.js";
import { h, strong } from "../view/element.js";
import { createChoice, createForm } from "../view/form.js";
import { createSection, type Section } from "../view/section.js";
import { relativeTime } from "../view/time.js";

/** What the organization pays for: an application's own data, behind permissions of its own. */
export function planSection(
  { organization, can }: OrganizationContext,
  found: Subscription,
): Section {
  let subscription = found;

  const section = createSection("Plan", async () => {
    const { plan, updatedAt } = subscription;
    const name = PLANS.find(([id]) => id === plan)?.[1] ?? plan;
    const since =
      updatedAt === null
        ? []
        : [h("span", { class: "quiet" }, " · since ", relativeTime(updatedAt))];
    return [h("p", {}, strong(name), ...since), can("billing:write") ? changeForm(plan) : null];
  });

  function changeForm(current: string): HTMLElement {
    const plan = createChoice({ name: "plan", label: "New plan", options: PLANS, chosen: current });
    return createForm({
      fields: [plan],
      submit: "Change plan",
      async work() {
        subscription = await call(
          changePlan,
          { plan: plan.input.value },
          { organization: organization.id },
        );
        await section.refresh();
        section.messages.say("The plan is changed.");
      },
    });
  }

  return section;
}
