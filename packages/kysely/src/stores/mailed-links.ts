import type {
  LinkPurpose,
  MailedLink,
  MailedLinkId,
  SecretHash,
  SessionId,
  UserId,
} from "@acme/auth-core";
import type { LinkOwner, MailedLinkStore } from "@acme/auth-core/store";
import type { ExpressionBuilder } from "kysely";
import { instant, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { Database, MailedLinkTable } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const LINK = mapperOf<MailedLink, MailedLinkTable>()({
  id: "id",
  purpose: "purpose",
  subject: "subject",
  tokenHash: "token_hash",
  email: "email",
  userId: "user_id",
  redirectTo: "redirect_to",
  name: "name",
  sessionId: "session_id",
  createdAt: instant("created_at"),
  expiresAt: instant("expires_at"),
});

interface Moment {
  readonly now: Date;
}

interface Use extends Moment {
  readonly id: MailedLinkId;
}

interface Asked extends Moment {
  readonly purpose: LinkPurpose;
  readonly subject: string;
}

type Row = ExpressionBuilder<Database, "auth_mailed_link">;

/** The session that the link is bound to, while it lives. */
const liveSession = (row: Row, { now }: Moment) =>
  row
    .selectFrom("auth_session")
    .select("auth_session.id")
    .whereRef("auth_session.id", "=", "auth_mailed_link.session_id")
    .where("auth_session.expires_at", ">", now);

const ofOwner = (row: Row, { userId, email }: LinkOwner) =>
  row.or([
    row("user_id", "=", userId),
    row.and([row("email", "=", email), row("user_id", "is", null)]),
  ]);

const reading = ({ db }: BaseCompiler) => ({
  byToken: statement((given: { purpose: LinkPurpose; tokenHash: SecretHash }) =>
    db
      .selectFrom("auth_mailed_link")
      .select(LINK.columns)
      .where("token_hash", "=", given.tokenHash)
      .where("purpose", "=", given.purpose),
  ),
  live: statement((given: Use) =>
    db
      .selectFrom("auth_mailed_link")
      .select("id")
      .where("id", "=", given.id)
      .where("expires_at", ">", given.now)
      .where((row) => row.or([row("session_id", "is", null), row.exists(liveSession(row, given))])),
  ),
  liveOf: statement((given: Asked) =>
    db
      .selectFrom("auth_mailed_link")
      .select(LINK.columns)
      .where("purpose", "=", given.purpose)
      .where("subject", "=", given.subject)
      .where("expires_at", ">", given.now)
      .where((row) => row.or([row("session_id", "is", null), row.exists(liveSession(row, given))])),
  ),
});

const removing = ({ db, rows }: BaseCompiler) => ({
  consume: statement((given: Use) =>
    db
      .deleteFrom("auth_mailed_link")
      .where("id", "=", given.id)
      .where("expires_at", ">", given.now)
      .where((row) => {
        // Held until the transaction ends: a session that is being ended meanwhile ends before the
        // link is used, or after.
        const held = liveSession(row, given).$call(rows.forKeyShare);
        return row.or([row("session_id", "is", null), row.exists(held)]);
      }),
  ),
  // Bound to its own id, which is no session's: it is dead like one whose session is gone, for
  // releases beside this one too.
  unbind: statement((given: { userId: UserId; sessionId: SessionId }) =>
    db
      .updateTable("auth_mailed_link")
      .set((row) => ({ session_id: row.ref("id").$castTo<SessionId>() }))
      .where("user_id", "=", given.userId)
      .where("session_id", "=", given.sessionId),
  ),
  deleteFor: statement((given: LinkOwner) =>
    db.deleteFrom("auth_mailed_link").where((row) => ofOwner(row, given)),
  ),
  deleteUnbound: statement((given: LinkOwner) =>
    db
      .deleteFrom("auth_mailed_link")
      .where("session_id", "is", null)
      .where((row) => ofOwner(row, given)),
  ),
});

export function mailedLinks(compiler: BaseCompiler): (at: Access) => MailedLinkStore {
  const { byToken, live, liveOf } = reading(compiler);
  const { consume, unbind, deleteFor, deleteUnbound } = removing(compiler);

  const replace = statement((given: MailedLink) =>
    compiler.db
      .insertInto("auth_mailed_link")
      .values(LINK.toRow(given))
      .onConflict((conflict) =>
        conflict.columns(["purpose", "subject"]).doUpdateSet(LINK.toRow(given)),
      ),
  );

  return ({ reads, writes }) => ({
    async replace(link) {
      await changed(writes, replace, link);
    },
    find: async (purpose, tokenHash) =>
      LINK.toEntityOrNull(await first(reads, byToken, { purpose, tokenHash })),
    consume: async (id, now) => (await changed(writes, consume, { id, now })) === 1,
    findLive: async (purpose, subject, now) =>
      LINK.toEntityOrNull(await first(reads, liveOf, { purpose, subject, now })),
    isLive: async (id, now) => (await first(reads, live, { id, now })) !== undefined,
    revokeForSession: (userId, sessionId) => changed(writes, unbind, { userId, sessionId }),
    deleteFor: (owner) => changed(writes, deleteFor, owner),
    deleteUnboundFor: (owner) => changed(writes, deleteUnbound, owner),
  });
}
