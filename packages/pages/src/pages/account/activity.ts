import type { AuditEntry, AuditEvent, AuditPosition } from "@acme/auth-core";
import { isAuditEvent, isRefusedAttempt } from "@acme/auth-core/surface";
import { type Html, html } from "@acme/auth-http";
import { auditCursor } from "@acme/auth-http/pages-host";
import { page } from "../../kernel/page.js";
import type { AnyVisit } from "../../kernel/visit.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { button, linkButton } from "../../parts/buttons.js";
import { days } from "../../parts/days.js";
import { select } from "../../parts/fields.js";
import { form } from "../../parts/forms.js";
import type { IconName } from "../../parts/icons.js";
import { actions, emptyState, heading, isolated, row, rowIcon } from "../../parts/sections.js";
import { time } from "../../parts/times.js";
import { deviceName } from "./device-words.js";

/** What the list shows of an entry. */
export interface ActivityEntryView extends Pick<
  AuditEntry,
  "at" | "event" | "ipAddress" | "userAgent"
> {
  /** The way of a sign-in, as sessions name it; null for every other event. */
  readonly way: string | null;
  /** What it was done to, by its name; null where that is not known. */
  readonly target: string | null;
  /** Whether the service did it: its worker, or an operator. */
  readonly isByService: boolean;
}

/** What the page of the activity shows. */
export interface ActivityView {
  /** Newest first. */
  readonly entries: readonly ActivityEntryView[];
  /** The kind that is shown alone; null: all. */
  readonly kind: AuditEvent | null;
  /** Where the following page begins; null on the last one. */
  readonly before: string | null;
  /** Whether newer entries are on another page. */
  readonly isLater: boolean;
}

/** Entries of a page. */
const PAGE = 25;

/** What can be asked for alone. */
const KINDS = [
  "session.opened",
  "session.renewed",
  "session.stepped_up",
  "session.ended",
  "sessions.ended",
  "password.refused",
  "code.refused",
  "password.changed",
  "password.reset",
  "passkey.added",
  "passkey.removed",
  "account.linked",
  "account.unlinked",
  "email.changed",
  "user.updated",
  "export.downloaded",
] as const satisfies readonly AuditEvent[];

/** By what an event is about: the first word of its name. */
const ICONS: Readonly<Record<string, IconName>> = {
  user: "user",
  email: "mail",
  password: "lock",
  code: "lock",
  passkey: "key",
  account: "link",
  session: "computer",
  sessions: "computer",
  invitation: "mail",
};

const template = (view: ActivityView, kit: Kit): PageContent => {
  const { activity: texts } = kit.texts;
  const { kind, before, isLater } = view;
  const query = { kind };
  const older = before && kit.page("activity", { query: { ...query, before } });
  return {
    title: texts.title,
    content: html`${heading({ title: texts.title, lead: texts.lead })}
      <div class="stack loose">
        ${filter(view, kit)} ${view.entries.length === 0 ? emptyState(texts.none) : ""}
        ${days(view.entries, (entry) => entryRow(entry, kit), kit)}
        ${actions([
          ...(isLater
            ? [linkButton({ label: texts.newest, href: kit.page("activity", { query }) })]
            : []),
          ...(older ? [linkButton({ label: texts.older, href: older })] : []),
        ])}
      </div>`,
  };
};

const filter = ({ kind }: ActivityView, kit: Kit): Html => {
  const { activity: texts, events } = kit.texts;
  return form(
    {
      action: kit.page("activity"),
      method: "get",
      layout: "search",
      content: [
        select(
          {
            name: "kind",
            label: texts.kind,
            isLabelHidden: true,
            isOptional: true,
            value: kind ?? "",
            options: [
              { value: "", label: texts.everything },
              ...KINDS.map((each) => ({ value: each, label: events[each] })),
            ],
          },
          kit,
        ),
        button({ label: texts.show }),
      ],
    },
    kit,
  );
};

const entryRow = (entry: ActivityEntryView, kit: Kit): Html => {
  const { activity, devices, events } = kit.texts;
  const { at, event, way, target, isByService, ipAddress, userAgent } = entry;
  const device = isByService ? activity.by(kit.appName) : deviceName(userAgent, kit);
  const known = [
    target === null ? null : isolated(target),
    way === null ? null : ownOf(devices.ways, way),
    device,
    isByService ? null : ipAddress,
  ];
  return row({
    start: rowIcon(ownOf(ICONS, event.split(".")[0] ?? "") ?? "shield"),
    title: ownOf<string>(events, event) ?? event,
    facts: [time(at, "time", kit), ...known.filter((fact) => fact !== null)],
  });
};

/** An application names events and what is in them as it likes. */
const ownOf = <T>(table: Readonly<Record<string, T>>, key: string): T | null =>
  Object.hasOwn(table, key) ? (table[key] ?? null) : null;

/** `/account/activity`: what happened to the account, newest first. */
export const activity = page({
  name: "activity",
  access: "in",
  load: async ({ auth, caller, query }): Promise<ActivityView> => {
    const kind = KINDS.find((each) => each === query["kind"]) ?? null;
    const after = positionIn(query);
    const { entries, next } = await auth.auditLog.activity(caller, {
      after,
      limit: PAGE,
      event: kind,
    });
    return {
      entries: entries.map(({ at, event, ipAddress, userAgent, detail, target, actor }) => ({
        at,
        event,
        ipAddress,
        userAgent,
        way: typeof detail["method"] === "string" ? detail["method"] : null,
        target: target && target.id !== caller.user.id ? target.label : null,
        isByService: actor === null && !(isAuditEvent(event) && isRefusedAttempt(event)),
      })),
      kind,
      before: next && auditCursor.write(next),
      isLater: after !== null,
    };
  },
  template,
});

/** Where a page begins; the first one where the query names none that we have written. */
function positionIn({ before }: AnyVisit["query"]): AuditPosition | null {
  const read = auditCursor.field().safeParse(before);
  return read.success ? read.data : null;
}
