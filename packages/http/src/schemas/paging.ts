import type { AuditPosition, MemberPosition, UserId } from "@acme/auth-core";
import { MAX_EMAIL_INPUT, memberSearchFault } from "@acme/auth-core/surface";
import { once, z } from "../kernel/zod.js";
import { AUDIT_FORMATS } from "../views/audit-file.view.js";
import { type Cursor, cursorOf, idInCursor, instantInCursor } from "./cursor.js";
import { idField, instantField } from "./fields.js";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
const MAX_EVENT_LENGTH = 65;

/** The cursor of pages of an audit log. */
export const auditCursor = cursorOf<AuditPosition>("a1", { at: instantInCursor, id: idInCursor() });
/** The cursor of pages of members. */
export const memberCursor = cursorOf<MemberPosition>("m1", {
  createdAt: instantInCursor,
  id: idInCursor(),
});

/** Which page of a list: where it begins, and how long it is. */
export const pageQuery = <Position>(cursor: Cursor<Position>) =>
  z.object({
    cursor: cursor
      .field()
      .describe(
        "The `nextCursor` of the page before. Without one, the list starts at its beginning.",
      )
      .exactOptional(),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_LIMIT)
      .default(DEFAULT_LIMIT)
      .describe("The number of entries on the page, at most."),
  });

/** Which page of the members, of all or of those that a search finds. */
export const memberQuery = once(() =>
  pageQuery(memberCursor).extend({
    q: z
      .string()
      .max(MAX_EMAIL_INPUT, { abort: true })
      .superRefine((text, context) => {
        const message = memberSearchFault(text);
        if (message !== null) context.addIssue({ code: "custom", message });
      })
      .describe(
        "Only members whose name or email address begins with it, in whichever case; at least two characters.",
      )
      .exactOptional(),
  }),
);

const eventField = once(() =>
  z
    .string()
    .max(MAX_EVENT_LENGTH)
    .regex(/^[a-z_]+\.[a-z_]+$/)
    .describe("Only entries of this event, for example `member.removed`.")
    .exactOptional(),
);

/** Which page of a list of audit entries, of one event or of all. */
export const auditQuery = once(() => pageQuery(auditCursor).extend({ event: eventField() }));

const auditSelection = once(() => ({
  event: eventField(),
  actor: idField<UserId>()
    .describe("Only entries of this user: the `userId` of the entries.")
    .exactOptional(),
  from: instantField()
    .describe("Only entries of this time and later, for example `2026-01-31T12:00:00Z`.")
    .exactOptional(),
  to: instantField().describe("Only entries before this time.").exactOptional(),
}));

/** Which page of the audit log of an organization. */
export const organizationAuditQuery = once(() => pageQuery(auditCursor).extend(auditSelection()));

/** Which entries of the audit log of an organization are downloaded, in which format. */
export const auditDownloadQuery = once(() =>
  z.object({
    format: z
      .enum(AUDIT_FORMATS)
      .describe("`csv` for spreadsheets, `ndjson` for programs: one JSON object in each line."),
    ...auditSelection(),
  }),
);

/** How a reply leads to the page after its own. */
export const nextCursorView = once(() =>
  z.string().nullable().describe("The `cursor` of the page that follows, null on the last one."),
);
