import { hash, randomBytes, randomUUID } from "node:crypto";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import SqliteDatabase from "better-sqlite3";
import { ORIGIN } from "./acme.js";
import type { PreparedAssertion } from "./passkeys.js";

interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: string;
}

const digest = (text: string): string => hash("sha256", text, "base64url");
const IN_A_WEEK_MS = 7 * 86_400_000;

function prepareStatements(database: SqliteDatabase.Database) {
  return {
    consume: database.prepare(
      "delete from auth_passkey_challenge where challenge_hash = ? and expires_at > ? returning browser_hash",
    ),
    findPasskey: database.prepare(
      "select id, user_id, credential_id, public_key from auth_passkey where credential_id = ?",
    ),
    findUser: database.prepare("select id, email, name from auth_user where id = ?"),
    recordUse: database.prepare(
      "update auth_passkey set counter = ?, backed_up = ?, last_used_at = ? where id = ?",
    ),
    addSession: database.prepare(`insert into auth_session
      (id, user_id, token_hash, authenticated_at, authenticated_by, remembered, created_at, last_seen_at, expires_at, ip_address, user_agent)
      values (@id, @user, @hash, @now, 'passkey', 1, @now, @now, @later, '127.0.0.1', '')`),
    audit:
      database.prepare(`insert into auth_audit_entry (id, at, event, user_id, ip_address, user_agent, detail)
      values (?, ?, 'session.opened', ?, '127.0.0.1', '', '{}')`),
    endOldest: database.prepare(`delete from auth_session where user_id = @user and id not in
      (select id from auth_session where user_id = @user order by authenticated_at desc limit 100)`),
  };
}

/**
 * Signs in with a passkey by the bare library, with the statements that it takes, prepared by hand.
 */
export function handWrittenPasskeys(file: string): (given: PreparedAssertion) => Promise<void> {
  const database = new SqliteDatabase(file);
  database.pragma("synchronous = NORMAL");
  const { consume, findPasskey, findUser, recordUse, addSession, audit, endOldest } =
    prepareStatements(database);

  const admit = database.transaction((passkey: PasskeyRow, counter: number, backedUp: boolean) => {
    const now = new Date().toISOString();
    if (!findUser.get(passkey.user_id)) throw new Error("the user is gone");
    recordUse.run(counter, Number(backedUp), now, passkey.id);
    addSession.run({
      id: randomUUID(),
      user: passkey.user_id,
      hash: digest(randomBytes(32).toString("base64url")),
      now,
      later: new Date(Date.now() + IN_A_WEEK_MS).toISOString(),
    });
    audit.run(randomUUID(), now, passkey.user_id);
    endOldest.run({ user: passkey.user_id });
  });

  return async ({ response }) => {
    const { clientDataJSON, authenticatorData, signature } = response.response;
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as {
      readonly challenge: string;
    };
    if (!consume.get(digest(challenge), new Date().toISOString()))
      throw new Error("the challenge is unknown");
    const passkey = findPasskey.get(response.rawId) as PasskeyRow;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: ORIGIN,
      expectedRPID: new URL(ORIGIN).hostname,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, "base64url")),
        counter: 0,
      },
    });
    if (!verified) throw new Error("the signature does not verify");
    admit.immediate(passkey, authenticationInfo.newCounter, authenticationInfo.credentialBackedUp);
  };
}
