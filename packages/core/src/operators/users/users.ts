import { endAllSessions } from "../../account/session/end-other-sessions.js";
import { reclaimAccount } from "../../account/user/reclaim-account.js";
import type { User, UserQuery, UserRecord } from "../../account/user/user-store.js";
import type { AuditPosition, AuditRecord } from "../../background/audit-log/audit-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import { parseOperatorText } from "../../kernel/operator-text.js";
import { pageOf } from "../../kernel/page.js";
import type { UserFieldOptions } from "../../kernel/user-fields.js";
import type { DeletionRequest } from "../../lifecycle/account-deletion/deletion-request-store.js";
import type { ExportRequest } from "../../lifecycle/data-export/export-request-store.js";
import type { Env } from "../../store/env.js";
import { createUser } from "./create-user.procedure.js";
import { createUserDeletions } from "./delete-user.procedure.js";
import { describeUser, type UserDescription } from "./describe-user.procedure.js";
import { createUserExports } from "./export-user.procedure.js";
import { lockUser } from "./lock-user.js";
import type {
  FieldsInput,
  NewUserInput,
  OperatorInput,
  SuspensionInput,
  VerificationInput,
} from "./operator-input.js";
import { sendPasswordReset } from "./send-reset.procedure.js";
import { setFields } from "./set-fields.procedure.js";
import { createSuspensions } from "./suspend-user.procedure.js";

/** Which page of users. */
export interface UserPageRequest extends Partial<UserQuery> {
  /** How many users at most. */
  readonly limit: number;
}

/** A page of users, in the order of their email addresses. */
export interface UserPage {
  readonly users: readonly UserRecord[];
  /** Where the following page begins; null on the last page. */
  readonly next: EmailAddress | null;
}

/** A page of what happened to a user, newest first. */
export interface UserActivityPage {
  readonly entries: readonly AuditRecord[];
  /** Where the following page begins; null on the last page. */
  readonly next: AuditPosition | null;
}

/**
 * Users, as the operators of an application see and change them. No method checks who calls it: an
 * application checks before each call that the caller is an operator. Every change is audited
 * together with what the operator wrote; users see that something was done, and never that text.
 *
 * All methods that change a user throw an `AuthError` with `USER_NOT_FOUND` for an unknown id, and
 * with `VALIDATION_ERROR` for an unusable `operator`.
 */
export interface Users<U extends UserFieldOptions = UserFieldOptions> {
  /** Returns the user; null when there is none. */
  find(id: UserId): Promise<UserRecord | null>;
  /** Returns the user with that email address, verified or not; null when there is none. */
  findByEmail(email: EmailAddress): Promise<UserRecord | null>;
  /**
   * Returns the user with what operators are asked about them: sign-in methods, passkeys, linked
   * accounts, organizations, the last sign-in; null when there is no such user.
   */
  describe(id: UserId): Promise<UserDescription | null>;
  /**
   * Returns a page of users, in the order of their email addresses.
   * @param page by default all users, from the first one on
   * @example
   * const { users, next } = await auth.users.list({ filter: "suspended", prefix: "ada", limit: 50 });
   */
  list(page: UserPageRequest): Promise<UserPage>;
  /**
   * Returns a page of what happened to a user, newest first, with what operators wrote.
   * @param page `after`: the `next` of the page before; null for the first page
   */
  activity(
    id: UserId,
    page: { readonly after: AuditPosition | null; readonly limit: number },
  ): Promise<UserActivityPage>;
  /**
   * Creates a user without a password. A mail invites them to set one, through a link like that of
   * a password reset; the first use of it verifies the email address.
   * @throws {AuthError} `VALIDATION_ERROR`, `USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL`
   */
  create(input: NewUserInput): Promise<User>;
  /**
   * Suspends a user, in place of an earlier suspension: all their sessions end, and no sign-in
   * method opens another until the suspension ends. A request with the right credential is refused
   * with `ACCOUNT_SUSPENDED`; no other request shows it. A pending deletion goes on, exports wait,
   * and a password reset still works.
   * @returns the user as it is now
   * @example
   * await auth.users.suspend(user.id, { operator: "jane@support: chargeback 4711" });
   */
  suspend(id: UserId, input: SuspensionInput): Promise<UserRecord>;
  /**
   * Sets own fields of a user, each checked by its schema. Fields that are not named stay.
   * @returns the user as it is now
   * @throws {AuthError} `VALIDATION_ERROR`, naming the fields at fault
   * @example
   * await auth.users.setFields(user.id, { fields: { plan: "team" }, operator: "jane@sales: 4711" });
   */
  setFields(id: UserId, input: FieldsInput<U>): Promise<UserRecord>;
  /** Ends a suspension. It resolves for a user who is not suspended, too. */
  reinstate(id: UserId, input: OperatorInput): Promise<UserRecord>;
  /**
   * Marks the email address as verified. What an attacker could have prepared before is removed, as
   * by a proof of the mailbox: password, passkeys, linked accounts, sessions, links and codes.
   * Nothing happens when it is verified already.
   * @returns the user as it is now
   */
  markEmailVerified(id: UserId, input: VerificationInput): Promise<UserRecord>;
  /**
   * Ends all sessions of a user, at once and everywhere, and tells the user by mail when there was
   * one. Returns how many.
   */
  endSessions(id: UserId, input: OperatorInput): Promise<number>;
  /**
   * Mails the user a link that sets a new password, as `passwordReset.requestLink` does, within the
   * same budget of the mailbox. Earlier links of that kind are dead.
   * @throws {AuthError} `TOO_MANY_REQUESTS`, `SIGN_IN_METHOD_NOT_OFFERED` where passwords are not
   * offered
   */
  sendPasswordReset(id: UserId, input: OperatorInput): Promise<void>;
  /**
   * Returns the user's pending deletion; null when there is none. Its `errorCode` says that an
   * attempt at it has failed; the log says why.
   */
  findDeletion(id: UserId): Promise<DeletionRequest | null>;
  /**
   * Starts the deletion of a user, like `accountDeletion.request`, without their password.
   * @throws {AuthError} `DELETION_ALREADY_PENDING`
   */
  startDeletion(id: UserId, input: OperatorInput): Promise<DeletionRequest>;
  /**
   * Cancels the pending deletion of a user, whether or not its grace period has ended.
   * @throws {AuthError} `DELETION_NOT_PENDING`
   */
  cancelDeletion(id: UserId, input: OperatorInput): Promise<void>;
  /**
   * Tries a deletion again at once, of which an attempt has failed: also a dead one, which the
   * worker has given up.
   * @returns false when no attempt at it has failed, or one is under way
   * @throws {AuthError} `DELETION_NOT_PENDING`
   */
  retryDeletion(id: UserId, input: OperatorInput): Promise<boolean>;
  /**
   * Returns the personal export of a user, as the pieces of one JSON document. It is written while
   * it is read.
   * @example
   * await pipeline(Readable.from(await auth.users.export(user.id, { operator })), file);
   */
  export(id: UserId, input: OperatorInput): Promise<AsyncIterable<string>>;
  /**
   * Requests the same document as `dataExport.request` does, within the budget of the user, who is
   * told by mail when it is ready and downloads it. A pending request is returned again. The export
   * of a suspended user waits for the end of the suspension.
   * @throws {AuthError} `TOO_MANY_REQUESTS`, `UNAVAILABLE`
   */
  requestExport(id: UserId, input: OperatorInput): Promise<ExportRequest>;
}

