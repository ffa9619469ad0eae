import { isRefusal } from "../api.js";
import { awaitExport, findExport, requestExport, type DataExport } from "../data-export.js";
import type { AccountContext } from "../pages/account.js";
import { actionButton } from "../view/attempt.js";
import { h } from "../view/element.js";
import { createSection, type Section } from "../view/section.js";
import { timeElement } from "../view/time.js";

/**
 * The export of the user's data. The browser remembers which request was theirs: the page goes on watching it when it is
 * loaded again, and finds the file when the mail about it brings them back in another tab.
 */
export function yourDataSection({ user, leaving, changed }: AccountContext): Section {
  const key = `data-export-of-${user.id}`;
  // Stays in place while what it says changes: screen readers read that out.
  const status = h("p", { role: "status" });
  const actions = h("div", { class: "actions" });

  const section = createSection("Your data", async () => {
    show(await findRemembered());
    return [
      h("p", { class: "quiet" }, "All that we hold about you, in one file (JSON)."),
      status,
      actions,
    ];
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

  async function request(): Promise<void> {
    const id = await requestExport();
    localStorage.setItem(key, id);
    changed();
    show(await findExport(id));
  }

  async function watch(id: string): Promise<void> {
    try {
      const found = await awaitExport(id, leaving);
      if (!found || leaving.aborted) return;
      show(found);
      changed();
    } catch (problem) {
      section.messages.complain(problem);
      actions.replaceChildren(button("Look again", async () => show(await findExport(id))));
    }
  }

  function show(found: DataExport | null): void {
    status.replaceChildren(...wordsFor(found));
    actions.replaceChildren(...waysOnFrom(found));
    if (found?.status === "pending") void watch(found.id);
    // Once said, that is over.
    if (found?.status === "failed" || found?.status === "expired") localStorage.removeItem(key);
  }

  function button(label: string, work: () => Promise<void>, look?: "primary"): HTMLButtonElement {
    return actionButton(label, { messages: section.messages, ...(look && { look }) }, work);
  }

  function waysOnFrom(found: DataExport | null): readonly Node[] {
    if (!found) return [button("Request my data", request)];
    if (found.status === "pending") return [h("progress", { "aria-label": "Making your file" })];
    const again = button("Request a new file", request);
    return found.status === "ready"
      ? [button("Download my data", () => download(found.id), "primary"), again]
      : [again];
  }

  /** Asks for the link at the click: the one that came before may have expired while the page was open. */
  async function download(id: string): Promise<void> {
    const found = await findExport(id);
    if (found.status === "ready") location.assign(found.downloadUrl);
    else show(found);
  }

  return section;
}

function wordsFor(found: DataExport | null): readonly (Node | string)[] {
  switch (found?.status) {
    case undefined:
      return [];
    case "pending":
      return [
        "Your file is being made. You need not wait here: we send you a mail when it is ready.",
      ];
    case "ready":
      return ["Your file is ready. You can download it until ", timeElement(found.expiresAt), "."];
    case "failed":
      return [found.errorMessage ?? "Your file could not be made."];
    case "expired":
      return ["Your file has expired, and is deleted. You can request a new one."];
  }
}
