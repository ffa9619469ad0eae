import type { AuditPosition, MemberPosition } from "@acme/auth-core";
import { once, z } from "../kernel/zod.js";
import { type Cursor, cursorOf, idInCursor, instantInCursor } from "./cursor.js";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
const MAX_EVENT_LENGTH = 65;

export const auditCursor = cursorOf<AuditPosition>("a1", { at: instantInCursor, id: idInCursor() });
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

/** Which page of a list of audit entries, of one event or of all. */
export const auditQuery = once(() =>
  pageQuery(auditCursor).extend({
    event: z
      .string()
      .max(MAX_EVENT_LENGTH)
      .regex(/^[a-z_]+\.[a-z_]+$/)
      .describe("Only entries of this event, for example `member.removed`.")
      .exactOptional(),
  }),
);

/** How a reply leads to the page after its own. */
export const nextCursorView = once(() =>
  z.string().nullable().describe("The `cursor` of the page that follows, null on the last one."),
);