export function createUsers(env: Env): Users {
  const { store, clock, logger } = env;

  async function list({
    filter = "all",
    prefix = "",
    after = null,
    limit,
  }: UserPageRequest): Promise<UserPage> {
    // Email addresses are stored in lower case.
    const query = { filter, prefix: prefix.trim().toLowerCase(), after };
    const { rows, last } = pageOf(await store.users.list(query, clock.now(), limit + 1), limit);
    return { users: rows, next: last?.email ?? null };
  }

  async function activity(
    id: UserId,
    { after, limit }: { readonly after: AuditPosition | null; readonly limit: number },
  ): Promise<UserActivityPage> {
    const { rows, last } = pageOf(await store.audit.listRecords(id, after, limit + 1), limit);
    return { entries: rows, next: last && { at: last.at, id: last.id } };
  }

  async function markEmailVerified(
    id: UserId,
    { keepsCredentials = false, ...input }: VerificationInput,
  ): Promise<UserRecord> {
    const operator = parseOperatorText(input.operator);
    const verified = await store.transaction(async (tx) => {
      const user = await lockUser(tx, id);
      if (user.emailVerified) return user;
      if (!keepsCredentials) return reclaimAccount(tx, env, { user, client: null, operator });
      const now = clock.now();
      await tx.users.markVerified(id, now);
      const event = "email.verified";
      await recordEvent(tx, env, { event, userId: id, client: null, operator, detail: {} });
      return { ...user, emailVerified: true, updatedAt: now };
    });
    env.nudge("mail");
    logger.info("email_verified", { userId: id });
    return verified;
  }

  async function endSessions(id: UserId, input: OperatorInput): Promise<number> {
    const operator = parseOperatorText(input.operator);
    const count = await store.transaction(async (tx) => {
      const user = await lockUser(tx, id);
      const ended = await endAllSessions(tx, env, user);
      const detail = { count: ended, because: "revoked" };
      const event = "sessions.ended";
      await recordEvent(tx, env, { event, userId: id, client: null, operator, detail });
      const cause = { client: null, by: "operator" } as const;
      const notice = { template: "sessions-ended", data: { all: true }, ...cause } as const;
      if (ended > 0) await enqueueNotice(tx, env, user, notice);
      return ended;
    });
    env.nudge("mail");
    logger.info("sessions_revoked", { userId: id, count });
    return count;
  }

  return {
    find: (id) => store.users.findById(id),
    findByEmail: (email) => store.users.findByEmail(email),
    list,
    activity,
    create: createUser(env),
    ...createSuspensions(env),
    setFields: setFields(env),
    markEmailVerified,
    endSessions,
    sendPasswordReset: sendPasswordReset(env),
    ...createUserDeletions(env),
    ...createUserExports(env),
    describe: describeUser(env),
  };
}
