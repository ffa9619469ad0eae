import { createHmac, hash, randomBytes, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import type SqliteDatabase from "better-sqlite3";
import { type Budget, prepareBudgets } from "./hand-written-budgets.js";
import type { Codes, Person } from "./hand-written-code-routes.js";
import { prepareOutbox } from "./hand-written-outbox.js";

const KEY = Buffer.alloc(32, "benchmark");
const CLIENT = "127.0.0.1";
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

const mac = (email: string, code: string): Buffer =>
  createHmac("sha256", KEY).update(`${email} ${code}`).digest();
const inAWhile = (milliseconds: number): string =>
  new Date(Date.now() + milliseconds).toISOString();
const attemptsBy = (email: string): Budget => ({
  purpose: "wrong-codes-by",
  of: `${email} ${CLIENT}`,
  limit: 10,
  windowMs: HOUR,
});
const attemptsAt = (email: string): Budget => ({
  purpose: "wrong-codes-at",
  of: email,
  limit: 50,
  windowMs: DAY,
});

const statements = (database: SqliteDatabase.Database) => ({
  keep: database.prepare(`insert into auth_one_time_code (id, email, type, code_hash, attempts_left, created_at, expires_at)
    values (@id, @email, 'sign-in', @hash, 5, @now, @later)
    on conflict (email, type) do update set id = @id, code_hash = @hash, attempts_left = 5, created_at = @now, expires_at = @later`),
  takeAttempt: database.prepare(`update auth_one_time_code set attempts_left = attempts_left - 1
    where email = ? and type = 'sign-in' and attempts_left > 0 and expires_at > ? returning id, code_hash`),
  consume: database.prepare("delete from auth_one_time_code where id = ?"),
  findUser: database.prepare("select id, email, name from auth_user where email = ?"),
  addUser: database.prepare(
    "insert into auth_user (id, email, email_verified, name, created_at, updated_at) values (@id, @email, 1, @name, @now, @now)",
  ),
  addSession: database.prepare(`insert into auth_session
    (id, user_id, token_hash, authenticated_at, authenticated_by, remembered, created_at, last_seen_at, expires_at, ip_address, user_agent)
    values (@id, @user, @hash, @now, 'email-otp', 1, @now, @now, @later, '${CLIENT}', '')`),
  endOldest: database.prepare(`delete from auth_session where user_id = @user and id not in
    (select id from auth_session where user_id = @user order by authenticated_at desc limit 100)`),
  rememberBrowser:
    database.prepare(`insert into auth_known_browser (id, user_id, browser_hash, session_id, seen_at, expires_at)
    values (@id, @user, @hash, @session, @now, @later)
    on conflict (browser_hash) do update set session_id = @session, seen_at = @now, expires_at = @later`),
  forgetOldest: database.prepare(`delete from auth_known_browser where user_id = @user and id not in
    (select id from auth_known_browser where user_id = @user order by seen_at desc limit 20)`),
  audit:
    database.prepare(`insert into auth_audit_entry (id, at, event, user_id, ip_address, user_agent, detail)
    values (?, ?, ?, ?, '${CLIENT}', '', ?)`),
});

/**
 * Keeps what the library keeps – budgets, sealed outbox, audit log, known browsers – in as few
 * transactions as will do, with statements prepared by hand.
 */
export function sameRowsCodes(database: SqliteDatabase.Database): Codes {
  const kept = statements(database);
  const { keep, takeAttempt, consume, findUser, addUser, addSession, endOldest, audit } = kept;
  const budgets = prepareBudgets(database);
  const outbox = prepareOutbox(database);

  const issue = database.transaction((email: string, code: string) => {
    if (!budgets.spend({ purpose: "mails-by", of: CLIENT, limit: 1e6, windowMs: HOUR })) return;
    if (!budgets.spend({ purpose: "mails-to", of: email, limit: 5, windowMs: 15 * MINUTE })) return;
    const codeId = randomUUID();
    const later = inAWhile(10 * MINUTE);
    keep.run({
      id: codeId,
      email,
      hash: mac(email, code).toString("base64url"),
      now: new Date().toISOString(),
      later,
    });
    outbox.enqueue({ to: email, code, codeId }, later);
  });

  const countAttempt = database.transaction((email: string) => {
    const issued = takeAttempt.get(email, new Date().toISOString()) as
      { id: string; code_hash: string } | undefined;
    return issued && budgets.spend(attemptsBy(email)) && budgets.spend(attemptsAt(email))
      ? issued
      : null;
  });

  const admit = database.transaction((codeId: string, email: string) => {
    if (consume.run(codeId).changes === 0) return null;
    const now = new Date().toISOString();
    let user = findUser.get(email) as Person | undefined;
    if (!user) {
      addUser.run({ ...(user = { id: randomUUID(), email, name: "" }), now });
      audit.run(randomUUID(), now, "user.created", user.id, "{}");
    }
    budgets.giveBack(attemptsBy(email));
    budgets.giveBack(attemptsAt(email));
    const token = randomBytes(32).toString("base64url");
    const session = randomUUID();
    addSession.run({
      id: session,
      user: user.id,
      hash: hash("sha256", token, "base64url"),
      now,
      later: inAWhile(7 * DAY),
    });
    audit.run(randomUUID(), now, "session.opened", user.id, "{}");
    endOldest.run({ user: user.id });
    const browser = randomBytes(32).toString("base64url");
    kept.rememberBrowser.run({
      id: randomUUID(),
      user: user.id,
      hash: hash("sha256", `${user.id}.${browser}`, "base64url"),
      session,
      now,
      later: inAWhile(400 * DAY),
    });
    kept.forgetOldest.run({ user: user.id });
    return { token, browser, user };
  });

  return {
    send(email) {
      issue.immediate(email, String(randomInt(1e6)).padStart(6, "0"));
      outbox.nudge();
    },
    signIn(email, otp) {
      const issued = countAttempt.immediate(email);
      if (!issued || !timingSafeEqual(Buffer.from(issued.code_hash, "base64url"), mac(email, otp)))
        return null;
      return admit.immediate(issued.id, email);
    },
  };
}
