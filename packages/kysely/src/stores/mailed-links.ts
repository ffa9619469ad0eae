import type { EmailAddress, LinkPurpose, MailedLink, MailedLinkId, MailedLinkStore, SecretHash, UserId } from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Wording } from "../engine.js";
import { type MailedLinkTable, toDate } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const COLUMNS = ["id", "purpose", "subject", "token_hash", "email", "user_id", "redirect_to", "name", "created_at", "expires_at"] as const;

const toMailedLink = (row: Selectable<MailedLinkTable>): MailedLink => ({
  id: row.id,
  purpose: row.purpose,
  subject: row.subject,
  tokenHash: row.token_hash,
  email: row.email,
  userId: row.user_id,
  redirectTo: row.redirect_to,
  name: row.name,
  createdAt: toDate(row.created_at),
  expiresAt: toDate(row.expires_at),
});

const replaceable = (given: MailedLink) => ({
  id: given.id,
  token_hash: given.tokenHash,
  email: given.email,
  user_id: given.userId,
  redirect_to: given.redirectTo,
  name: given.name,
  created_at: given.createdAt,
  expires_at: given.expiresAt,
});

interface Moment {
  readonly id: MailedLinkId;
  readonly now: Date;
}

const reading = ({ db }: Wording) => ({
  byToken: statement((given: { purpose: LinkPurpose; tokenHash: SecretHash }) =>
    db.selectFrom("auth_mailed_link").select(COLUMNS).where("token_hash", "=", given.tokenHash).where("purpose", "=", given.purpose),
  ),
  live: statement((given: Moment) => db.selectFrom("auth_mailed_link").select("id").where("id", "=", given.id).where("expires_at", ">", given.now)),
});

const removing = ({ db, dialect }: Wording) => ({
  consume: statement((given: Moment) => db.deleteFrom("auth_mailed_link").where("id", "=", given.id).where("expires_at", ">", given.now)),
  deleteFor: statement((given: { userId: UserId; email: EmailAddress }) =>
    db.deleteFrom("auth_mailed_link").where((row) => row.or([row("user_id", "=", given.userId), row("email", "=", given.email)])),
  ),
  deleteExpired: statement((given: { now: Date; limit: number }) =>
    db
      .with("expired", (query) =>
        query
          .selectFrom("auth_mailed_link")
          .select("id")
          .where("expires_at", "<=", given.now)
          .orderBy("expires_at")
          .limit(given.limit)
          .$if(dialect === "postgres", (rows) => rows.forUpdate().skipLocked()),
      )
      .deleteFrom("auth_mailed_link")
      .where("id", "in", (query) => query.selectFrom("expired").select("expired.id")),
  ),
});

export function mailedLinks(wording: Wording): (at: Access) => MailedLinkStore {
  const { byToken, live } = reading(wording);
  const { consume, deleteFor, deleteExpired } = removing(wording);

  const replace = statement((given: MailedLink) =>
    wording.db
      .insertInto("auth_mailed_link")
      .values({ purpose: given.purpose, subject: given.subject, ...replaceable(given) })
      .onConflict((conflict) => conflict.columns(["purpose", "subject"]).doUpdateSet(replaceable(given))),
  );

  return ({ reads, writes }) => ({
    async replace(link) {
      await changed(writes, replace, link);
    },
    async find(purpose, tokenHash) {
      const row = await first(reads, byToken, { purpose, tokenHash });
      return row ? toMailedLink(row) : null;
    },
    consume: async (id, now) => (await changed(writes, consume, { id, now })) === 1,
    isLive: async (id, now) => (await first(reads, live, { id, now })) !== undefined,
    deleteFor: (owner) => changed(writes, deleteFor, owner),
    deleteExpired: (now, limit) => changed(writes, deleteExpired, { now, limit }),
  });
}
