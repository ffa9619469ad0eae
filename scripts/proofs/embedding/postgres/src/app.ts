import {
  createAuth,
  defineEvents,
  defineFeature,
  type Mailer,
  on,
  type Store,
} from "@acme/auth-core";
import { createSite, createSurface, grantOf, guards, mount } from "@acme/auth-express";
import express from "express";
import { createNotes, notesContributor } from "./notes.js";
import { PERMISSIONS } from "./permissions.js";

const events = defineEvents({ "note.was_published": { detail: ["characters"] } });

export interface AppOptions {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly secret: string;
  readonly url: string;
  /** Told of each note, at least once. */
  readonly onNote: (characters: string | number) => void;
}

/** A permission, a table, a route and an event of its own, over Postgres. */
export function createApp({ store, mailer, secret, url, onNote }: AppOptions) {
  const site = createSite({ serviceUrl: url, appUrl: url });
  const auth = createAuth({
    store,
    mailer,
    secret,
    links: site.links,
    features: [
      defineFeature({
        name: "notes",
        events,
        permissions: PERMISSIONS,
        contributors: [notesContributor(store)],
        subscribers: [
          on(events["note.was_published"], {
            name: "counter",
            after: async ({ detail }) => onNote(detail.characters),
          }),
        ],
      }),
    ],
  });
  const surface = createSurface({ auth, site });
  const { answerRefusals, jsonBody, requirePermission } = guards(surface);
  const notes = createNotes(store, () => auth.random.id());

  const app = express();
  app.use(mount(surface));
  app.get("/notes", requirePermission("notes:read"), async (request, response) => {
    response.json(await notes.list(grantOf(request, "notes:read")));
  });
  app.post("/notes", jsonBody, requirePermission("notes:publish"), async (request, response) => {
    const granted = grantOf(request, "notes:publish");
    const text = String((request.body as { readonly text?: unknown }).text);
    const note = await notes.publish(granted, text);
    await store.transaction((tx) =>
      auth.auditLog.record(tx, {
        event: events["note.was_published"],
        userId: granted.userId,
        organizationId: granted.organizationId,
        client: null,
        detail: { characters: text.length },
      }),
    );
    response.status(201).json(note);
  });
  app.use(answerRefusals);
  return { app, auth };
}
