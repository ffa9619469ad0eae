import type { OAuthState, OAuthStateStore, SecretHash, UserId } from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type OAuthStateTable, toDate } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const COLUMNS = [
  "id",
  "state_hash",
  "provider_id",
  "browser_hash",
  "user_id",
  "sealed",
  "created_at",
  "expires_at",
] as const;

const toOAuthState = (row: Selectable<OAuthStateTable>): OAuthState => ({
  id: row.id,
  stateHash: row.state_hash,
  providerId: row.provider_id,
  browserHash: row.browser_hash,
  userId: row.user_id,
  sealed: row.sealed,
  createdAt: toDate(row.created_at),
  expiresAt: toDate(row.expires_at),
});

export function oauthStates({ db }: Compiler): (at: Access) => OAuthStateStore {
  const insert = statement((given: OAuthState) =>
    db.insertInto("auth_oauth_state").values({
      id: given.id,
      state_hash: given.stateHash,
      provider_id: given.providerId,
      browser_hash: given.browserHash,
      user_id: given.userId,
      sealed: given.sealed,
      created_at: given.createdAt,
      expires_at: given.expiresAt,
    }),
  );

  const consume = statement((given: { stateHash: SecretHash; now: Date }) =>
    db
      .deleteFrom("auth_oauth_state")
      .where("state_hash", "=", given.stateHash)
      .where("expires_at", ">", given.now)
      .returning(COLUMNS),
  );

  const deleteFor = statement((given: { userId: UserId }) =>
    db.deleteFrom("auth_oauth_state").where("user_id", "=", given.userId),
  );

  return ({ writes }) => ({
    async insert(state) {
      await changed(writes, insert, state);
    },
    async consume(stateHash, now) {
      const row = await first(writes, consume, { stateHash, now });
      return row ? toOAuthState(row) : null;
    },
    deleteFor: (userId) => changed(writes, deleteFor, { userId }),
  });
}
