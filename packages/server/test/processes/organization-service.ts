import { inspect } from "node:util";
import { createAuth } from "@acme/auth-core";
import { createHttpSurface, createSite, type HttpRequest } from "@acme/auth-http";
import { parseJson } from "@acme/auth-testing/read-json";
import { openPostgresStore } from "../open-postgres.js";
import type { Operation, Outcome, Sequence } from "../organizations/operations.js";
import { createSqliteStore } from "../sqlite-driver.js";

/**
 * A process with the whole surface over a database that others use too. It does what it is told,
 * sequences side by side.
 */
interface Message {
  readonly id: number;
  readonly sequences: readonly Sequence[];
}

/**
 * What came of every operation, in the same places, and what the surface answered against its own
 * word meanwhile.
 */
export interface Done {
  readonly outcomes: readonly (readonly Outcome[])[];
  readonly breaches: readonly string[];
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** Deadlocks are looked for soon, so that a race that makes one does not cost a second. */
const POOL = { max: 8, options: "-c deadlock_timeout=50ms" };

const { LOCATION = "", SECRET = "" } = process.env;
const store = LOCATION.startsWith("postgres")
  ? openPostgresStore(LOCATION, POOL)
  : createSqliteStore(LOCATION);
const site = createSite({ serviceUrl: "http://localhost", appUrl: "http://localhost" });
const auth = createAuth({
  store,
  links: site.links,
  secret: SECRET,
  mailer: { deliver: async () => {} },
  policy: { mailsPerClient: 10_000, mailsPerAddress: 20, writesPerUser: 0 },
});
let breaches: string[] = [];
const surface = createHttpSurface({
  auth,
  site,
  onBreach: (breach) => void breaches.push(inspect(breach, { depth: 5 })),
});

/** The request that does it. Who is no member any more is named by an id that belongs to none. */
async function callFor(operation: Operation): Promise<Call> {
  if (operation.do === "create")
    return {
      method: "POST",
      path: "/api/v1/organizations",
      body: { name: operation.slug, slug: operation.slug },
    };
  const organization = `/api/v1/organizations/${operation.organizationId}`;
  const idOf = async ({ id }: { readonly id: Operation["by"]["id"] }): Promise<string> =>
    (await store.memberships.find(operation.organizationId, id))?.id ?? id;
  switch (operation.do) {
    case "leave":
      return { method: "POST", path: `${organization}/leave` };
    case "delete":
      return { method: "DELETE", path: organization };
    case "remove":
      return { method: "DELETE", path: `${organization}/members/${await idOf(operation.whom)}` };
    case "transfer":
      return {
        method: "POST",
        path: `${organization}/transfer-ownership`,
        body: { memberId: await idOf(operation.whom) },
      };
    case "changeRole":
      return {
        method: "PATCH",
        path: `${organization}/members/${await idOf(operation.whom)}`,
        body: { role: operation.role },
      };
    case "invite":
      return {
        method: "POST",
        path: `${organization}/invitations`,
        body: { email: operation.whom.email, role: operation.role },
      };
    case "accept":
      return {
        method: "POST",
        path: "/api/v1/invitations/accept",
        body: {
          invitationId: operation.invitationId ?? (await pendingFor(operation.by, operation)),
        },
      };
  }
}

async function pendingFor(
  { id, email }: Operation["by"],
  { organizationId }: { readonly organizationId: string },
): Promise<string> {
  const pending = await store.invitations.listPendingFor(email, auth.clock.now());
  return pending.find((invitation) => invitation.organizationId === organizationId)?.id ?? id;
}

function requestOf({ method, path, body }: Call, { session }: Operation["by"]): HttpRequest {
  const bytes = Buffer.from(body ? JSON.stringify(body) : "");
  const headers: Readonly<Record<string, string>> = {
    cookie: `session=${session}`,
    ...(body && { "content-type": "application/json", "content-length": String(bytes.length) }),
  };
  return {
    method,
    path,
    query: "",
    peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
    header: (name) => headers[name],
    readBody: async () => (body ? { bytes } : null),
  };
}

async function perform(operation: Operation): Promise<Outcome> {
  const reply = (await surface.answer(requestOf(await callFor(operation), operation.by)))!;
  return reply.status < 300 ? "DONE" : parseJson(reply.body as string, { code: "string" }).code;
}

async function run(sequence: Sequence): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const operation of sequence) outcomes.push(await perform(operation));
  return outcomes;
}

process.on("message", ({ id, sequences }: Message) => {
  void Promise.all(sequences.map(run)).then((outcomes) => {
    process.send!({ id, answer: { outcomes, breaches } satisfies Done });
    breaches = [];
  });
});
process.send!("ready");
