import { h, present, type Child } from "./element.js";
import { createMessages, type Messages } from "./messages.js";

/** A part of a page with a heading, which loads by itself and can be loaded again. */
export interface Section {
  readonly element: HTMLElement;
  readonly messages: Messages;
  refresh(): Promise<void>;
}

let sections = 0;

/** `render` fetches what the section shows; it is called at once and at every refresh. */
export function createSection(title: string, render: (section: Section) => Promise<readonly Child[]>): Section {
  const id = `section-${++sections}`;
  const messages = createMessages();
  const body = h("div", {}, h("p", { class: "quiet" }, "Loading …"));
  const heading = h("h2", { id, tabindex: "-1" }, title);
  const section: Section = {
    element: h("section", { "aria-labelledby": id }, heading, ...messages.elements, body),
    messages,
    async refresh() {
      body.ariaBusy = "true";
      try {
        body.replaceChildren(...present(await render(section)));
      } catch (problem) {
        messages.complain(problem);
        body.replaceChildren(h("button", { type: "button", onclick: () => retry() }, "Load again"));
      }
      body.ariaBusy = "false";
    },
  };
  const retry = () => {
    messages.clear();
    heading.focus();
    return section.refresh();
  };
  void section.refresh();
  return section;
}
