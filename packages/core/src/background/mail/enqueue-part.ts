import { after } from "../../kernel/duration.js";
import type { UserId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { noticeLanguage, readerLanguage } from "../language/reader-language.js";
import { enqueueMail } from "./enqueue-mail.js";
import { type Cause, describeOccurrence, enqueueInGroup } from "./enqueue-notice.js";
import type { MailPart, PartMail } from "./mail-part.js";

/** A mail of a feature to one user. */
export interface NewPartMail<D extends object> extends Cause {
  /** Which mail: one of the feature's `mails`. */
  readonly mail: MailPart<D>;
  /** Who reads it. */
  readonly to: UserId;
  readonly data: D;
}

/**
 * Puts a mail of a feature into the outbox, in the transaction that causes it: in the language of
 * its reader, and a notice under the budget of its group. Returns false, and enqueues nothing, when
 * the user is gone or has not verified their email address: it may be another person's.
 */
export async function enqueuePart<D extends object>(
  tx: Tx,
  world: World,
  { mail, to, data, ...cause }: NewPartMail<D>,
): Promise<boolean> {
  const user = await tx.users.findById(to);
  if (!user?.emailVerified) return false;
  const { name, group } = mail;
  const shared = { template: name, to: user.email, carries: null };
  if (group === null) {
    // A job that mails has no request, whose language could be another person's.
    const language = cause.client ? readerLanguage(user, cause.client) : noticeLanguage(user);
    const asked: PartMail = { ...shared, data, language };
    await enqueueMail(tx, world, asked, after(world.clock.now(), world.policy.noticeLifetime));
    return true;
  }
  const notice: PartMail = {
    ...shared,
    data: { ...data, deed: describeOccurrence(world, cause) },
    language: noticeLanguage(user),
  };
  await enqueueInGroup(tx, world, { notice, group });
  return true;
}
