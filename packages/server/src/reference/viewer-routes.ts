import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import type { Surface } from "@acme/auth-express";
import express, { type Router } from "express";
import { sendPage } from "../pages/page.js";
import { packed } from "./packed.js";
import { START_SCRIPT, START_TEXT, VIEWER_PAGE, VIEWER_SCRIPT } from "./viewer-page.js";

/** Where the viewer's script is: beside the built program, or in the package that it comes from. */
const PLACES = [
  "./viewer.js",
  ...["../", "../../", "../../../"].map(
    (folder) => `${folder}node_modules/@scalar/api-reference/dist/browser/standalone.js`,
  ),
];

/** The viewer of the reference at `/docs`. Without its script, or where `?plain` asks for it, the page of the surface answers. */
export function viewerRoutes(surface: Surface): Router {
  const script = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(
    (path) => existsSync(path),
  );
  const router = express.Router({ caseSensitive: true, strict: true });
  if (script === undefined) return router;
  const viewer = packed(() => readFile(script));

  router.get("/docs", (request, response, next) => {
    if (request.query["plain"] === undefined) sendPage(response, surface, VIEWER_PAGE);
    else next();
  });
  router.get(START_SCRIPT, (_request, response) => {
    asScript(response, surface).end(START_TEXT);
  });
  router.get(VIEWER_SCRIPT, async (request, response) => {
    const takesGzip = request.acceptsEncodings("gzip") !== false;
    const content = takesGzip ? await viewer() : await readFile(script);
    asScript(response, surface).setHeader("Cache-Control", "private, max-age=3600");
    if (takesGzip) response.setHeader("Content-Encoding", "gzip");
    response.end(content);
  });
  return router;
}

function asScript(response: ServerResponse, { http }: Surface): ServerResponse {
  const headers = http.guardedHeaders(http.newRequestId());
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index] ?? "", headers[index + 1] ?? "");
  return response.setHeader("Content-Type", "text/javascript; charset=utf-8");
}
