import type {
  SecretHash,
  Session,
  SessionId,
  SessionRenewal,
  SessionStore,
  SessionTouch,
  UserId,
} from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type SessionTable, toDate } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

const COLUMNS = [
  "id",
  "user_id",
  "token_hash",
  "authenticated_at",
  "authenticated_by",
  "remembered",
  "created_at",
  "last_seen_at",
  "expires_at",
  "ip_address",
  "user_agent",
] as const;

const toSession = (row: Selectable<SessionTable>): Session => ({
  id: row.id,
  userId: row.user_id,
  tokenHash: row.token_hash,
  authenticatedAt: toDate(row.authenticated_at),
  authenticatedBy: row.authenticated_by,
  remembered: Boolean(row.remembered),
  createdAt: toDate(row.created_at),
  lastSeenAt: toDate(row.last_seen_at),
  expiresAt: toDate(row.expires_at),
  ipAddress: row.ip_address,
  userAgent: row.user_agent,
});

const renewable = (given: SessionRenewal) => ({
  token_hash: given.tokenHash,
  authenticated_at: given.authenticatedAt,
  authenticated_by: given.authenticatedBy,
  remembered: given.remembered,
  last_seen_at: given.lastSeenAt,
  expires_at: given.expiresAt,
  ip_address: given.ipAddress,
  user_agent: given.userAgent,
});

const reading = ({ db }: Compiler) => ({
  live: statement((given: { tokenHash: SecretHash; now: Date }) =>
    db
      .selectFrom("auth_session")
      .select(COLUMNS)
      .where("token_hash", "=", given.tokenHash)
      .where("expires_at", ">", given.now),
  ),
  liveOfUser: statement((given: { userId: UserId; now: Date }) =>
    db
      .selectFrom("auth_session")
      .select(COLUMNS)
      .where("user_id", "=", given.userId)
      .where("expires_at", ">", given.now)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc"),
  ),
});

const changing = ({ db }: Compiler) => ({
  insert: statement((given: Session) =>
    db.insertInto("auth_session").values({
      id: given.id,
      user_id: given.userId,
      created_at: given.createdAt,
      ...renewable(given),
    }),
  ),
  renew: statement((given: SessionRenewal & { id: SessionId; presented: SecretHash }) =>
    db
      .updateTable("auth_session")
      .set(renewable(given))
      .where("id", "=", given.id)
      .where("token_hash", "=", given.presented),
  ),
  roll: statement((given: SessionTouch & { id: SessionId }) =>
    db
      .updateTable("auth_session")
      .set({ last_seen_at: given.lastSeenAt, expires_at: given.expiresAt })
      .where("id", "=", given.id)
      .where("last_seen_at", "<=", given.unseenSince),
  ),
});

const ending = ({ db }: Compiler) => ({
  revokeByToken: statement((given: { tokenHash: SecretHash }) =>
    db.deleteFrom("auth_session").where("token_hash", "=", given.tokenHash).returning(COLUMNS),
  ),
  revoke: statement((given: { userId: UserId; id: SessionId }) =>
    db.deleteFrom("auth_session").where("id", "=", given.id).where("user_id", "=", given.userId),
  ),
  revokeAll: statement((given: { userId: UserId }) =>
    db.deleteFrom("auth_session").where("user_id", "=", given.userId),
  ),
  revokeOthers: statement((given: { userId: UserId; keep: SessionId }) =>
    db.deleteFrom("auth_session").where("user_id", "=", given.userId).where("id", "!=", given.keep),
  ),
  revokeOldest: statement((given: { userId: UserId; keep: number }) =>
    db
      .with("kept", (query) =>
        query
          .selectFrom("auth_session")
          .select("id")
          .where("user_id", "=", given.userId)
          .orderBy("authenticated_at", "desc")
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(given.keep),
      )
      .deleteFrom("auth_session")
      .where("user_id", "=", given.userId)
      .where("id", "not in", (query) => query.selectFrom("kept").select("kept.id")),
  ),
});

export function sessions(compiler: Compiler): (at: Access) => SessionStore {
  const { live, liveOfUser } = reading(compiler);
  const { insert, renew, roll } = changing(compiler);
  const { revokeByToken, revoke, revokeAll, revokeOthers, revokeOldest } = ending(compiler);

  return ({ reads, writes }) => ({
    async insert(session) {
      await changed(writes, insert, session);
    },
    async findLive(tokenHash, now) {
      const row = await first(reads, live, { tokenHash, now });
      return row ? toSession(row) : null;
    },
    listLive: async (userId, now) =>
      (await list(reads, liveOfUser, { userId, now })).map(toSession),
    renew: async (id, presented, renewal) =>
      (await changed(writes, renew, { ...renewal, id, presented })) === 1,
    touch: async (id, seen) => (await changed(writes, roll, { ...seen, id })) === 1,
    async revokeByToken(tokenHash) {
      const row = await first(writes, revokeByToken, { tokenHash });
      return row ? toSession(row) : null;
    },
    revoke: async (userId, id) => (await changed(writes, revoke, { userId, id })) === 1,
    revokeOthers: (userId, keep) =>
      keep === null
        ? changed(writes, revokeAll, { userId })
        : changed(writes, revokeOthers, { userId, keep }),
    revokeOldest: (userId, keep) => changed(writes, revokeOldest, { userId, keep }),
  });
}
