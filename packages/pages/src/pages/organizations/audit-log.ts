import type { ShownAuditEntry } from "@acme/auth-core";
import { type Html, html } from "@acme/auth-http";
import { auditCursor } from "@acme/auth-http/pages-host";
import { page } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { avatar } from "../../parts/avatar.js";
import { button, linkButton } from "../../parts/buttons.js";
import { days } from "../../parts/days.js";
import { field, select } from "../../parts/fields.js";
import { form } from "../../parts/forms.js";
import {
  actions,
  emptyState,
  folded,
  heading,
  isolated,
  row,
  rowIcon,
} from "../../parts/sections.js";
import { time } from "../../parts/times.js";
import { deviceName } from "../account/device-words.js";
import { AUDIT_KINDS, type AuditFilterFields, auditFilterIn } from "./audit-filter.js";
import { alsoGranted, nameOf, ownOrganization } from "./own-organization.js";

/** What the audit log shows of an entry. */
export type AuditEntryView = Pick<
  ShownAuditEntry,
  "at" | "event" | "ipAddress" | "userAgent" | "target"
> & {
  /** Null when the service did it, and once the user is erased. */
  readonly actor: { readonly id: string; readonly name: string } | null;
};

/** What the page of the audit log shows. */
export interface AuditLogView {
  readonly organization: { readonly name: string; readonly slug: string };
  /** Newest first. */
  readonly entries: readonly AuditEntryView[];
  readonly filter: AuditFilterFields;
  /** Members to choose from. */
  readonly members: readonly { readonly id: string; readonly name: string }[];
  /** Where the following page begins; null on the last one. */
  readonly cursor: string | null;
  readonly isLater: boolean;
}

/** Entries of a page, and members that can be chosen. */
const PAGE = 50;
const MEMBERS = 100;

const template = (view: AuditLogView, kit: Kit): PageContent => {
  const { auditLog: texts, activity } = kit.texts;
  const { organization, cursor, isLater } = view;
  const { slug } = organization;
  const query = { ...view.filter };
  const older = cursor && kit.page("auditLog", { slug }, { query: { ...query, cursor } });
  const download = (format: "csv" | "ndjson"): Html =>
    linkButton({
      label: format.toUpperCase(),
      spoken: texts.download(format.toUpperCase()),
      icon: "file",
      href: kit.page("downloadAuditLog", { slug }, { query: { ...query, format } }),
    });
  return {
    title: texts.title,
    within: [organization.name],
    content: html`${heading({ title: texts.title })}
      <div class="stack loose">
        ${folded(texts.filter, filterForm(view, kit), Object.values(view.filter).some(Boolean))}
        <div class="side">${[download("csv"), download("ndjson")]}</div>
        ${view.entries.length === 0 ? emptyState(texts.none) : ""}
        ${days(view.entries, (entry) => entryRow(entry, kit), kit)}
        ${actions([
          ...(isLater
            ? [
                linkButton({
                  label: activity.newest,
                  href: kit.page("auditLog", { slug }, { query }),
                }),
              ]
            : []),
          ...(older ? [linkButton({ label: activity.older, href: older })] : []),
        ])}
      </div>`,
  };
};

const filterForm = ({ filter, members, organization: { slug } }: AuditLogView, kit: Kit): Html => {
  const { auditLog: texts, activity, events } = kit.texts;
  const optional = { isOptional: true, saysOptional: false } as const;
  const date = { ...optional, type: "date", autocomplete: "off" } as const;
  const isListed = filter.actor === "" || members.some(({ id }) => id === filter.actor);
  return form(
    {
      action: kit.page("auditLog", { slug }),
      method: "get",
      content: [
        select(
          {
            ...optional,
            name: "event",
            label: texts.event,
            value: filter.event,
            options: [
              { value: "", label: texts.everything },
              ...AUDIT_KINDS.map((each) => ({ value: each, label: events[each] })),
            ],
          },
          kit,
        ),
        select(
          {
            ...optional,
            name: "actor",
            label: texts.actor,
            value: filter.actor,
            options: [
              { value: "", label: texts.everyone },
              ...(isListed ? [] : [{ value: filter.actor, label: filter.actor }]),
              ...members.map(({ id, name }) => ({ value: id, label: name })),
            ],
          },
          kit,
        ),
        html`<div class="side even">
          ${field({ ...date, name: "from", label: texts.from, value: filter.from }, kit)}
          ${field({ ...date, name: "to", label: texts.until, value: filter.to }, kit)}
        </div>`,
        actions([button({ label: activity.show })]),
      ],
    },
    kit,
  );
};

const entryRow = (entry: AuditEntryView, kit: Kit): Html => {
  const { activity, auditLog, events } = kit.texts;
  const { at, event, actor, target, ipAddress, userAgent } = entry;
  const device = [deviceName(userAgent, kit), ipAddress].filter((each) => each !== null);
  return row({
    start: actor ? avatar(actor) : rowIcon("shield"),
    title: new Map<string, string>(Object.entries(events)).get(event) ?? event,
    facts: [
      time(at, "time", kit),
      actor ? isolated(actor.name) : activity.by(kit.appName),
      ...(target && target.id !== actor?.id ? [isolated(target.label)] : []),
    ],
    ...(ipAddress !== null && {
      action: folded(auditLog.details, html`<p class="small quiet-text">${device.join(" · ")}</p>`),
    }),
  });
};

/** `/organizations/:slug/audit`: what happened in the organization, newest first. */
export const auditLog = page({
  name: "auditLog",
  access: { permission: "org:audit:read" },
  async load(visit): Promise<AuditLogView> {
    const { auth, granted } = visit;
    const { organization } = await ownOrganization(visit);
    const { fields, selection, after } = auditFilterIn(visit);
    const { entries, next } = await auth.auditLog.ofOrganization(granted, {
      ...selection,
      after,
      limit: PAGE,
    });
    const readers = await alsoGranted(visit, "org:members:read");
    const { members } = await auth.memberships.list(readers, { after: null, limit: MEMBERS });
    return {
      organization,
      entries: entries.map(({ at, event, actor, target, ipAddress, userAgent }) => ({
        at,
        event,
        actor: actor && { id: actor.id, name: actor.name || (actor.email ?? "") },
        target,
        ipAddress,
        userAgent,
      })),
      filter: fields,
      members: members.map(({ user }) => ({ id: user.id, name: nameOf(user) })),
      cursor: next && auditCursor.write(next),
      isLater: after !== null,
    };
  },
  template,
});
