import { isRefusal } from "../api.js";
import { explain } from "../problems.js";
import { h } from "./element.js";
import { icon, type IconName } from "./icon.js";
import { navigate } from "./router.js";

/** Where a part of a page says what was done and what was refused: screen readers read it out as it changes. */
export interface Messages {
  readonly elements: readonly HTMLElement[];
  say(text: string): void;
  complain(problem: unknown): void;
  clear(): void;
}

export function createMessages(): Messages {
  const done = h("p", { class: "message done", role: "status" });
  const refused = h("p", { class: "message refused", role: "alert" });
  const clear = () => {
    done.textContent = "";
    refused.textContent = "";
  };
  return {
    elements: [done, refused],
    clear,
    say(text) {
      clear();
      done.replaceChildren(...withIcon("check", text));
    },
    complain(problem) {
      if (isRefusal(problem, "UNAUTHORIZED"))
        void navigate("/?error=UNAUTHORIZED", { next: location.pathname });
      const text = explain(problem);
      if (text === null) return;
      clear();
      refused.replaceChildren(...withIcon("alert", text));
    },
  };
}

const withIcon = (name: IconName, text: string) => [icon(name), h("span", {}, text)];

/** Says what was done before this page came. */
export const doneMessage = (text: string | undefined): HTMLElement | null =>
  text === undefined
    ? null
    : h("p", { class: "message done", role: "status" }, ...withIcon("check", text));

/** Says what was refused before this page came. */
export const refusedMessage = (text: string | null): HTMLElement | null =>
  text === null
    ? null
    : h("p", { class: "message refused", role: "alert" }, ...withIcon("alert", text));
