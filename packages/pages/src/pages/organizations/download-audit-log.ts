import { AuthError } from "@acme/auth-core";
import { AUDIT_FORMATS, auditFile, viewAuditFile } from "@acme/auth-http/pages-host";
import { type Outcome, send } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import { auditFilterIn } from "./audit-filter.js";

/** `/organizations/:slug/audit/download`: the entries that the filter leaves, as a file. */
export const downloadAuditLog = page({
  name: "downloadAuditLog",
  access: { permission: "org:audit:read" },
  async load(visit): Promise<Outcome> {
    const { auth, client, granted, query, request } = visit;
    const format = AUDIT_FORMATS.find((each) => each === query["format"]);
    if (!format) throw new AuthError("NOT_FOUND");
    const { selection } = auditFilterIn(visit);
    // A request for the headers reads no entry, and enters none.
    const pages =
      request.method === "HEAD"
        ? []
        : await auth.auditLog.download(granted, { ...selection, format }, client);
    return send({ ...auditFile(format), content: viewAuditFile(format, pages) });
  },
});
