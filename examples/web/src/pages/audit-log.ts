import { describeActivity } from "../account/activity-words.js";
import type { ActivityEntry } from "../auth.js";
import { describeDevice } from "../device.js";
import * as organizations from "../organizations.js";
import { h } from "../view/element.js";
import { refusedMessage } from "../view/messages.js";
import { createPagedList } from "../view/paged-list.js";
import type { Outcome } from "../view/router.js";
import { createSection, type Section } from "../view/section.js";
import { relativeTime } from "../view/time.js";
import { organizationTabs } from "./organization.js";
import type { SignedInVisit } from "./signed-in.js";

/** What happened in the organization, by any member. */
export function auditLogPage(visit: SignedInVisit): Outcome {
  const { user } = visit;
  const organization = user.activeOrganization;
  if (!organization) return { redirect: "/organizations" };
  const content = user.permissions.includes("org:audit:read")
    ? eventsSection(organization).element
    : refusedMessage("Your role does not show you the audit log.");
  return { title: "Audit log", wide: true, tabs: organizationTabs(visit), content: [content] };
}

const eventsSection = ({ id, name }: organizations.OwnOrganization): Section =>
  createSection(`What happened in ${name}`, async (messages) => {
    const load = (cursor: string | null) =>
      organizations.listAuditLog(id, cursor).then(({ entries, nextCursor }) => ({
        elements: entries.map(item),
        nextCursor,
      }));
    return createPagedList(h("ol", { class: "items" }), { messages, load });
  });

/** Where a line is broken, it ends with the dot. */
const DOT = "\u00a0· ";

function item(entry: ActivityEntry): HTMLElement {
  const from = [
    describeDevice(entry.userAgent),
    ...(entry.ipAddress === null ? [] : [entry.ipAddress]),
  ].join(DOT);
  const facts = h("p", { class: "quiet" }, nameOf(entry) + DOT, relativeTime(entry.at), DOT + from);
  return h("li", { tabindex: "-1" }, h("div", {}, describeActivity(entry), facts));
}

const nameOf = ({ actor }: ActivityEntry): string =>
  actor ? actor.name || actor.email || "A former member" : "Service or deleted account";
