import * as z from "zod";
import { describeSurface } from "../docs-page.js";
import { route, type Section } from "../kernel/route.js";
import type { Site } from "../kernel/site.js";
import { openapiDocument } from "../openapi.js";

/** Made once for each site: writing every schema takes milliseconds. */
const documents = new WeakMap<Site, ReturnType<typeof openapiDocument>>();

function documentOf(site: Site, sections: readonly Section[]) {
  let document = documents.get(site);
  if (!document) documents.set(site, (document = openapiDocument(sections, site.serviceOrigin)));
  return document;
}

export const openapi = route({
  method: "GET",
  path: "/api/v1/openapi.json",
  summary: "This surface as an OpenAPI 3.1 document.",
  access: "anyone",
  limit: "none",
  status: 200,
  reply: z.looseObject({ openapi: z.literal("3.1.0") }),
  refuses: [],
  handle: async ({ site, sections }) => ({ body: documentOf(site, sections) }),
});

export const docs = route({
  method: "GET",
  path: "/docs",
  summary: "This surface as a page to read.",
  access: "anyone",
  limit: "none",
  status: 200,
  page: "always",
  reply: z.never(),
  refuses: [],
  handle: async ({ sections }) => ({ page: { title: "HTTP surface", content: describeSurface(sections), wide: true } }),
});
