import type { SecretHash, SessionId, UserId } from "@acme/auth-core";
import type { KnownBrowser, KnownBrowserStore } from "@acme/auth-core/store";
import { instant, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { KnownBrowserTable } from "../schema.js";
import { changed, first, only, statement } from "../statement.js";

const BROWSER = mapperOf<KnownBrowser, KnownBrowserTable>()({
  id: "id",
  userId: "user_id",
  browserHash: "browser_hash",
  sessionId: "session_id",
  seenAt: instant("seen_at"),
  expiresAt: instant("expires_at"),
});

const deleting = ({ db }: BaseCompiler) => ({
  oldest: statement((given: { userId: UserId; keep: number }) =>
    db
      .with("kept", (query) =>
        query
          .selectFrom("auth_known_browser")
          .select("id")
          .where("user_id", "=", given.userId)
          .orderBy("seen_at", "desc")
          .orderBy("id", "desc")
          .limit(given.keep),
      )
      .deleteFrom("auth_known_browser")
      .where("user_id", "=", given.userId)
      .where("id", "not in", (query) => query.selectFrom("kept").select("kept.id")),
  ),
  bySession: statement((given: { userId: UserId; session: SessionId }) =>
    db
      .deleteFrom("auth_known_browser")
      .where("user_id", "=", given.userId)
      .where("session_id", "=", given.session),
  ),
  all: statement((given: { userId: UserId }) =>
    db.deleteFrom("auth_known_browser").where("user_id", "=", given.userId),
  ),
  others: statement((given: { userId: UserId; except: SessionId }) =>
    db
      .deleteFrom("auth_known_browser")
      .where("user_id", "=", given.userId)
      .where("session_id", "!=", given.except),
  ),
});

export function knownBrowsers(compiler: BaseCompiler): (at: Access) => KnownBrowserStore {
  const { oldest, bySession, all, others } = deleting(compiler);

  // A browser that is known keeps its id; one that has expired takes the new one, like one that is
  // new.
  const replace = statement((given: KnownBrowser) =>
    compiler.db
      .insertInto("auth_known_browser")
      .values(BROWSER.toRow(given))
      .onConflict((conflict) =>
        conflict.column("browser_hash").doUpdateSet((row) => ({
          session_id: row.ref("excluded.session_id"),
          seen_at: row.ref("excluded.seen_at"),
          expires_at: row.ref("excluded.expires_at"),
          id: row
            .case()
            .when("auth_known_browser.expires_at", "<=", row.ref("excluded.seen_at"))
            .then(row.ref("excluded.id"))
            .else(row.ref("auth_known_browser.id"))
            .end(),
        })),
      )
      .returning("id"),
  );

  const known = statement((given: { browserHash: SecretHash; now: Date }) =>
    compiler.db
      .selectFrom("auth_known_browser")
      .select("id")
      .where("browser_hash", "=", given.browserHash)
      .where("expires_at", ">", given.now),
  );

  return ({ reads, writes }) => ({
    isKnown: async (browserHash, now) =>
      (await first(reads, known, { browserHash, now })) !== undefined,
    replace: async (browser) => (await only(writes, replace, browser)).id !== browser.id,
    deleteOldest: (userId, keep) => changed(writes, oldest, { userId, keep }),
    deleteBySession: (userId, session) => changed(writes, bySession, { userId, session }),
    deleteOthers: (userId, except) =>
      except === null
        ? changed(writes, all, { userId })
        : changed(writes, others, { userId, except }),
  });
}
