import { accessText, type NamedRoute } from "@acme/auth-http";
import {
  type Door,
  OPENING,
  OPENING_NOTHING,
} from "../packages/server/test/second-factor/table-of-doors.js";
import { code, table } from "./markdown.js";

/**
 * `docs/doors.md`: what each request gives to users with and without a second factor, from the table
 * of the tests and the routes.
 * @param note says that it is generated
 * @param surface every route, those of the second factor among them
 * @throws {Error} when the table names an operation that no route has, or leaves out a route that
 * opens sessions
 */
export function doors(note: string, surface: readonly NamedRoute[]): string {
  const routeOf = (id: string): NamedRoute => {
    const route = surface.find(({ operationId }) => operationId === id);
    if (!route) throw new Error(`table-of-doors.ts names ${id}, and no route is called so.`);
    return route;
  };
  const opening = surface.filter(({ opensSession }) => opensSession);
  const forgotten = opening.filter(({ operationId }) => !Object.hasOwn(OPENING, operationId));
  if (forgotten.length > 0)
    throw new Error(`table-of-doors.ts lacks ${forgotten.map(({ path }) => path).join(", ")}.`);
  const rows = Object.entries(OPENING).flatMap(([id, cases]) =>
    cases.map((each) => rowOf(routeOf(id), each)),
  );
  const quiet = OPENING_NOTHING.map(routeOf).map((route) => [pathsOf(route), accessText(route)]);
  return `# Doors

${note} A test goes through every door of the first table with users who have no second factor, an authenticator app, and a passkey, on both databases, and fails when a route that opens sessions has no row.

A *first proof* is a password, a mailed code or link, an external provider, or a passkey that does not count as two. A *second proof* is a code of an authenticator app or a recovery code. A passkey that verifies its user is both at once.

- **opens 1**, **opens 2**: opens a session of so many factors, or renews the one that is presented.
- **withheld**: opens none. The sign-in waits ten minutes for the second proof, in a cookie of its own.
- **after it**: takes a sign-in that is withheld.

## Requests that open a session

${table(["route", "no second factor", "enrolled", "in an organization that requires two, not enrolled"], rows)}

Where an organization requires two factors, a session of one goes on, and what works in that organization refuses it. Proofs in a session (re-authentication, step-up) renew its row; of an enrolled user, one that a first proof alone would renew stays as it was.

Where the second factor is left out, every first proof of a user who has enrolled is refused with \`SECOND_FACTOR_REQUIRED\`, and passkeys too.

## Requests that open none

They prove something, or change what a user signs in with. None of them opens a session, with a second factor or without. *proved* asks an enrolled user for a second proof of the last ten minutes; so do turning the second factor off, replacing the app, and new recovery codes.

${table(["route", "for"], quiet)}

A reset of the password ends every session and every sign-in that waits, and removes no factor.
`;
}

const rowOf = (route: NamedRoute, { by, none, enrolled, org }: Door): readonly string[] => [
  `${pathsOf(route)}${by === "" ? "" : `<br>${by}`}`,
  none,
  enrolled,
  org,
];

const pathsOf = ({ method, path, aliases = [] }: NamedRoute): string =>
  [path, ...aliases].map((each) => code(`${method} ${each}`)).join("<br>");
