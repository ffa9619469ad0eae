import * as auth from "../auth.js";
import { describeDevice } from "../device.js";
import { actionButton } from "../view/attempt.js";
import { h } from "../view/element.js";
import { createSection, type Section } from "../view/section.js";
import { timeElement } from "../view/time.js";
import { describeActivity } from "./activity-words.js";

/** What happened to the account, newest first, some entries at a time. */
export const activitySection = (): Section =>
  createSection("Recent activity", async (messages) => {
    const list = h("ol", { class: "items" });
    let cursor: string | null = null;

    /** True while there is more to show. */
    async function addPage(): Promise<boolean> {
      const { entries, nextCursor } = await auth.listActivity(cursor);
      list.append(...entries.map(item));
      cursor = nextCursor;
      return nextCursor !== null;
    }
    const more = actionButton("Show more", { messages }, async () => {
      const first = list.childElementCount;
      const isMore = await addPage();
      (list.children[first] as HTMLElement | undefined)?.focus();
      if (!isMore) more.remove();
    });
    return [list, (await addPage()) ? more : null];
  });

/** Where a line is broken, it ends with the dot. */
const DOT = "\u00a0· ";

const item = (entry: auth.ActivityEntry): HTMLElement => {
  const from = [describeDevice(entry.userAgent), ...(entry.ipAddress === null ? [] : [entry.ipAddress])].join(DOT);
  return h("li", { tabindex: "-1" }, h("div", {}, describeActivity(entry), h("p", { class: "quiet" }, timeElement(entry.at), DOT + from)));
};
