import { attempt } from "./attempt.js";
import { h } from "./element.js";
import { icon } from "./icon.js";
import type { Messages } from "./messages.js";

export interface MenuItem {
  readonly label: string;
  readonly look?: "danger";
  readonly work: () => Promise<unknown>;
}

/**
 * One button for all that can be done to a thing. The arrow keys go through what it opens; Escape
 * closes it.
 */
export function menuButton(
  name: string,
  items: readonly MenuItem[],
  messages: Messages,
): HTMLElement {
  const entries = items.map(({ label, look, work }) => {
    const run = () => {
      close();
      void attempt({ button, messages }, work);
    };
    return h(
      "button",
      { type: "button", role: "menuitem", tabindex: "-1", class: look, onclick: run },
      label,
    );
  });
  const list = h("div", { role: "menu", "aria-label": name, hidden: true }, ...entries);
  const button = h(
    "button",
    { type: "button", "aria-label": name, "aria-haspopup": "menu", "aria-expanded": "false" },
    icon("more"),
  );
  const element = h("div", { class: "menu" }, button, list);
  const isOutside = ({ target }: Event) => !(target instanceof Node && element.contains(target));
  const closeFromOutside = (event: Event) => {
    if (isOutside(event)) close();
  };

  function close(): void {
    list.hidden = true;
    button.ariaExpanded = "false";
    document.removeEventListener("pointerdown", closeFromOutside);
    button.focus();
  }
  button.addEventListener("click", () => {
    if (!list.hidden) {
      close();
      return;
    }
    list.hidden = false;
    button.ariaExpanded = "true";
    document.addEventListener("pointerdown", closeFromOutside);
    entries[0]?.focus();
  });
  element.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) entries.at(next % entries.length)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    if (next !== undefined || event.key === "Escape") event.preventDefault();
  });
  return element;
}
