import type { AnyRoute } from "@acme/auth-http";
import { permissionAccessOf } from "@acme/auth-http";
import { surface } from "../reference-surface.js";

/** What the routes name that work in an organization. */
export interface Place {
  readonly id: string;
  readonly memberId: string;
  readonly invitationId: string;
}

const CLIENT = "/api/auth/organization";
const nothing = () => ({});
type Input = (place: Place) => Readonly<Record<string, unknown>>;

/** The paths of the better-auth client that work in an organization, with what they are sent. */
const CLIENT_INPUTS: Readonly<Record<string, Input>> = {
  [`POST ${CLIENT}/update`]: () => ({ data: { name: "Renamed" } }),
  [`POST ${CLIENT}/delete`]: nothing,
  [`GET ${CLIENT}/get-organization`]: nothing,
  [`GET ${CLIENT}/get-full-organization`]: nothing,
  [`GET ${CLIENT}/get-active-member`]: nothing,
  [`GET ${CLIENT}/get-active-member-role`]: nothing,
  [`GET ${CLIENT}/list-members`]: nothing,
  [`POST ${CLIENT}/remove-member`]: ({ memberId }) => ({ memberIdOrEmail: memberId }),
  [`POST ${CLIENT}/update-member-role`]: ({ memberId }) => ({ memberId, role: "admin" }),
  [`POST ${CLIENT}/invite-member`]: () => ({ email: "friend@example.com", role: "member" }),
  [`POST ${CLIENT}/cancel-invitation`]: ({ invitationId }) => ({ invitationId }),
  [`GET ${CLIENT}/list-invitations`]: nothing,
  [`POST ${CLIENT}/has-permission`]: () => ({ permissions: { organization: ["update"] } }),
};

/** Those that do not: what a member may still do, and what is no member's. */
export const OPEN_CLIENT_PATHS: readonly string[] = [
  `POST ${CLIENT}/create`,
  `POST ${CLIENT}/check-slug`,
  `POST ${CLIENT}/set-active`,
  `GET ${CLIENT}/list`,
  `POST ${CLIENT}/leave`,
  `POST ${CLIENT}/accept-invitation`,
  `POST ${CLIENT}/reject-invitation`,
  `GET ${CLIENT}/get-invitation`,
  `GET ${CLIENT}/list-user-invitations`,
];

export const nameOf = ({ method, path }: Pick<AnyRoute, "method" | "path">): string =>
  `${method} ${path}`;

/** The paths of the client, by the table of routes. */
export const CLIENT_PATHS: readonly string[] = surface
  .filter(({ path }) => path.startsWith(`${CLIENT}/`))
  .map(nameOf);
export const CLOSED_CLIENT_PATHS: readonly string[] = Object.keys(CLIENT_INPUTS);

/** A request to a route that works in an organization. */
export interface PlacedRequest {
  readonly name: string;
  readonly method: string;
  readonly pathIn: (place: Place) => string;
  readonly bodyIn: Input | null;
}

const byPermission: readonly PlacedRequest[] = surface
  .filter(({ access }) => permissionAccessOf(access) !== null)
  .map((route) => ({
    name: nameOf(route),
    method: route.method,
    // What is sent is read after the access was checked.
    bodyIn: route.body ? nothing : null,
    pathIn: ({ id, memberId, invitationId }) =>
      route.path
        .replace(":id", id)
        .replace(":memberId", memberId)
        .replace(":invitationId", invitationId),
  }));

const ofClient: readonly PlacedRequest[] = surface.flatMap((route) => {
  const input = CLIENT_INPUTS[nameOf(route)];
  if (!input) return [];
  const isRead = route.method === "GET";
  return {
    name: nameOf(route),
    method: route.method,
    bodyIn: isRead ? null : (place: Place) => ({ organizationId: place.id, ...input(place) }),
    pathIn: ({ id }: Place) => (isRead ? `${route.path}?organizationId=${id}` : route.path),
  };
});

/** A request to every route of the surface that works in an organization. */
export const IN_ORGANIZATION: readonly PlacedRequest[] = [...byPermission, ...ofClient];
