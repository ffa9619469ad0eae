import type { ExportRequestId } from "@acme/auth-core";
import { route } from "../kernel/route.js";
import { once, z } from "../kernel/zod.js";
import { idField, tokenField } from "../schemas/fields.js";
import {
  exportDocument,
  exportListView,
  exportView,
  viewExport,
  viewListedExport,
} from "../views/data-export.view.js";

const EXPORT = "/api/v1/me/export";
const FILE_NAME = "export.json";
const ofExport = once(() =>
  z.object({ id: idField<ExportRequestId>().describe("The id of the request.") }),
);

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield* [];
}

export const requestExport = route({
  method: "POST",
  path: EXPORT,
  summary: "Request data export",
  description:
    "Request an export of the caller's data. While a request is pending, it is returned again.",
  access: "session",
  limit: "none",
  returns: "The pending request.",
  status: 202,
  reply: () =>
    z.strictObject({
      requestId: z.string().describe("The id of the request."),
      status: z.literal("pending").describe("Always `pending`."),
    }),
  refuses: ["TOO_MANY_REQUESTS"],
  handle: async ({ auth, caller, client }) => {
    const { id } = await auth.dataExport.request(caller, client);
    return { body: { requestId: id, status: "pending" } as const };
  },
});

export const listExports = route({
  method: "GET",
  path: EXPORT,
  summary: "List data exports",
  description:
    "List the caller's newest export requests, 20 at most, with the URLs of the downloads that are ready.",
  access: "session",
  limit: "none",
  returns: "The requests, newest first.",
  status: 200,
  reply: () => z.strictObject({ exports: exportListView() }),
  refuses: [],
  handle: async ({ auth, caller }) => ({
    body: { exports: (await auth.dataExport.list(caller)).map(viewListedExport) },
  }),
});

export const readExport = route({
  method: "GET",
  path: `${EXPORT}/:id`,
  summary: "Get data export",
  description: "Read how far an export request is, and where to download it once it is ready.",
  access: "session",
  limit: "none",
  params: ofExport,
  returns: "The status of the request, and the URL of the download once it is ready.",
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
  summary: "Download data export",
  description: "Download an export through a signed link, as a stream.",
  access: "anyone",
  limit: "read",
  params: ofExport,
  query: () =>
    z.object({ token: tokenField().describe("The token of the signed link.").prefault("") }),
  returns: "The exported data, as a file.",
  status: 200,
  reply: exportDocument,
  refuses: ["EXPORT_NOT_FOUND", "EXPORT_EXPIRED", "ACCOUNT_SUSPENDED"],
  handle: async ({ auth, request, params, query, client }) => {
    // A request for the headers reads no content.
    if (request.method === "HEAD") await auth.dataExport.findDownload(params.id, query.token);
    const content =
      request.method === "HEAD"
        ? nothing()
        : await auth.dataExport.download(params.id, query.token, client);
    return { download: { fileName: FILE_NAME, content } };
  },
});
