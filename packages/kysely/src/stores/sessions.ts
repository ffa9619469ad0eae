import type { SecretHash, Session, SessionId, UserId } from "@acme/auth-core";
import type { SessionRenewal, SessionStore, SessionTouch } from "@acme/auth-core/store";
import { flag, instant, instantOrNull, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { SessionTable } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

const RENEWABLE = {
  tokenHash: "token_hash",
  authenticatedAt: instant("authenticated_at"),
  authenticatedBy: "authenticated_by",
  remembered: flag("remembered"),
  lastSeenAt: instant("last_seen_at"),
  expiresAt: instant("expires_at"),
  ipAddress: "ip_address",
  userAgent: "user_agent",
  methods: "methods",
  secondFactorAt: instantOrNull("second_factor_at"),
} as const;

const RENEWAL = mapperOf<SessionRenewal, SessionTable>()(RENEWABLE);
const SESSION = mapperOf<Session, SessionTable>()({
  id: "id",
  userId: "user_id",
  createdAt: instant("created_at"),
  ...RENEWABLE,
});

const reading = ({ db }: BaseCompiler) => ({
  live: statement((given: { tokenHash: SecretHash; now: Date }) =>
    db
      .selectFrom("auth_session")
      .select(SESSION.columns)
      .where("token_hash", "=", given.tokenHash)
      .where("expires_at", ">", given.now),
  ),
  liveOfUser: statement((given: { userId: UserId; now: Date }) =>
    db
      .selectFrom("auth_session")
      .select(SESSION.columns)
      .where("user_id", "=", given.userId)
      .where("expires_at", ">", given.now)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc"),
  ),
});

const changing = ({ db }: BaseCompiler) => ({
  insert: statement((given: Session) => db.insertInto("auth_session").values(SESSION.toRow(given))),
  renew: statement((given: SessionRenewal & { id: SessionId; presented: SecretHash }) =>
    db
      .updateTable("auth_session")
      .set(RENEWAL.toRow(given))
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

const ending = ({ db }: BaseCompiler) => ({
  revokeByToken: statement((given: { tokenHash: SecretHash }) =>
    db
      .deleteFrom("auth_session")
      .where("token_hash", "=", given.tokenHash)
      .returning(SESSION.columns),
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

export function sessions(compiler: BaseCompiler): (at: Access) => SessionStore {
  const { live, liveOfUser } = reading(compiler);
  const { insert, renew, roll } = changing(compiler);
  const { revokeByToken, revoke, revokeAll, revokeOthers, revokeOldest } = ending(compiler);

  return ({ reads, writes }) => ({
    async insert(session) {
      await changed(writes, insert, session);
    },
    findLive: async (tokenHash, now) =>
      SESSION.toEntityOrNull(await first(reads, live, { tokenHash, now })),
    listLive: async (userId, now) =>
      (await list(reads, liveOfUser, { userId, now })).map(SESSION.toEntity),
    renew: async (id, presented, renewal) =>
      (await changed(writes, renew, { ...renewal, id, presented })) === 1,
    touch: async (id, seen) => (await changed(writes, roll, { ...seen, id })) === 1,
    revokeByToken: async (tokenHash) =>
      SESSION.toEntityOrNull(await first(writes, revokeByToken, { tokenHash })),
    revoke: async (userId, id) => (await changed(writes, revoke, { userId, id })) === 1,
    revokeOthers: (userId, keep) =>
      keep === null
        ? changed(writes, revokeAll, { userId })
        : changed(writes, revokeOthers, { userId, keep }),
    revokeOldest: (userId, keep) => changed(writes, revokeOldest, { userId, keep }),
  });
}
