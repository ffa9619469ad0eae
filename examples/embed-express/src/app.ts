import { createAuth, defineFeature, type Mailer, type Store } from "@acme/auth-core";
import { callerOf, createSite, createSurface, guards, mount } from "@acme/auth-express";
import express from "express";

export interface AppOptions {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly secret: string;
  readonly url: string;
}

/** What this application asks of roles, beyond the catalog. */
const notes = defineFeature({
  name: "notes",
  permissions: { "notes:publish": { owner: true, admin: true, member: false } },
});

/** An Express application with sign-in, a permission of its own and two guarded routes. */
export function createApp({ store, mailer, secret, url }: AppOptions) {
  const site = createSite({ serviceUrl: url, appUrl: url });
  const auth = createAuth({
    store,
    mailer,
    secret,
    links: site.links,
    appName: "Notes",
    features: [notes],
  });
  const surface = createSurface({ auth, site });
  const { answerRefusals, jsonBody, requireSession, requirePermission } = guards(surface);

  const app = express();
  app.use(mount(surface));

  app.get("/api/v1/notes", requireSession, (request, response) => {
    response.json({ author: callerOf(request).user.email, notes: [] });
  });
  app.post("/api/v1/notes", jsonBody, requirePermission("notes:publish"), (request, response) => {
    response.status(201).json({ published: request.body as unknown });
  });
  app.use(answerRefusals);

  return { app, auth };
}
