import type { SecretHash, UserId } from "@acme/auth-core";
import {
  changed,
  type Compiler,
  first,
  flag,
  instant,
  jsonOrNull,
  mapperOf,
  statement,
  type StoreMaker,
  tablesOf,
} from "@acme/auth-kysely/tables";
import type { PendingSignIn, PendingSignInStore } from "../pending-sign-in-store.js";
import type { PendingSignInId } from "../second-factor-ids.js";
import type { PendingTable, SecondFactorTables } from "./schema.js";

const PENDING = mapperOf<PendingSignIn, PendingTable>()({
  id: "id",
  tokenHash: "token_hash",
  userId: "user_id",
  method: "method",
  passkeyId: "passkey_id",
  userVerified: flag("user_verified"),
  link: jsonOrNull("link"),
  remembered: {
    name: "remembered",
    read: (stored: boolean | number | null) => (stored === null ? null : Boolean(stored)),
  },
  redirectTo: "redirect_to",
  sessionId: "session_id",
  triesLeft: "tries_left",
  createdAt: instant("created_at"),
  expiresAt: instant("expires_at"),
});

interface Own {
  readonly userId: UserId;
}
interface One {
  readonly id: PendingSignInId;
}

const removing = (compiler: Compiler) => {
  const db = tablesOf<SecondFactorTables>(compiler);
  return {
    one: statement((given: One) =>
      db.deleteFrom("auth_second_factor_pending").where("id", "=", given.id),
    ),
    byToken: statement((given: { tokenHash: SecretHash }) =>
      db.deleteFrom("auth_second_factor_pending").where("token_hash", "=", given.tokenHash),
    ),
    all: statement((given: Own) =>
      db.deleteFrom("auth_second_factor_pending").where("user_id", "=", given.userId),
    ),
    oldest: statement((given: Own & { keep: number }) =>
      db
        .with("kept", (query) =>
          query
            .selectFrom("auth_second_factor_pending")
            .select("id")
            .where("user_id", "=", given.userId)
            .orderBy("created_at", "desc")
            .orderBy("id", "desc")
            .limit(given.keep),
        )
        .deleteFrom("auth_second_factor_pending")
        .where("user_id", "=", given.userId)
        .where("id", "not in", (query) => query.selectFrom("kept").select("kept.id")),
    ),
  };
};

export const pendingSignIns: StoreMaker<PendingSignInStore> = (compiler) => {
  const db = tablesOf<SecondFactorTables>(compiler);
  const { one, byToken, all, oldest } = removing(compiler);
  const insert = statement((given: PendingSignIn) =>
    db.insertInto("auth_second_factor_pending").values(PENDING.toRow(given)),
  );
  const find = statement((given: { tokenHash: SecretHash }) =>
    db
      .selectFrom("auth_second_factor_pending")
      .select(PENDING.columns)
      .where("token_hash", "=", given.tokenHash),
  );
  const spendTry = statement((given: One) =>
    db
      .updateTable("auth_second_factor_pending")
      .set((row) => ({ tries_left: row("tries_left", "-", 1) }))
      .where("id", "=", given.id)
      .where("tries_left", ">", 0),
  );
  const spendAll = statement((given: Own) =>
    db
      .updateTable("auth_second_factor_pending")
      .set((row) => ({ tries_left: row.lit(0) }))
      .where("user_id", "=", given.userId),
  );
  return ({ reads, writes }) => ({
    async insert(pending) {
      await changed(writes, insert, pending);
    },
    findByToken: async (tokenHash) =>
      PENDING.toEntityOrNull(await first(reads, find, { tokenHash })),
    spendTry: async (id) => (await changed(writes, spendTry, { id })) === 1,
    spendFor: (userId) => changed(writes, spendAll, { userId }),
    consume: async (id) => (await changed(writes, one, { id })) === 1,
    deleteByToken: async (tokenHash) => (await changed(writes, byToken, { tokenHash })) === 1,
    deleteFor: (userId) => changed(writes, all, { userId }),
    deleteOldest: (userId, keep) => changed(writes, oldest, { userId, keep }),
  });
};
