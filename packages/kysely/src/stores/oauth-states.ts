import type { SecretHash, UserId } from "@acme/auth-core";
import type { OAuthState, OAuthStateStore } from "@acme/auth-core/store";
import { instant, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { OAuthStateTable } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const STATE = mapperOf<OAuthState, OAuthStateTable>()({
  id: "id",
  stateHash: "state_hash",
  providerId: "provider_id",
  browserHash: "browser_hash",
  userId: "user_id",
  sealed: "sealed",
  createdAt: instant("created_at"),
  expiresAt: instant("expires_at"),
});

export function oauthStates({ db }: BaseCompiler): (at: Access) => OAuthStateStore {
  const insert = statement((given: OAuthState) =>
    db.insertInto("auth_oauth_state").values(STATE.toRow(given)),
  );

  const consume = statement((given: { stateHash: SecretHash; now: Date }) =>
    db
      .deleteFrom("auth_oauth_state")
      .where("state_hash", "=", given.stateHash)
      .where("expires_at", ">", given.now)
      .returning(STATE.columns),
  );

  const deleteFor = statement((given: { userId: UserId }) =>
    db.deleteFrom("auth_oauth_state").where("user_id", "=", given.userId),
  );

  return ({ writes }) => ({
    async insert(state) {
      await changed(writes, insert, state);
    },
    consume: async (stateHash, now) =>
      STATE.toEntityOrNull(await first(writes, consume, { stateHash, now })),
    deleteFor: (userId) => changed(writes, deleteFor, { userId }),
  });
}
