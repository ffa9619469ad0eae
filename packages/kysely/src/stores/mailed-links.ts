import type {
  EmailAddress,
  LinkPurpose,
  MailedLink,
  MailedLinkId,
  MailedLinkStore,
  SecretHash,
  UserId,
} from "@acme/auth-core";
import type { ExpressionBuilder, Selectable } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type Database, type MailedLinkTable, toDate } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const COLUMNS = [
  "id",
  "purpose",
  "subject",
  "token_hash",
  "email",
  "user_id",
  "redirect_to",
  "name",
  "session_id",
  "created_at",
  "expires_at",
] as const;

const toMailedLink = (row: Selectable<MailedLinkTable>): MailedLink => ({
  id: row.id,
  purpose: row.purpose,
  subject: row.subject,
  tokenHash: row.token_hash,
  email: row.email,
  userId: row.user_id,
  redirectTo: row.redirect_to,
  name: row.name,
  sessionId: row.session_id,
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
  session_id: given.sessionId,
  created_at: given.createdAt,
  expires_at: given.expiresAt,
});

interface Moment {
  readonly id: MailedLinkId;
  readonly now: Date;
}

type Row = ExpressionBuilder<Database, "auth_mailed_link">;

/** The session that the link is bound to, while it lives. */
const liveSession = (row: Row, { now }: Moment) =>
  row
    .selectFrom("auth_session")
    .select("auth_session.id")
    .whereRef("auth_session.id", "=", "auth_mailed_link.session_id")
    .where("auth_session.expires_at", ">", now);

const reading = ({ db }: Compiler) => ({
  byToken: statement((given: { purpose: LinkPurpose; tokenHash: SecretHash }) =>
    db
      .selectFrom("auth_mailed_link")
      .select(COLUMNS)
      .where("token_hash", "=", given.tokenHash)
      .where("purpose", "=", given.purpose),
  ),
  live: statement((given: Moment) =>
    db
      .selectFrom("auth_mailed_link")
      .select("id")
      .where("id", "=", given.id)
      .where("expires_at", ">", given.now)
      .where((row) => row.or([row("session_id", "is", null), row.exists(liveSession(row, given))])),
  ),
});

const removing = ({ db, rows }: Compiler) => ({
  consume: statement((given: Moment) =>
    db
      .deleteFrom("auth_mailed_link")
      .where("id", "=", given.id)
      .where("expires_at", ">", given.now)
      .where((row) => {
        // Held until the transaction ends: a session that is being ended meanwhile ends before the link is used, or after.
        const held = liveSession(row, given).$call(rows.forKeyShare);
        return row.or([row("session_id", "is", null), row.exists(held)]);
      }),
  ),
  deleteFor: statement((given: { userId: UserId; email: EmailAddress }) =>
    db
      .deleteFrom("auth_mailed_link")
      .where((row) => row.or([row("user_id", "=", given.userId), row("email", "=", given.email)])),
  ),
});

export function mailedLinks(compiler: Compiler): (at: Access) => MailedLinkStore {
  const { byToken, live } = reading(compiler);
  const { consume, deleteFor } = removing(compiler);

  const replace = statement((given: MailedLink) =>
    compiler.db
      .insertInto("auth_mailed_link")
      .values({ purpose: given.purpose, subject: given.subject, ...replaceable(given) })
      .onConflict((conflict) =>
        conflict.columns(["purpose", "subject"]).doUpdateSet(replaceable(given)),
      ),
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
  });
}
