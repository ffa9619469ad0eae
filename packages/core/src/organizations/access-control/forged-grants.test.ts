import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createInbox } from "@acme/auth-testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestAuth, nobody as client, signInByCode } from "../../../test/worlds.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { Auth } from "../../auth.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import {
  type InvitationId,
  type MembershipId,
  type OrganizationId,
  toId,
} from "../../kernel/ids.js";
import type { Fresh, Granted } from "./granted.js";
import type { CorePermission } from "./permissions.js";

const store = createSqliteStore(":memory:");
const inbox = createInbox();
const page = { after: null, limit: 10 };
const membership = toId<MembershipId>("no membership");
const invitation = toId<InvitationId>("no invitation");
const email = parseEmailAddress("ada@example.com")!;

let auth: Auth;
let ada: Caller;
let organizationId: OrganizationId;

beforeAll(async () => {
  await store.migrate();
  auth = createTestAuth({ store, mailer: inbox });
  ada = (await signInByCode({ auth, inbox }, email)).caller;
  const acme = { name: "Acme", slug: null, logo: null, metadata: {} };
  organizationId = (await auth.organizations.create(ada, acme, client)).organization.id;
});
afterAll(() => store.close());

/** Every use case that takes a grant, with the permission that it demands. */
const USES: readonly (readonly [
  permission: CorePermission,
  name: string,
  use: (granted: never) => Promise<unknown>,
])[] = [
  ["org:read", "organizations.find", (g) => auth.organizations.find(g)],
  ["org:update", "organizations.update", (g) => auth.organizations.update(g, {}, client)],
  ["org:delete", "organizations.remove", (g) => auth.organizations.remove(g, client)],
  ["org:audit:read", "auditLog.ofOrganization", (g) => auth.auditLog.ofOrganization(g, page)],
  [
    "org:audit:read",
    "auditLog.download",
    (g) => auth.auditLog.download(g, { format: "csv" }, client),
  ],
  ["org:members:read", "memberships.list", (g) => auth.memberships.list(g, page)],
  ["org:members:read", "memberships.count", (g) => auth.memberships.count(g)],
  ["org:members:read", "memberships.find", (g) => auth.memberships.find(g, membership)],
  ["org:members:read", "memberships.findByEmail", (g) => auth.memberships.findByEmail(g, email)],
  [
    "org:members:write",
    "memberships.changeRole",
    (g) => auth.memberships.changeRole(g, { memberId: membership, role: "member" }, client),
  ],
  [
    "org:members:write",
    "memberships.remove",
    (g) => auth.memberships.remove(g, membership, client),
  ],
  [
    "org:ownership:transfer",
    "memberships.transferOwnership",
    (g) => auth.memberships.transferOwnership(g, membership, client),
  ],
  [
    "org:invitations:write",
    "invitations.invite",
    (g) => auth.invitations.invite(g, { email, role: "member" }, client),
  ],
  ["org:invitations:read", "invitations.list", (g) => auth.invitations.list(g)],
  [
    "org:invitations:write",
    "invitations.resend",
    (g) => auth.invitations.resend(g, invitation, client),
  ],
  [
    "org:invitations:write",
    "invitations.cancel",
    (g) => auth.invitations.cancel(g, invitation, client),
  ],
];

const grant = <P extends CorePermission>(permission: P): Promise<Granted<P> & Fresh> =>
  auth.accessControl
    .authorizeIn(ada, { organizationId, permission }, client)
    .then((granted) => auth.accessControl.requireFresh(granted));

it.each(USES)(
  "%s: %s refuses a grant that was not minted for it",
  async (permission, _name, use) => {
    const own = await grant(permission);
    const forged: readonly object[] = [
      { ...own },
      { ...own, organizationId: "another organization" },
      Object.create(own) as object,
      await grant(permission === "org:read" ? "org:update" : "org:read"),
    ];
    for (const granted of forged)
      await expect(use(granted as never)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  },
);

it("a grant cannot be changed", async () => {
  const granted = await grant("org:read");
  expect(() => Object.assign(granted, { organizationId: "another organization" })).toThrow();
  expect(await auth.organizations.find(granted)).toMatchObject({ name: "Acme" });
});
