import type {
  EmailAddress,
  Invitation,
  InvitationId,
  OrganizationId,
  SecretHash,
  ShownInvitation,
} from "@acme/auth-core";
import type { InvitationLink, InvitationStore } from "@acme/auth-core/store";
import type { Selectable } from "kysely";
import { instant, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { InvitationTable } from "../schema.js";
import { changed, count, first, list, statement } from "../statement.js";

const INVITATION = mapperOf<Invitation, InvitationTable>()({
  id: "id",
  organizationId: "organization_id",
  email: "email",
  role: "role",
  status: "status",
  tokenHash: "token_hash",
  expiresAt: instant("expires_at"),
  inviterId: "inviter_id",
  createdAt: instant("created_at"),
});

/** What an invitation is shown with. The inviter's columns are null when that user is gone. */
interface InvitationJoinRow {
  readonly organization_name: string;
  readonly organization_slug: string;
  readonly inviter_name: string | null;
  readonly inviter_email: EmailAddress | null;
}

const toShownInvitation = (
  row: Selectable<InvitationTable> & InvitationJoinRow,
): ShownInvitation => ({
  ...INVITATION.toEntity(row),
  organization: { name: row.organization_name, slug: row.organization_slug },
  inviter:
    row.inviter_email === null || row.inviter_name === null
      ? null
      : { name: row.inviter_name, email: row.inviter_email },
});

const showing = ({ db }: BaseCompiler) => {
  const shown = db
    .selectFrom("auth_invitation as i")
    .innerJoin("auth_organization as o", "o.id", "i.organization_id")
    .leftJoin("auth_user as u", "u.id", "i.inviter_id")
    .select(INVITATION.columns.map((column) => `i.${column}` as const))
    .select([
      "o.name as organization_name",
      "o.slug as organization_slug",
      "u.name as inviter_name",
      "u.email as inviter_email",
    ]);
  const newestFirst = shown.orderBy("i.created_at", "desc").orderBy("i.id", "desc");
  return {
    byId: statement((given: { id: InvitationId }) => shown.where("i.id", "=", given.id)),
    byToken: statement((given: { tokenHash: SecretHash }) =>
      shown.where("i.token_hash", "=", given.tokenHash),
    ),
    ofOrganization: statement((given: { organizationId: OrganizationId; limit: number }) =>
      newestFirst.where("i.organization_id", "=", given.organizationId).limit(given.limit),
    ),
    pendingIn: statement(
      (given: { organizationId: OrganizationId; email: EmailAddress; now: Date }) =>
        shown
          .where("i.organization_id", "=", given.organizationId)
          .where("i.email", "=", given.email)
          .where("i.status", "=", "pending")
          .where("i.expires_at", ">", given.now),
    ),
    pendingFor: statement((given: { email: EmailAddress; now: Date }) =>
      newestFirst
        .where("i.email", "=", given.email)
        .where("i.status", "=", "pending")
        .where("i.expires_at", ">", given.now),
    ),
  };
};

const asking = ({ db }: BaseCompiler) => ({
  pendingCounted: statement((given: { organizationId: OrganizationId; now: Date }) =>
    db
      .selectFrom("auth_invitation")
      .select((row) => row.fn.countAll().as("total"))
      .where("organization_id", "=", given.organizationId)
      .where("status", "=", "pending")
      .where("expires_at", ">", given.now),
  ),
  live: statement((given: { id: InvitationId; now: Date }) =>
    db
      .selectFrom("auth_invitation")
      .select("id")
      .where("id", "=", given.id)
      .where("status", "=", "pending")
      .where("expires_at", ">", given.now),
  ),
});

const changing = ({ db }: BaseCompiler) => ({
  insert: statement((given: Invitation) =>
    db
      .insertInto("auth_invitation")
      .values(INVITATION.toRow(given))
      .onConflict((conflict) => conflict.doNothing()),
  ),
  cancelExpired: statement(
    (given: { organizationId: OrganizationId; email: EmailAddress; now: Date }) =>
      db
        .updateTable("auth_invitation")
        .set({ status: "canceled" })
        .where("organization_id", "=", given.organizationId)
        .where("email", "=", given.email)
        .where("status", "=", "pending")
        .where("expires_at", "<=", given.now),
  ),
  settle: statement((given: { id: InvitationId; status: Invitation["status"]; now: Date }) =>
    db
      .updateTable("auth_invitation")
      .set({ status: given.status })
      .where("id", "=", given.id)
      .where("status", "=", "pending")
      .where("expires_at", ">", given.now),
  ),
  updateLink: statement((given: InvitationLink & { id: InvitationId; now: Date }) =>
    db
      .updateTable("auth_invitation")
      .set({
        token_hash: given.tokenHash,
        expires_at: given.expiresAt,
        inviter_id: given.inviterId,
      })
      .where("id", "=", given.id)
      .where("status", "=", "pending")
      .where("expires_at", ">", given.now),
  ),
  deleteFor: statement((given: { email: EmailAddress }) =>
    db.deleteFrom("auth_invitation").where("email", "=", given.email),
  ),
});

export function invitations(compiler: BaseCompiler): (at: Access) => InvitationStore {
  const { byId, byToken, ofOrganization, pendingIn, pendingFor } = showing(compiler);
  const { pendingCounted, live } = asking(compiler);
  const { insert, cancelExpired, settle, updateLink, deleteFor } = changing(compiler);

  return ({ reads, writes }) => ({
    insertUnlessPending: async (invitation) => (await changed(writes, insert, invitation)) === 1,
    cancelExpired: async (organizationId, email, now) =>
      (await changed(writes, cancelExpired, { organizationId, email, now })) === 1,
    async findByToken(tokenHash) {
      const row = await first(reads, byToken, { tokenHash });
      return row ? toShownInvitation(row) : null;
    },
    async find(id) {
      const row = await first(reads, byId, { id });
      return row ? toShownInvitation(row) : null;
    },
    async findPending(organizationId, email, now) {
      const row = await first(reads, pendingIn, { organizationId, email, now });
      return row ? toShownInvitation(row) : null;
    },
    listByOrganization: async (organizationId, limit) =>
      (await list(reads, ofOrganization, { organizationId, limit })).map(toShownInvitation),
    listPendingFor: async (email, now) =>
      (await list(reads, pendingFor, { email, now })).map(toShownInvitation),
    countPending: (organizationId, now) => count(reads, pendingCounted, { organizationId, now }),
    settle: async (id, status, now) => (await changed(writes, settle, { id, status, now })) === 1,
    updateLink: async (id, { tokenHash, expiresAt, inviterId }, now) =>
      (await changed(writes, updateLink, { id, tokenHash, expiresAt, inviterId, now })) === 1,
    deleteFor: (email) => changed(writes, deleteFor, { email }),
    isLive: async (id, now) => (await first(reads, live, { id, now })) !== undefined,
  });
}
