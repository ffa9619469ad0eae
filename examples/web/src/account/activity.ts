import * as auth from "../auth.js";
import { describeDevice } from "../device.js";
import { h } from "../view/element.js";
import { createPagedList } from "../view/paged-list.js";
import { createSection, type Section } from "../view/section.js";
import { relativeTime } from "../view/time.js";
import { describeActivity } from "./activity-words.js";

/** What happened to the account, newest first, some entries at a time. */
export const activitySection = (): Section =>
  createSection("Recent activity", (messages) => {
    const load = (cursor: string | null) =>
      auth
        .listActivity(cursor)
        .then(({ entries, nextCursor }) => ({ elements: entries.map(item), nextCursor }));
    return createPagedList(h("ol", { class: "items" }), { messages, load });
  });

/** Where a line is broken, it ends with the dot. */
const DOT = "\u00a0· ";

const item = (entry: auth.ActivityEntry): HTMLElement => {
  const from = [
    describeDevice(entry.userAgent),
    ...(entry.ipAddress === null ? [] : [entry.ipAddress]),
  ].join(DOT);
  return h(
    "li",
    { tabindex: "-1" },
    h(
      "div",
      {},
      describeActivity(entry),
      h("p", { class: "quiet" }, relativeTime(entry.at), DOT + from),
    ),
  );
};
