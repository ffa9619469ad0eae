import { route } from "../kernel/route.js";
import { z } from "../kernel/zod.js";
import { auditCursor, auditQuery, nextCursorView } from "../schemas/paging.js";
import { auditEntryView, viewAuditEntry } from "../views/audit-entry.view.js";

export const activity = route({
  method: "GET",
  path: "/api/v1/me/activity",
  summary: "List account activity",
  description: "List what happened to the caller's account, newest first.",
  access: "session",
  limit: "none",
  query: auditQuery,
  returns: "A page of audit entries, newest first.",
  status: 200,
  reply: () =>
    z.strictObject({
      entries: z.array(auditEntryView()).describe("The entries of the page."),
      nextCursor: nextCursorView(),
    }),
  refuses: [],
  handle: async ({ auth, caller, query }) => {
    const { entries, next } = await auth.auditLog.activity(caller, {
      after: query.cursor ?? null,
      limit: query.limit,
      event: query.event ?? null,
    });
    return {
      body: { entries: entries.map(viewAuditEntry), nextCursor: next && auditCursor.write(next) },
    };
  },
});
