import type { Surface } from "@acme/auth-express";
import type { Branded } from "@acme/auth-http";
import express, { type RequestHandler, type Router } from "express";
import { framedMail, inboxPage, mailPage } from "../pages/inbox-pages.js";
import { createPageLook, sendJson, sendPage } from "../pages/page.js";
import { codesAndLinks } from "./codes-and-links.js";
import type { DevelopmentInbox, KeptMail } from "./development-inbox.js";
import { isFromThisMachine } from "./own-machine.js";

export interface InboxOptions {
  readonly surface: Surface;
  readonly inbox: DevelopmentInbox;
  readonly auth: Branded;
  /** Where mails are found instead, when other processes deliver them. */
  readonly elsewhere: string | null;
  /** Where the page about the service is. */
  readonly home: string;
}

/**
 * The development inbox. To any client but a browser on this machine it is as unknown as any other
 * path.
 */
export function inboxRoutes({ surface, inbox, auth, elsewhere, home }: InboxOptions): Router {
  const look = createPageLook(auth);
  const router = express.Router({ caseSensitive: true, strict: true });
  const ifOwn: RequestHandler = (request, _response, next) =>
    next(isFromThisMachine(request) ? undefined : "router");

  router.get("/dev/inbox", ifOwn, (_request, response) => {
    sendPage(response, surface, inboxPage(look, { mails: inbox.list(), elsewhere, home }));
  });

  router.get("/dev/inbox.json", ifOwn, (_request, response) => {
    sendJson(response, surface, inbox.list().map(describeForPrograms));
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

/** A mail with its codes and links, for tests of an application. */
function describeForPrograms({ id, to, subject, text }: KeptMail) {
  const keys = codesAndLinks(text);
  return {
    id,
    to,
    subject,
    codes: keys.flatMap((key) => ("code" in key ? [key.code] : [])),
    links: keys.flatMap((key) => ("link" in key ? [key.link] : [])),
  };
}
