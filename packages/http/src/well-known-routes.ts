import { POLICY } from "@acme/auth-core";
import { SECOND } from "@acme/auth-core/surface";
import { namedRoute } from "./feature-routes.js";
import { publicHeaders, SEALED_HEADERS } from "./kernel/headers.js";
import { type NamedRoute, route } from "./kernel/route.js";
import type { Site } from "./kernel/site.js";
import { z } from "./kernel/zod.js";
import { type WellKnown, wellKnownDocuments } from "./site/well-known.js";

/** Where the documents are. */
export const WELL_KNOWN_FAMILY = "/.well-known/";
const JSON_FILE = [...SEALED_HEADERS, "Content-Type", "application/json"];

/**
 * Returns the routes of the documents that there are. They say nothing about who asks, so they set
 * no cookie, and every origin may read them.
 * @throws {TypeError} for options that no document can be made of
 */
export function wellKnownRoutes(options: WellKnown, site: Site): readonly NamedRoute[] {
  const { origins, endpoints, changePassword } = wellKnownDocuments(options, site);
  const standing = publicHeaders(site, POLICY.wellKnownKept.value / SECOND);

  const document = (name: string, file: string, content: object): NamedRoute => {
    const body = new TextEncoder().encode(JSON.stringify(content));
    return namedRoute(
      `wellKnown.${name}`,
      route({
        ...SHARED,
        path: `${WELL_KNOWN_FAMILY}${file}`,
        standing,
        status: 200,
        handle: async () => ({ file: { headers: JSON_FILE, body } }),
      }),
    );
  };
  const redirect = (name: string, file: string, to: string): NamedRoute =>
    namedRoute(
      `wellKnown.${name}`,
      route({
        ...SHARED,
        path: `${WELL_KNOWN_FAMILY}${file}`,
        standing,
        status: 302,
        handle: async () => ({ redirect: to, status: 302 }),
      }),
    );

  return [
    ...(origins ? [document("relatedOrigins", "webauthn", { origins })] : []),
    ...(endpoints ? [document("passkeyEndpoints", "passkey-endpoints", endpoints)] : []),
    ...(changePassword ? [redirect("changePassword", "change-password", changePassword)] : []),
  ];
}

const SHARED = {
  method: "GET",
  summary: "Get well-known document",
  description: "Read what the service says of itself to browsers and password managers.",
  access: "anyone",
  limit: "read",
  returns: "The document.",
  reply: () => z.never(),
  refuses: [],
} as const;
