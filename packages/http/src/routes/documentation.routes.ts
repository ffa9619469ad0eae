import { type CallContext, type DocumentedSection, route } from "../kernel/route.js";
import { z } from "../kernel/zod.js";
import { apiTitle, describeDocument, openapiDocument } from "../openapi.js";
import { describeSurface } from "../pages/docs-page.js";
import type { Html } from "../pages/html.js";
import { showPage } from "../pages/pages.js";

/**
 * Made and written once for the reference of each surface: building the document takes
 * milliseconds.
 */
const documents = new WeakMap<readonly DocumentedSection[], Promise<string>>();

function documentOf({ auth, site, sections }: CallContext): Promise<string> {
  const written = documents.get(sections);
  if (written) return written;
  const document = openapiDocument(sections, site.serviceOrigin, auth).then((described) =>
    JSON.stringify(described),
  );
  documents.set(sections, document);
  return document;
}

const descriptions = new WeakMap<readonly DocumentedSection[], Promise<Html>>();

function descriptionOf({ auth, site, sections }: CallContext): Promise<Html> {
  const written = descriptions.get(sections);
  if (written) return written;
  const description = describeDocument(sections, site.serviceOrigin, auth).then((described) =>
    describeSurface(sections, described),
  );
  descriptions.set(sections, description);
  return description;
}

export const openapi = route({
  method: "GET",
  path: "/api/v1/openapi.json",
  summary: "Get OpenAPI document",
  description: "Read this surface as an OpenAPI 3.1 document.",
  access: "anyone",
  limit: "read",
  returns: "The OpenAPI document.",
  status: 200,
  reply: () => z.looseObject({ openapi: z.literal("3.1.0").describe("The version of OpenAPI.") }),
  refuses: [],
  handle: async (call) => ({ json: await documentOf(call) }),
});

export const docs = route({
  method: "GET",
  path: "/docs",
  summary: "Show API reference",
  description: "Read this surface as a page.",
  access: "anyone",
  limit: "read",
  returns: "A page with its contents, a table of the routes for each section, and the schemas.",
  status: 200,
  page: "always",
  reply: () => z.never(),
  refuses: [],
  handle: async (call) => ({
    page: showPage(
      { title: apiTitle(call.auth), content: await descriptionOf(call), wide: true },
      call.site,
    ),
  }),
});
