import { h } from "./element.js";
import { icon, type IconName } from "./icon.js";

export type Tab = readonly [path: string, label: string, sign: IconName];

/** The pages that belong together, as links; `current` is the path of the one that is shown. */
export const tabsOf = (name: string, tabs: readonly Tab[], current: string): HTMLElement =>
  h(
    "nav",
    { class: "tabs", "aria-label": name },
    ...tabs.map(([path, label, sign]) =>
      h(
        "a",
        { href: path, "aria-current": path === current ? "page" : undefined },
        icon(sign),
        label,
      ),
    ),
  );
