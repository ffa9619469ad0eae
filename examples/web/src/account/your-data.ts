import { isRefusal } from "../api.js";
import { awaitExport, findExport, requestExport, type DataExport } from "../data-export.js";
import type { AccountContext } from "../pages/account.js";
import { actionButton } from "../view/attempt.js";
import { h, type Child } from "../view/element.js";
import { createSection, type Section } from "../view/section.js";
import { timeElement } from "../view/time.js";

/**
 * A copy of all that the service holds about somebody. Which request was theirs, the browser remembers: the page goes on watching when it is loaded
 * again, and knows the file when the mail brings them back in another tab.
 */
export function yourDataSection({ user, leaving, changed }: AccountContext): Section {
  const key = `data-export-of-${user.id}`;
  // Stays in place while what it says changes: screen readers read it out.
  const status = h("p", { role: "status" });
  const actions = h("div", { class: "actions" });

  const section = createSection("Your data", async () => {
    const found = await findRemembered();
    show(found);
    if (found?.status === "pending") void watch(found.id);
    return [h("p", { class: "quiet" }, "Everything we hold about you, in one file (JSON)."), status, actions];
  });

  async function findRemembered(): Promise<DataExport | null> {
    const id = localStorage.getItem(key);
    if (id === null) return null;
    try {
      return await findExport(id);
    } catch (problem) {
      if (!isRefusal(problem, "EXPORT_NOT_FOUND")) throw problem;
      localStorage.removeItem(key);
      return null;
    }
  }

  function show(found: DataExport | null): void {
    const { words, ways } = describe(found);
    status.replaceChildren(...words);
    actions.replaceChildren(...ways);
    // Said once, it is over.
    if (found?.status === "failed" || found?.status === "expired") localStorage.removeItem(key);
  }

  function describe(found: DataExport | null): { readonly words: readonly (Node | string)[]; readonly ways: readonly Node[] } {
    const button = (label: string, work: () => Promise<void>, look?: "primary") =>
      actionButton(label, { messages: section.messages, ...(look && { look }) }, work);
    if (!found) return { words: [], ways: [button("Request my data", request)] };
    return {};
  }

  return section;
}
