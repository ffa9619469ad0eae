import { type AnyRoute, openapiDocument } from "@acme/auth-http";
import { sections, surface } from "../reference-surface.js";

/** What a route can name by an id, a slug or an address. */
export type ObjectKind =
  | "organization"
  | "slug"
  | "member"
  | "address"
  | "invitation"
  | "passkey"
  | "session"
  | "account"
  | "export";
/** What is somebody's, and the token of the link to their export. */
export type Ids = Readonly<Record<ObjectKind | "exportToken", string>>;

/** Where a request says which object it means. */
export type Place = `${"path" | "query" | "body"}:${string}`;

interface Naming {
  readonly kinds: readonly ObjectKind[];
  /**
   * What else the request needs, in its body or, where it has none, its query, in terms of the
   * caller's own objects.
   */
  readonly rest?: (own: Ids) => object;
  /** How it answers for what is not there. */
  readonly refuses?: number;
}

const one = (kind: ObjectKind, rest?: Naming["rest"]): Naming => ({
  kinds: [kind],
  ...(rest && { rest }),
});
const ORGANIZATION = one("organization");
const MEMBER = one("member");
const INVITATION = one("invitation");
const BY_ID_OR_SLUG = {
  "query:organizationId": ORGANIZATION,
  "query:organizationSlug": one("slug"),
};

const V1 = "/api/v1/organizations/:id";
const CLIENT = "/api/auth/organization";

/** Which object each route names, and where: every place of the surface that holds an id. */
export const NAMED: Readonly<Record<string, Readonly<Record<Place, Naming>>>> = {
  [`GET ${V1}`]: { "path:id": ORGANIZATION },
  [`PATCH ${V1}`]: { "path:id": one("organization", () => ({ name: "Mine now" })) },
  [`DELETE ${V1}`]: { "path:id": ORGANIZATION },
  "PUT /api/v1/me/active-organization": { "body:organizationId": ORGANIZATION },
  [`GET ${V1}/members`]: { "path:id": ORGANIZATION },
  [`PATCH ${V1}/members/:memberId`]: {
    "path:id": one("organization", () => ({ role: "admin" })),
    "path:memberId": one("member", () => ({ role: "admin" })),
  },
  [`DELETE ${V1}/members/:memberId`]: { "path:id": ORGANIZATION, "path:memberId": MEMBER },
  [`POST ${V1}/leave`]: { "path:id": ORGANIZATION },
  [`POST ${V1}/transfer-ownership`]: {
    "path:id": one("organization", ({ member }) => ({ memberId: member })),
    "body:memberId": MEMBER,
  },
  [`POST ${V1}/invitations`]: {
    "path:id": one("organization", () => ({ email: "friend@example.com", role: "member" })),
  },
  [`GET ${V1}/invitations`]: { "path:id": ORGANIZATION },
  [`POST ${V1}/invitations/:invitationId/resend`]: {
    "path:id": ORGANIZATION,
    "path:invitationId": INVITATION,
  },
  [`DELETE ${V1}/invitations/:invitationId`]: {
    "path:id": ORGANIZATION,
    "path:invitationId": INVITATION,
  },
  "POST /api/v1/invitations/accept": { "body:invitationId": INVITATION },
  "POST /api/v1/invitations/reject": { "body:invitationId": INVITATION },
  [`GET ${V1}/audit`]: { "path:id": ORGANIZATION },
  [`GET ${V1}/audit/export`]: { "path:id": ORGANIZATION },

  [`POST ${CLIENT}/update`]: {
    "body:organizationId": one("organization", () => ({ data: { name: "Mine now" } })),
  },
  [`POST ${CLIENT}/delete`]: { "body:organizationId": ORGANIZATION },
  [`POST ${CLIENT}/set-active`]: {
    "body:organizationId": ORGANIZATION,
    "body:organizationSlug": one("slug"),
  },
  [`GET ${CLIENT}/get-organization`]: BY_ID_OR_SLUG,
  [`GET ${CLIENT}/get-full-organization`]: BY_ID_OR_SLUG,
  [`GET ${CLIENT}/get-active-member-role`]: BY_ID_OR_SLUG,
  [`GET ${CLIENT}/list-members`]: BY_ID_OR_SLUG,
  [`GET ${CLIENT}/list-invitations`]: BY_ID_OR_SLUG,
  [`POST ${CLIENT}/remove-member`]: {
    "body:organizationId": one("organization", ({ member }) => ({ memberIdOrEmail: member })),
    "body:memberIdOrEmail": { kinds: ["member", "address"] },
  },
  [`POST ${CLIENT}/update-member-role`]: {
    "body:organizationId": one("organization", ({ member }) => ({
      memberId: member,
      role: "admin",
    })),
    "body:memberId": one("member", () => ({ role: "admin" })),
  },
  [`POST ${CLIENT}/leave`]: { "body:organizationId": ORGANIZATION },
  [`POST ${CLIENT}/invite-member`]: {
    "body:organizationId": one("organization", () => ({
      email: "friend@example.com",
      role: "member",
    })),
  },
  [`POST ${CLIENT}/accept-invitation`]: { "body:invitationId": INVITATION },
  [`POST ${CLIENT}/reject-invitation`]: { "body:invitationId": INVITATION },
  [`POST ${CLIENT}/cancel-invitation`]: { "body:invitationId": INVITATION },
  [`GET ${CLIENT}/get-invitation`]: { "query:id": INVITATION },
  [`POST ${CLIENT}/has-permission`]: {
    "body:organizationId": one("organization", () => ({ permissions: { org: ["read"] } })),
  },

  "GET /api/v1/me/export/:id": { "path:id": one("export") },
  "GET /api/v1/me/export/:id/download": {
    "path:id": one("export", ({ exportToken }) => ({ token: exportToken })),
  },

  "POST /api/auth/passkey/delete-passkey": { "body:id": one("passkey") },
  "POST /api/auth/passkey/update-passkey": {
    "body:id": one("passkey", () => ({ name: "Mine now" })),
  },
  "POST /api/auth/unlink-account": { "body:accountId": { kinds: ["account"], refuses: 400 } },
  // Ending a session that is not there is no error, and says nothing of others'.
  "POST /api/auth/revoke-session": {
    "body:id": { kinds: ["session"], refuses: 200 },
    "body:token": { kinds: ["session"], refuses: 200 },
  },
};

