import type { IncomingMessage, ServerResponse } from "node:http";
import type { PermissionId } from "@acme/auth-core";
import type { HttpReply } from "@acme/auth-http";
import { shareHiddenClass } from "./hidden-class.js";
import { type IncomingRequest, writeReply } from "./node-http.js";
import { createStallWatch, type WatchConnection } from "./stalled-answers.js";
import type { Surface } from "./surface.js";

/**
 * A handler for `app.use` in Express. For `http.createServer`, give a `next` that answers what is
 * not for the surface.
 */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Serves the whole surface as one middleware: everything below `/api/auth`, its own routes below
 * `/api/v1`, and everything below the paths that features claim. It may stand before or behind body
 * parsers, at the root, which is best, or under `/api`. It calls `next` for every other request. Under another path, such as
 * `app.use("/auth", mount(surface))`, it could answer nothing, because cookies, mails and documents
 * name the paths of the surface from the root of the host: it passes an error that says so to
 * `next`. A client that takes nothing of its answer for `policy.answerTimeout` is cut off.
 * @example
 * app.use(mount(surface));
 * @example
 * const handle = mount(surface);
 * createServer((request, response) => handle(request, response, () => response.writeHead(404).end()));
 */
export function mount<P extends PermissionId>({
  http,
  read,
  answerTimeoutMs,
}: Surface<P>): Middleware {
  const watch = createStallWatch(answerTimeoutMs);
  return (incoming, response, next) => {
    const path = pathOf(incoming);
    if (path && !reachesAll(path, http.families))
      return next(new Error(misplaced(path, http.families)));
    const reply = http.answer(read(incoming));
    if (!reply) return next();
    shareHiddenClass(incoming, response);
    void send(reply, { response, watch }, next);
  };
}

const pathOf = ({ baseUrl }: IncomingRequest): string | undefined => baseUrl;

/**
 * The families of the surface, `/api/auth/` and `/api/v1/`, have this in common. Express compares
 * paths without regard to case.
 */
const COMMON = "/api/";
/** Whether a mount under the path meets the requests to the surface, and to what features claim. */
function reachesAll(path: string, families: readonly string[]): boolean {
  const below = `${path.toLowerCase()}/`;
  return (
    (COMMON.startsWith(below) || below.startsWith(COMMON)) &&
    families.every((family) => family.toLowerCase().startsWith(below))
  );
}

const misplaced = (path: string, families: readonly string[]): string =>
  `The surface is mounted under ${path} and cannot answer all of its requests there: its routes are ${["/api/auth/", "/api/v1/", ...families].map((family) => `${family}…`).join(" and ")} from the root of the host. ` +
  "Write app.use(mount(surface)). To keep the paths apart from another application's, give the service a host of its own, such as auth.example.com.";

/** An async function, because two promises chained to the reply cost more. */
async function send(
  reply: Promise<HttpReply>,
  { response, watch }: { readonly response: ServerResponse; readonly watch: WatchConnection },
  next: (error: unknown) => void,
): Promise<void> {
  try {
    writeReply(response, await reply, next);
    // Not all of it was taken at once, or there is more to come.
    if (response.writableLength > 0 || !response.writableEnded) watch(response.req.socket);
  } catch (failure) {
    next(failure);
  }
}
