import { createHmac, hash, randomBytes, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import type SqliteDatabase from "better-sqlite3";
import { reportCode } from "../processes/child.js";
import type { Codes, Person } from "./hand-written-code-routes.js";

const KEY = Buffer.alloc(32, "benchmark");
const mac = (email: string, code: string): Buffer =>
  createHmac("sha256", KEY).update(`${email} ${code}`).digest();
const inAWhile = (milliseconds: number): string =>
  new Date(Date.now() + milliseconds).toISOString();

/** The least that works: a hashed code with counted tries, mailed on the spot; a user, a session. No budgets, no outbox, no audit log. */
export function leanCodes(database: SqliteDatabase.Database): Codes {
  const keep =
    database.prepare(`insert into auth_one_time_code (id, email, type, code_hash, attempts_left, created_at, expires_at)
    values (@id, @email, 'sign-in', @hash, 5, @now, @later)
    on conflict (email, type) do update set id = @id, code_hash = @hash, attempts_left = 5, created_at = @now, expires_at = @later`);
  const guess = database.prepare(`update auth_one_time_code set attempts_left = attempts_left - 1
    where email = ? and type = 'sign-in' and attempts_left > 0 and expires_at > ? returning id, code_hash`);
  const consume = database.prepare("delete from auth_one_time_code where id = ?");
  const findUser = database.prepare("select id, email, name from auth_user where email = ?");
  const addUser = database.prepare(
    `insert into auth_user (id, email, email_verified, name, created_at, updated_at) values (@id, @email, 1, @name, @now, @now)`,
  );
  const addSession = database.prepare(`insert into auth_session
    (id, user_id, token_hash, authenticated_at, authenticated_by, remembered, created_at, last_seen_at, expires_at, ip_address, user_agent)
    values (@id, @user, @hash, @now, 'email-otp', 1, @now, @now, @later, '127.0.0.1', '')`);

  const admit = database.transaction((codeId: string, email: string) => {
    if (consume.run(codeId).changes === 0) return null;
    const now = new Date().toISOString();
    let user = findUser.get(email) as Person | undefined;
    if (!user) addUser.run({ ...(user = { id: randomUUID(), email, name: "" }), now });
    const token = randomBytes(32).toString("base64url");
    addSession.run({
      id: randomUUID(),
      user: user.id,
      hash: hash("sha256", token, "base64url"),
      now,
      later: inAWhile(7 * 86_400_000),
    });
    return { token, user };
  });

  return {
    send(email) {
      const code = String(randomInt(1e6)).padStart(6, "0");
      const fields = {
        id: randomUUID(),
        email,
        hash: mac(email, code).toString("base64url"),
        now: new Date().toISOString(),
        later: inAWhile(600_000),
      };
      keep.run(fields);
      setImmediate(reportCode, email, code);
    },
    signIn(email, otp) {
      const issued = guess.get(email, new Date().toISOString()) as
        { id: string; code_hash: string } | undefined;
      if (!issued || !timingSafeEqual(Buffer.from(issued.code_hash, "base64url"), mac(email, otp)))
        return null;
      return admit.immediate(issued.id, email);
    },
  };
}
