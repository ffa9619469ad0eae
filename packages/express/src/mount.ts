import type { IncomingMessage, ServerResponse } from "node:http";
import type { PermissionId } from "@acme/auth-core";
import type { HttpReply } from "@acme/auth-http";
import { shareHiddenClass } from "./hidden-class.js";
import { writeReply } from "./node-http.js";
import type { Surface } from "./surface.js";

/** A handler for `app.use` in Express. For `http.createServer`, give a `next` that answers what is not for the surface. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Serves the whole surface as one middleware: everything below `/api/auth`, and its own routes below `/api/v1`. It may
 * stand before or behind body parsers, at the root or under a path. It calls `next` for every other request.
 * @example
 * app.use(mount(surface));
 * @example
 * const handle = mount(surface);
 * createServer((request, response) => handle(request, response, () => response.writeHead(404).end()));
 */
export function mount<P extends PermissionId>({ http, read }: Surface<P>): Middleware {
  return (incoming, response, next) => {
    const reply = http.answer(read(incoming));
    if (!reply) return next();
    shareHiddenClass(incoming, response);
    void send(reply, response, next);
  };
}

/** An async function, because two promises chained to the reply cost more. */
async function send(
  reply: Promise<HttpReply>,
  response: ServerResponse,
  next: (error: unknown) => void,
): Promise<void> {
  try {
    writeReply(response, await reply, next);
  } catch (failure) {
    next(failure);
  }
}
