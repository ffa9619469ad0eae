import type { Surface } from "@acme/auth-express";
import type { Branded } from "@acme/auth-http";
import express, { type RequestHandler, type Router } from "express";
import { framedMail, inboxPage, mailPage } from "../pages/inbox-pages.js";
import { createPageLook, sendPage } from "../pages/page.js";
import type { DevelopmentInbox } from "./development-inbox.js";
import { isFromThisMachine } from "./own-machine.js";

export interface InboxOptions {
  readonly surface: Surface;
  readonly inbox: DevelopmentInbox;
  readonly auth: Branded;
  /** Where mails are found instead, when other processes deliver them. */
  readonly elsewhere: string | null;
}

/**
 * The development inbox. To any client but a browser on this machine it is as unknown as any other
 * path.
 */
export function inboxRoutes({ surface, inbox, auth, elsewhere }: InboxOptions): Router {
  const look = createPageLook(auth);
  const router = express.Router({ caseSensitive: true, strict: true });
  const ifOwn: RequestHandler = (request, _response, next) =>
    next(isFromThisMachine(request) ? undefined : "router");

  router.get("/dev/inbox", ifOwn, (_request, response) => {
    sendPage(response, surface, inboxPage(look, { mails: inbox.list(), elsewhere }));
  });

  router.get("/dev/inbox/:id", ifOwn, (request, response, next) => {
    const mail = inbox.find(Number(request.params["id"]));
    if (!mail) {
      next();
      return;
    }
    sendPage(
      response,
      surface,
      request.query["part"] === "html" ? framedMail(mail) : mailPage(look, mail),
    );
  });

  return router;
}
