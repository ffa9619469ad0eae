import type { SecretHash, UserId } from "@acme/auth-core";
import type { Ceremony, PasskeyChallenge, PasskeyChallengeStore } from "@acme/auth-core/store";
import { instant, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { PasskeyChallengeTable } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const CHALLENGE = mapperOf<PasskeyChallenge, PasskeyChallengeTable>()({
  id: "id",
  ceremony: "ceremony",
  challengeHash: "challenge_hash",
  userId: "user_id",
  browserHash: "browser_hash",
  createdAt: instant("created_at"),
  expiresAt: instant("expires_at"),
  mediation: "mediation",
});

export function passkeyChallenges({ db }: BaseCompiler): (at: Access) => PasskeyChallengeStore {
  const insert = statement((given: PasskeyChallenge) =>
    db.insertInto("auth_passkey_challenge").values(CHALLENGE.toRow(given)),
  );

  const consume = statement((given: { ceremony: Ceremony; challengeHash: SecretHash; now: Date }) =>
    db
      .deleteFrom("auth_passkey_challenge")
      .where("challenge_hash", "=", given.challengeHash)
      .where("ceremony", "=", given.ceremony)
      .where("expires_at", ">", given.now)
      .returning(CHALLENGE.columns),
  );

  const deleteFor = statement((given: { userId: UserId }) =>
    db.deleteFrom("auth_passkey_challenge").where("user_id", "=", given.userId),
  );

  return ({ writes }) => ({
    async insert(challenge) {
      await changed(writes, insert, challenge);
    },
    consume: async (ceremony, challengeHash, now) =>
      CHALLENGE.toEntityOrNull(await first(writes, consume, { ceremony, challengeHash, now })),
    deleteFor: (userId) => changed(writes, deleteFor, { userId }),
  });
}