/**
 * What looks like an id and names no object by itself: a mailed secret, a provider out of the
 * configuration, and the credential that a signed answer comes from, of which the tests of passkeys
 * tell.
 */
const NO_OBJECTS: readonly string[] = [
  "GET /api/auth/reset-password/:token path:token",
  "GET /api/auth/callback/:provider path:provider",
  "POST /api/auth/callback/:provider path:provider",
  ...["registration", "authentication"].flatMap((ceremony) =>
    ["id", "rawId"].map((name) => `POST /api/auth/passkey/verify-${ceremony} body:${name}`),
  ),
];

const NAMES_OBJECTS = /^id$|Id$|IdOrEmail$|Slug$/;

export const nameOf = ({ method, path }: AnyRoute): string => `${method} ${path}`;

/** Every place of the surface that holds the id of something, as its own description says. */
export async function placesOfIds(): Promise<readonly string[]> {
  const { paths, components } = await openapiDocument(sections, "http://localhost");
  const schemas = new Map<unknown, unknown>(
    Object.entries(components.schemas).map(([name, schema]) => [
      `#/components/schemas/${name}`,
      schema,
    ]),
  );
  return surface.flatMap((route) => {
    const operation = paths[route.path.replaceAll(/:(\w+)/g, "{$1}")]![
      route.method.toLowerCase()
    ] as {
      readonly parameters?: readonly { readonly in: string; readonly name: string }[];
      readonly requestBody?: object;
    };
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => `path:${name}`);
    const inQuery = (operation.parameters ?? [])
      .filter((one) => one.in === "query")
      .map(({ name }) => `query:${name}`);
    const inBody = propertiesIn(operation.requestBody, schemas).map((name) => `body:${name}`);
    const named = [...inQuery, ...inBody].filter((place) =>
      NAMES_OBJECTS.test(place.split(":")[1]!),
    );
    return [...inPath, ...named]
      .map((place) => `${nameOf(route)} ${place}`)
      .filter((place) => !NO_OBJECTS.includes(place));
  });
}

/**
 * The names of all properties in a schema, however deep they stand, also in the schemas that it
 * refers to.
 */
function propertiesIn(node: unknown, schemas: ReadonlyMap<unknown, unknown>): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  if ("$ref" in node) return propertiesIn(schemas.get(node.$ref), schemas);
  const own = "properties" in node ? Object.keys(node.properties as object) : [];
  const inner = Object.values(node).flatMap((each) => propertiesIn(each, schemas));
  return [...new Set([...own, ...inner])];
}
