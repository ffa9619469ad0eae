import type {
  Ceremony,
  PasskeyChallenge,
  PasskeyChallengeStore,
  SecretHash,
  UserId,
} from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type PasskeyChallengeTable, toDate } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const COLUMNS = [
  "id",
  "ceremony",
  "challenge_hash",
  "user_id",
  "browser_hash",
  "created_at",
  "expires_at",
] as const;

const toPasskeyChallenge = (row: Selectable<PasskeyChallengeTable>): PasskeyChallenge => ({
  id: row.id,
  ceremony: row.ceremony,
  challengeHash: row.challenge_hash,
  userId: row.user_id,
  browserHash: row.browser_hash,
  createdAt: toDate(row.created_at),
  expiresAt: toDate(row.expires_at),
});

export function passkeyChallenges({ db }: Compiler): (at: Access) => PasskeyChallengeStore {
  const insert = statement((given: PasskeyChallenge) =>
    db.insertInto("auth_passkey_challenge").values({
      id: given.id,
      ceremony: given.ceremony,
      challenge_hash: given.challengeHash,
      user_id: given.userId,
      browser_hash: given.browserHash,
      created_at: given.createdAt,
      expires_at: given.expiresAt,
    }),
  );

  const consume = statement((given: { ceremony: Ceremony; challengeHash: SecretHash; now: Date }) =>
    db
      .deleteFrom("auth_passkey_challenge")
      .where("challenge_hash", "=", given.challengeHash)
      .where("ceremony", "=", given.ceremony)
      .where("expires_at", ">", given.now)
      .returning(COLUMNS),
  );

  const deleteFor = statement((given: { userId: UserId }) =>
    db.deleteFrom("auth_passkey_challenge").where("user_id", "=", given.userId),
  );

  return ({ writes }) => ({
    async insert(challenge) {
      await changed(writes, insert, challenge);
    },
    async consume(ceremony, challengeHash, now) {
      const row = await first(writes, consume, { ceremony, challengeHash, now });
      return row ? toPasskeyChallenge(row) : null;
    },
    deleteFor: (userId) => changed(writes, deleteFor, { userId }),
  });
}
