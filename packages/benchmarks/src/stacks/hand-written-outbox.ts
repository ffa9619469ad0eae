import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import type SqliteDatabase from "better-sqlite3";
import { reportCode } from "../processes/child.js";

const KEY = Buffer.alloc(32, "outbox");

interface QueuedCode {
  readonly to: string;
  readonly code: string;
  readonly codeId: string;
}

function seal(text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", KEY, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

function open(sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", KEY, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
}

/**
 * Mails like the library's: a sealed row, claimed with a lease, dropped when its code has died,
 * deleted when it is sent.
 */
export function prepareOutbox(database: SqliteDatabase.Database) {
  const enqueue =
    database.prepare(`insert into auth_outbox_mail (id, sealed, status, attempts, next_attempt_at, expires_at, created_at)
    values (@id, @sealed, 'queued', 0, @now, @expiresAt, @now)`);
  const claim =
    database.prepare(`update auth_outbox_mail set lease = @lease, next_attempt_at = @leaseEnds where id in
    (select id from auth_outbox_mail where status = 'queued' and next_attempt_at <= @now order by next_attempt_at, id limit 20) returning id, sealed`);
  const isLive = database.prepare(
    "select 1 from auth_one_time_code where id = ? and expires_at > ? and attempts_left > 0",
  );
  const complete = database.prepare("delete from auth_outbox_mail where id = ? and lease = ?");
  let nudged = false;

  function deliverDue(): void {
    nudged = false;
    const lease = randomUUID();
    const now = new Date().toISOString();
    const claimed = claim.all({
      lease,
      now,
      leaseEnds: new Date(Date.now() + 60_000).toISOString(),
    }) as { id: string; sealed: string }[];
    for (const { id, sealed } of claimed) {
      const { to, code, codeId } = JSON.parse(open(sealed)) as QueuedCode;
      if (isLive.get(codeId, now)) reportCode(to, code);
      complete.run(id, lease);
    }
  }

  return {
    enqueue(mail: QueuedCode, expiresAt: string): void {
      enqueue.run({
        id: randomUUID(),
        sealed: seal(JSON.stringify(mail)),
        now: new Date().toISOString(),
        expiresAt,
      });
    },
    /** Delivers soon, after the request that asks. */
    nudge(): void {
      if (!nudged) setImmediate(deliverDue);
      nudged = true;
    },
  };
}
