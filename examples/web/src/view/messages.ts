import { AuthClientError } from "@acme/auth-client";
import { explain } from "../problems.js";
import { type Child, h } from "./element.js";
import { icon, type IconName } from "./icon.js";
import { navigate } from "./router.js";

/**
 * Where a part of a page says what was done and what was refused: screen readers read it out as it
 * changes.
 */
export interface Messages {
  readonly elements: readonly HTMLElement[];
  say(text: string): void;
  complain(problem: unknown): void;
  clear(): void;
}

export function createMessages(): Messages {
  const done = paragraph("done", "status");
  const refused = paragraph("refused", "alert");
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
      if (AuthClientError.is(problem, "UNAUTHORIZED"))
        void navigate("/?error=UNAUTHORIZED", { next: location.pathname });
      const text = explain(problem);
      if (text === null) return;
      clear();
      refused.replaceChildren(...withIcon("alert", text));
    },
  };
}

const withIcon = (name: IconName, text: string) => [icon(name), h("span", {}, text)];
const paragraph = (kind: string, role: string, ...content: readonly Child[]): HTMLElement =>
  h("p", { class: `message ${kind}`, role }, ...content);

/** Says what was done before this page came. */
export const doneMessage = (text: string | undefined): HTMLElement | null =>
  text === undefined ? null : paragraph("done", "status", ...withIcon("check", text));

/** Says what was refused before this page came. */
export const refusedMessage = (text: string | null): HTMLElement | null =>
  text === null ? null : paragraph("refused", "alert", ...withIcon("alert", text));
