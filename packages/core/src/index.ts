export type { Brand } from "./kernel/brand.js";
export { parseEmailAddress, maskEmailAddress, type EmailAddress } from "./kernel/email-address.js";
export { AuthError, ERRORS, type ErrorCode, type ErrorKind, type FieldIssue } from "./kernel/errors.js";
export * from "./kernel/ids.js";
export { definePolicy, POLICY, type Policy, type PolicyName } from "./kernel/policy.js";
export { Secret, type SecretHash } from "./kernel/secret.js";

export type { Clock } from "./ports/clock.js";
export type { Digest } from "./ports/digest.js";
export type { Links } from "./ports/links.js";
export type { Logger, LogFields } from "./ports/logger.js";
export type { Mailer, OutgoingMail } from "./ports/mailer.js";
export type { PasswordCheck, PasswordHash, PasswordHasher } from "./ports/password-hasher.js";
export type { Random } from "./ports/random.js";
export type { LimiterTier, RateLimiter, RateVerdict } from "./ports/rate-limiter.js";
export type { Scheduler } from "./ports/scheduler.js";
export type { Sealer } from "./ports/sealer.js";
export { isStoreUnavailable, type Store, type StoreHealth, type Stores, type StoreUnavailable, type Tx } from "./ports/store.js";
export type { TokenClaims, TokenPurpose, TokenSigner, TokenVerdict } from "./ports/token-signer.js";

export type { AuditEntry, AuditStore } from "./audit-log/audit-store.js";
export { AUDIT_EVENTS, type AuditEvent } from "./audit-log/events.js";
export { CODE_TYPES, type CodeType, type OneTimeCode, type OneTimeCodeStore } from "./email-otp/one-time-code-store.js";
export type { OutboxMail, OutboxStore } from "./mail/outbox-store.js";
export type { CounterReading, CounterStore } from "./rate-limit/counter-store.js";
export type { ActiveMembership, Caller, CallerStore } from "./session/caller-store.js";
export type { Session, SessionRenewal, SessionStore, SignInMethod } from "./session/session-store.js";
export type { LockedUser, User, UserStore } from "./user/user-store.js";
export * from "./access-control/permissions.js";

export type { AccessControl, Granted } from "./access-control/access-control.js";
export type { Client } from "./client/client.js";
export { createAuth, type Auth, type AuthOptions, type Ports } from "./create-auth.js";
export type { EmailOtp, Guess } from "./email-otp/email-otp.js";
export type { SignedIn } from "./session/open-session.js";
export type { FreshCaller, Sessions } from "./session/session.js";
export { isIdShaped } from "./kernel/ids.js";
export type { Task, Worker } from "./worker/worker.js";
export { after, DAY, HOUR, isPast, MINUTE, SECOND } from "./kernel/duration.js";
