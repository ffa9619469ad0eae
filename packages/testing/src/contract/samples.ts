import type {
  AuditEntry,
  AuditEntryId,
  CallerSession,
  EmailAddress,
  Invitation,
  InvitationId,
  LinkedAccount,
  LinkedAccountId,
  MailedLink,
  MailedLinkId,
  Membership,
  MembershipId,
  Organization,
  OrganizationId,
  Passkey,
  PasskeyId,
  SecretHash,
  Session,
  SessionId,
  User,
  UserId,
  UserRecord,
} from "@acme/auth-core";
import type {
  CheckedMailedLink,
  CheckedOrganization,
  CheckedPasskey,
  CheckedUser,
  FailureStreak,
  LeaseToken,
  NewPassword,
  NewPasswordHash,
  OAuthState,
  OAuthStateId,
  OneTimeCode,
  OneTimeCodeId,
  OutboxMail,
  OutboxMailId,
  PasskeyChallenge,
  PasskeyChallengeId,
  PasskeyUse,
  ProvenRenewal,
  ProvenSession,
  SessionRenewal,
} from "@acme/auth-core/store";
import { asChecked, asProven } from "../as-checked.js";

const START = Date.UTC(2026, 0, 1, 12);

/** The suite's clock: milliseconds after its start. */
export const at = (milliseconds: number): Date => new Date(START + milliseconds);

/** Returns the id of the user who is called so. */
export const userId = (name: string): UserId => `user-${name}` as UserId;
export const sessionId = (name: string): SessionId => `session-${name}` as SessionId;
export const organizationId = (name: string): OrganizationId =>
  `organization-${name}` as OrganizationId;
export const membershipId = (name: string): MembershipId => `membership-${name}` as MembershipId;
export const invitationId = (name: string): InvitationId => `invitation-${name}` as InvitationId;
export const codeId = (name: string): OneTimeCodeId => `code-${name}` as OneTimeCodeId;
export const linkId = (name: string): MailedLinkId => `link-${name}` as MailedLinkId;
export const passkeyId = (name: string): PasskeyId => `passkey-${name}` as PasskeyId;
export const challengeId = (name: string): PasskeyChallengeId =>
  `challenge-${name}` as PasskeyChallengeId;
export const accountId = (name: string): LinkedAccountId => `account-${name}` as LinkedAccountId;
export const stateId = (name: string): OAuthStateId => `state-${name}` as OAuthStateId;
export const mailId = (name: string): OutboxMailId => `mail-${name}` as OutboxMailId;
export const entryId = (name: string): AuditEntryId => `entry-${name}` as AuditEntryId;
export const hash = (text: string): SecretHash => `hash of ${text}` as SecretHash;
export const passwordHash = (text: string): NewPasswordHash =>
  `$argon2id$hash of ${text}` as NewPasswordHash;
/** Returns a lease by its name. */
export const lease = (name: string): LeaseToken => `lease-${name}` as LeaseToken;
export const emailAddress = (name: string): EmailAddress => `${name}@example.com` as EmailAddress;

/** A user as a store returns it, whose texts core has minted. */
export type StoredUser = CheckedUser & Omit<UserRecord, keyof User>;

/** Returns a user who is called so, for `users.insert`. */
export const someUser = (name: string, own: Partial<User> = {}): StoredUser =>
  asChecked({
    id: userId(name),
    email: emailAddress(name),
    emailVerified: true,
    name,
    image: null,
    createdAt: at(0),
    updatedAt: at(1),
    reclaimedAt: null,
    suspendedAt: null,
    suspendedUntil: null,
    locale: null,
    signInLanguage: null,
    secondFactorSince: null,
    recoveryDueAt: null,
    ...own,
  });

/** The user as a session shows them: without what only operators see. */
export const signedInUser = ({
  suspendedAt: _,
  suspendedUntil: __,
  locale: ___,
  signInLanguage: ____,
  secondFactorSince: _____,
  recoveryDueAt: ______,
  ...user
}: StoredUser): User => user;

export const somePassword = (
  text: string,
  owner: string,
  own: Partial<NewPassword> = {},
): NewPassword => ({
  userId: userId(owner),
  hash: passwordHash(text),
  updatedAt: at(0),
  ...own,
});

/**
 * Three failures, blocked for a hundred milliseconds from the suite's start on, and remembered for
 * a thousand.
 */
export const someStreak = (key: string, own: Partial<FailureStreak> = {}): FailureStreak => ({
  key,
  failures: 3,
  blockedUntil: at(100),
  expiresAt: at(1_000),
  ...own,
});

/** The session as its caller has it: without the hash of the token. */
export function withoutHash({ tokenHash: _, ...session }: Session): CallerSession {
  return session;
}

/**
 * A link for resetting a password that is mailed to the email address `subject` and belongs to no
 * user; alive like a code.
 */
export const someLink = (
  name: string,
  subject: string,
  own: Partial<MailedLink> = {},
): CheckedMailedLink =>
  asChecked({
    id: linkId(name),
    purpose: "password-reset",
    subject,
    tokenHash: hash(name),
    email: emailAddress(subject),
    userId: null,
    redirectTo: null,
    name: null,
    sessionId: null,
    createdAt: at(0),
    expiresAt: at(1_000),
    ...own,
  });

