import { createAuth, type Mailer, type Store } from "@acme/auth-core";
import { createHandler, createSite, guards } from "@acme/auth-fetch";
import { createPages } from "@acme/auth-pages";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { html } from "hono/html";
import { HTTPException } from "hono/http-exception";

export interface AppOptions {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly secret: string;
  readonly url: string;
}

type OnNode = { Bindings: HttpBindings };

/** A Hono application with the ready pages, a guarded page and a guarded route. */
export function createApp({ store, mailer, secret, url }: AppOptions) {
  const site = createSite({ serviceUrl: url, pages: "/", homeUrl: `${url}/notes` });
  const auth = createAuth({ store, mailer, secret, links: site.links, appName: "Notes" });
  const handle = createHandler({
    auth,
    site,
    pages: createPages(),
    // The connection says it on Node. Behind a proxy: a header that your proxy is told to set, or
    // clients set it. A test that calls `app.request` has no connection.
    peerOf: (_request: Request, { env }: { readonly env?: Partial<HttpBindings> }) =>
      env?.incoming?.socket.remoteAddress ?? null,
  });
  const { answerFailures, personalHeaders, readSession, requireSession } = guards(handle);
  const listNotes = requireSession((_request, { caller }) =>
    Response.json({ author: caller.user.email, notes: [] }),
  );

  const app = new Hono<OnNode>();
  app.use(async (context, next) => (await handle(context.req.raw, context)) ?? next());
  app.get("/notes", async (context) => {
    const { caller } = await readSession(context.req.raw, context);
    if (!caller) return context.redirect(`/sign-in?next=${encodeURIComponent(context.req.path)}`);
    const page = html`<h1>Your notes</h1>
      <p>Signed in as ${caller.user.email}</p>
      <p><a href="/account">Account</a> <a href="/sign-out">Sign out</a></p>`;
    return context.html(page, 200, personalHeaders());
  });
  app.get("/api/v1/notes", (context) => listNotes(context.req.raw, context));
  app.onError((thrown, context) => {
    if (thrown instanceof HTTPException) return thrown.getResponse();
    return answerFailures(thrown, context.req.raw, context);
  });
  return { app, auth };
}
