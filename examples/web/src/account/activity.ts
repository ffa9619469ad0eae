import type { ActivityActivityReply, AuditEntry } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { describeDevice } from "../device.js";
import { call } from "../service.js";
import { type Child, h, quiet } from "../view/element.js";
import type { Messages } from "../view/messages.js";
import { createPagedList } from "../view/paged-list.js";
import { createSection, type Section } from "../view/section.js";
import { relativeTime } from "../view/time.js";
import { describeActivity } from "./activity-words.js";

/** What happened to the account. */
export const activitySection = (): Section =>
  createSection("Recent activity", (messages) =>
    createActivityList(messages, (cursor) => call(routes.activity.activity, { limit: 10, cursor })),
  );

/** What happened, newest first, some entries at a time. `nameOf` says who did it. */
export const createActivityList = (
  messages: Messages,
  fetchPage: (cursor?: string) => Promise<ActivityActivityReply>,
  nameOf?: (entry: AuditEntry) => string,
): Promise<readonly Child[]> =>
  createPagedList(h("ol", { class: "items" }), {
    messages,
    async load(cursor) {
      const { entries, nextCursor } = await fetchPage(cursor);
      return { elements: entries.map((entry) => item(entry, nameOf?.(entry))), nextCursor };
    },
  });

/** Where a line is broken, it ends with the dot. */
const DOT = "\u00a0· ";

function item(entry: AuditEntry, name?: string): HTMLElement {
  const { at, ipAddress, userAgent } = entry;
  const facts = quiet(
    name === undefined ? "" : name + DOT,
    relativeTime(at),
    DOT + describeDevice(userAgent),
    ipAddress && DOT + ipAddress,
  );
  return h("li", { tabindex: "-1" }, h("div", {}, describeActivity(entry), facts));
}
