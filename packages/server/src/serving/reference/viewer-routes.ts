import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import type { Auth } from "@acme/auth-core";
import type { Surface } from "@acme/auth-express";
import { apiTitle } from "@acme/auth-http";
import express, { type RequestHandler, type Router } from "express";
import { sendPage } from "../pages/page.js";
import { packed } from "./packed.js";
import { createViewerPage, START_SCRIPT, START_TEXT, VIEWER_SCRIPT } from "./viewer-page.js";

/** How much of the viewer's script is written at once. */
const PIECE_BYTES = 65_536;

/** Where the viewer's script is: beside the built program, or in the package that it comes from. */
const PLACES = [
  "./viewer.js",
  ...["../", "../../", "../../../"].map(
    (folder) => `${folder}node_modules/@scalar/api-reference/dist/browser/standalone.js`,
  ),
];

/**
 * The viewer of the reference at `/docs`. Without its script, or where `?plain` asks for it, the
 * page of the surface answers.
 */
export function viewerRoutes(surface: Surface, auth: Pick<Auth, "appName">): Router {
  const script = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(
    (path) => existsSync(path),
  );
  const router = express.Router({ caseSensitive: true, strict: true });
  if (script === undefined) return router;
  const viewer = packed(() => readFile(script));
  const page = createViewerPage(apiTitle(auth));
  // As the routes of the surface count that show the same.
  const count: RequestHandler = async (request, _response, next) => {
    await surface.http.countRequest("read", surface.read(request));
    next();
  };

  router.get("/docs", (request, _response, next) => {
    next(request.query["plain"] === undefined ? undefined : "router");
  });
  router.get(["/docs", START_SCRIPT, VIEWER_SCRIPT], count);
  router.get("/docs", (_request, response) => sendPage(response, surface, page));
  router.get(START_SCRIPT, (_request, response) => {
    asScript(response, surface).end(START_TEXT);
  });
  router.get(VIEWER_SCRIPT, async (request, response) => {
    asScript(response, surface).setHeader("Cache-Control", "private, max-age=3600");
    if (request.acceptsEncodings("gzip") === false)
      return sendPieces(createReadStream(script), response);
    const content = await viewer();
    response.setHeader("Content-Encoding", "gzip").setHeader("Content-Length", content.length);
    return sendPieces(Readable.from(piecesOf(content)), response);
  });
  return router;
}

/**
 * Sends it as fast as the client takes it, so that one who reads slowly is seen to read. One who
 * has gone away is no failure.
 */
async function sendPieces(content: Readable, response: ServerResponse): Promise<void> {
  try {
    await pipeline(content, response);
  } catch (failure) {
    const isClosed =
      failure instanceof Error &&
      "code" in failure &&
      failure.code === "ERR_STREAM_PREMATURE_CLOSE";
    if (!isClosed) throw failure;
  }
}

function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += PIECE_BYTES)
    yield content.subarray(start, start + PIECE_BYTES);
}

function asScript(response: ServerResponse, { http }: Surface): ServerResponse {
  const headers = http.guardedHeaders(http.newRequestId());
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index] ?? "", headers[index + 1] ?? "");
  return response.setHeader("Content-Type", "text/javascript; charset=utf-8");
}