/** A passkey of the user `owner` whose counter stands at 5. */
export const somePasskey = (
  name: string,
  owner: string,
  own: Partial<Passkey> = {},
): CheckedPasskey =>
  asChecked({
    id: passkeyId(name),
    userId: userId(owner),
    name,
    credentialId: `credential-${name}`,
    userHandle: `handle-${owner}`,
    publicKey: `key-${name}`,
    algorithm: -7,
    counter: 5,
    transports: ["internal", "hybrid"],
    deviceType: "singleDevice",
    backedUp: false,
    aaguid: "00000000-0000-0000-0000-000000000000",
    createdAt: at(0),
    lastUsedAt: null,
    uvInitialized: true,
    ...own,
  });

export const someUse = (own: Partial<PasskeyUse> = {}): PasskeyUse => ({
  judgedCounter: 5,
  counter: 6,
  backedUp: true,
  userHandle: null,
  usedAt: at(500),
  ...own,
});

/** A challenge for a sign-in with any passkey, alive like a code. */
export const someChallenge = (
  name: string,
  own: Partial<PasskeyChallenge> = {},
): PasskeyChallenge => ({
  id: challengeId(name),
  ceremony: "authentication",
  challengeHash: hash(name),
  userId: null,
  browserHash: hash(`browser of ${name}`),
  createdAt: at(0),
  expiresAt: at(1_000),
  mediation: null,
  ...own,
});

/** The account `subject` at one provider, linked to the user `owner`. */
export const someAccount = (
  subject: string,
  owner: string,
  own: Partial<LinkedAccount> = {},
): LinkedAccount => ({
  id: accountId(subject),
  providerId: "provider",
  subject,
  userId: userId(owner),
  scopes: ["openid", "email"],
  createdAt: at(0),
  updatedAt: at(1),
  ...own,
});

/** The state of a sign-in, alive like a code. */
export const someState = (name: string, own: Partial<OAuthState> = {}): OAuthState => ({
  id: stateId(name),
  stateHash: hash(name),
  providerId: "provider",
  browserHash: hash(`browser of ${name}`),
  userId: null,
  sealed: `sealed ${name}`,
  createdAt: at(0),
  expiresAt: at(1_000),
  ...own,
});

/** A session of the user `owner`, alive from the suite's start for a thousand milliseconds. */
export const someSession = (
  name: string,
  owner: string,
  own: Partial<Session> = {},
): ProvenSession =>
  asProven({
    id: sessionId(name),
    userId: userId(owner),
    tokenHash: hash(name),
    authenticatedAt: at(0),
    authenticatedBy: "email-otp",
    remembered: true,
    createdAt: at(0),
    lastSeenAt: at(0),
    expiresAt: at(1_000),
    ipAddress: "192.0.2.1",
    userAgent: "suite/1.0",
    methods: null,
    secondFactorAt: null,
    ...own,
  });

export const someRenewal = (name: string, own: Partial<SessionRenewal> = {}): ProvenRenewal =>
  asProven({
    tokenHash: hash(name),
    authenticatedAt: at(500),
    authenticatedBy: "passkey",
    remembered: false,
    lastSeenAt: at(501),
    expiresAt: at(2_000),
    ipAddress: null,
    userAgent: null,
    methods: "passkey totp",
    secondFactorAt: at(500),
    ...own,
  });

export const someOrganization = (
  name: string,
  own: Partial<Organization> = {},
): CheckedOrganization =>
  asChecked({
    id: organizationId(name),
    name: `Name of ${name}`,
    slug: name,
    logo: null,
    metadata: {},
    requireSecondFactor: false,
    createdAt: at(0),
    updatedAt: at(1),
    ...own,
  });

/** The user `member` in `organization`, as a plain member. */
export const someMembership = (
  member: string,
  organization: string,
  own: Partial<Membership> = {},
): Membership => ({
  id: membershipId(`${member}-${organization}`),
  organizationId: organizationId(organization),
  userId: userId(member),
  role: "member",
  createdAt: at(0),
  ...own,
});

/**
 * The user ada invites the email address `recipient` to the organization acme; alive like a code.
 */
export const someInvitation = (
  name: string,
  recipient: string,
  own: Partial<Invitation> = {},
): Invitation => ({
  id: invitationId(name),
  organizationId: organizationId("acme"),
  email: emailAddress(recipient),
  role: "member",
  status: "pending",
  tokenHash: hash(name),
  expiresAt: at(1_000),
  inviterId: userId("ada"),
  createdAt: at(0),
  ...own,
});

/**
 * A code for the email address `owner`, alive from the suite's start for a thousand milliseconds.
 */
export const someCode = (
  name: string,
  owner: string,
  own: Partial<OneTimeCode> = {},
): OneTimeCode => ({
  id: codeId(name),
  email: emailAddress(owner),
  type: "sign-in",
  codeHash: hash(name),
  attemptsLeft: 5,
  createdAt: at(0),
  expiresAt: at(1_000),
  ...own,
});

/** A mail that is due from the suite's start on. */
export const someMail = (name: string, own: Partial<OutboxMail> = {}): OutboxMail => ({
  id: mailId(name),
  sealed: `sealed ${name}`,
  attempts: 0,
  nextAttemptAt: at(0),
  expiresAt: at(1_000_000),
  createdAt: at(0),
  noticeGroup: null,
  overBudget: false,
  ...own,
});

export const someEntry = (name: string, own: Partial<AuditEntry> = {}): AuditEntry => ({
  id: entryId(name),
  at: at(0),
  event: "session.opened",
  userId: null,
  organizationId: null,
  ipAddress: null,
  userAgent: null,
  detail: { sessionId: "some-session", method: "email-otp" },
  ...own,
});
