import type { ExportRequestId } from "@acme/auth-core";
import * as z from "zod";
import { idField, tokenField } from "../schemas/fields.js";
import { route } from "../kernel/route.js";
import { exportDocument, exportView, viewExport } from "../views/data-export.view.js";

const EXPORT = "/api/v1/me/export";
const FILE_NAME = "export.json";
const ofExport = z.object({ id: idField<ExportRequestId>() });

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield* [];
}

export const requestExport = route({
  method: "POST",
  path: EXPORT,
  summary: "Ask for the caller's data; while a request is pending, that one again.",
  access: "session",
  limit: "none",
  status: 202,
  reply: z.strictObject({ requestId: z.string(), status: z.literal("pending") }),
  refuses: ["TOO_MANY_REQUESTS"],
  handle: async ({ auth, caller, client }) => {
    const { id } = await auth.dataExport.request(caller, client);
    return { body: { requestId: id, status: "pending" } as const };
  },
});

export const readExport = route({
  method: "GET",
  path: `${EXPORT}/:id`,
  summary: "How far an export is, and where to fetch it once it is ready.",
  access: "session",
  limit: "none",
  params: ofExport,
  status: 200,
  reply: exportView,
  refuses: ["EXPORT_NOT_FOUND"],
  handle: async ({ auth, caller, params }) => ({
    body: viewExport(await auth.dataExport.find(caller, params.id)),
  }),
});

export const downloadExport = route({
  method: "GET",
  path: `${EXPORT}/:id/download`,
  summary: "The document behind a signed link, as it streams.",
  access: "anyone",
  limit: "read",
  params: ofExport,
  query: z.object({ token: tokenField.prefault("") }),
  status: 200,
  reply: exportDocument,
  refuses: ["EXPORT_NOT_FOUND", "EXPORT_EXPIRED"],
  handle: async ({ auth, request, params, query, client }) => {
    // Whoever only asks for the headers takes nothing along.
    if (request.method === "HEAD") await auth.dataExport.findDownload(params.id, query.token);
    const content =
      request.method === "HEAD"
        ? nothing()
        : await auth.dataExport.download(params.id, query.token, client);
    return { download: { fileName: FILE_NAME, content } };
  },
});
