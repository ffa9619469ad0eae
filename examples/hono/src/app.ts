import { createAuth, type Mailer, type Store } from "@acme/auth-core";
import { createHandler, createSite, guards } from "@acme/auth-fetch";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";

export interface AppOptions {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly secret: string;
  readonly url: string;
}

type OnNode = { Bindings: HttpBindings };

/** A Hono application with sign-in and a guarded route. */
export function createApp({ store, mailer, secret, url }: AppOptions) {
  const site = createSite({ serviceUrl: url, appUrl: url });
  const auth = createAuth({ store, mailer, secret, links: site.links, appName: "Notes" });
  const handle = createHandler({
    auth,
    site,
    // The connection says it on Node. Behind a proxy: a header that your proxy is told to set, or
    // clients set it. A test that calls `app.request` has no connection.
    peerOf: (_request: Request, { env }: { readonly env?: Partial<HttpBindings> }) =>
      env?.incoming?.socket.remoteAddress ?? null,
  });
  const { answerFailures, requireSession } = guards(handle);
  const listNotes = requireSession((_request, { caller }) =>
    Response.json({ author: caller.user.email, notes: [] }),
  );

  const app = new Hono<OnNode>();
  app.use(async (context, next) => (await handle(context.req.raw, context)) ?? next());
  app.get("/api/v1/notes", (context) => listNotes(context.req.raw, context));
  app.onError((thrown, context) => {
    if (thrown instanceof HTTPException) return thrown.getResponse();
    return answerFailures(thrown, context.req.raw, context);
  });
  return { app, auth };
}
