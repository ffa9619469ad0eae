import type {
  AuditEntry,
  Invitation,
  LinkedAccount,
  MailedLink,
  Membership,
  Organization,
  OrganizationChange,
  Passkey,
  Session,
  SignInMethod,
  User,
} from "@acme/auth-core";
import type {
  FailureStreak,
  NewPassword,
  OAuthState,
  OneTimeCode,
  OutboxMail,
  PasskeyChallenge,
  PasskeyUse,
  SessionRenewal,
} from "@acme/auth-core/store";
import { asChecked, asProven } from "@acme/auth-testing";
import fc from "fast-check";

const START = Date.UTC(2026, 0, 1);
const after = (milliseconds: number): Date => new Date(START + milliseconds);

/** Few names and instants, so that operations meet. */
export const name = fc.constantFrom("a", "b", "c");
export const nameOrNull = fc.option(name, { nil: null });
export const instant = fc.integer({ min: 0, max: 8 }).map(after);
export const count = fc.integer({ min: 0, max: 3 });
const text = fc
  .oneof(fc.constantFrom("", "👩🏽‍🚀", "שלום", "'\"\\"), fc.string({ unit: "grapheme" }))
  .filter((value) => !value.includes("\0"));
const textOrNull = fc.option(text, { nil: null });
const method = fc.constantFrom<SignInMethod>("password", "email-otp", "passkey");

const user = fc.record({
  id: name,
  email: name,
  emailVerified: fc.boolean(),
  name: text,
  image: textOrNull,
  createdAt: instant,
  updatedAt: instant,
});
export const users = fc
  .tuple(user, fc.option(instant, { nil: null }))
  .map(([one, reclaimedAt]) =>
    asChecked<User>({ ...one, email: `${one.email}@example.com`, reclaimedAt }),
  );

const authenticated = {
  tokenHash: name,
  authenticatedAt: instant,
  authenticatedBy: method,
  remembered: fc.boolean(),
  lastSeenAt: instant,
  expiresAt: instant,
  ipAddress: textOrNull,
  userAgent: textOrNull,
  methods: textOrNull,
  secondFactorAt: fc.option(instant, { nil: null }),
};
export const sessions = fc
  .record({ id: name, userId: name, createdAt: instant, ...authenticated })
  .map((one) => asProven(asChecked<Session>(one)));
export const knownBrowsers = fc.record({
  id: name,
  userId: name,
  browserHash: name,
  sessionId: name,
  seenAt: instant,
  expiresAt: instant,
});
export const renewals = fc
  .record(authenticated)
  .map((one) => asProven(asChecked<SessionRenewal>(one)));
export const codes = fc
  .record({
    id: name,
    email: name,
    codeHash: text,
    attemptsLeft: count,
    createdAt: instant,
    expiresAt: instant,
  })
  .map((one) =>
    asChecked<OneTimeCode>({ ...one, email: `${one.email}@example.com`, type: "sign-in" }),
  );
export const passwords = fc
  .record({ userId: name, hash: name, updatedAt: instant })
  .map((one) => asChecked<NewPassword>(one));
export const streaks = fc
  .record({ key: name, failures: count, blockedUntil: instant, expiresAt: instant })
  .map((one) => asChecked<FailureStreak>(one));
export const purpose = fc.constantFrom("password-reset", "email-change", "magic-link");
export const links = fc
  .record({
    id: name,
    purpose,
    subject: name,
    tokenHash: name,
    email: name,
    userId: nameOrNull,
    redirectTo: textOrNull,
    name: textOrNull,
    sessionId: nameOrNull,
    createdAt: instant,
    expiresAt: instant,
  })
  .map((one) => asChecked<MailedLink>({ ...one, email: `${one.email}@example.com` }));
export const profiles = fc.record({ name: text, image: textOrNull }, { requiredKeys: [] });
export const mails = fc
  .record({
    id: name,
    sealed: text,
    attempts: count,
    nextAttemptAt: instant,
    expiresAt: instant,
    createdAt: instant,
    noticeGroup: nameOrNull,
  })
  .map((one) => asChecked<OutboxMail>({ ...one, overBudget: false }));
export const entries = fc
  .record({
    id: name,
    at: instant,
    userId: nameOrNull,
    organizationId: nameOrNull,
    ipAddress: textOrNull,
    userAgent: textOrNull,
    detail: fc.dictionary(text, text),
  })
  .map((one) => asChecked<AuditEntry>({ ...one, event: "session.opened" }));

/** Beside counters that meet, those that 32 bits hold only without a sign. */
export const signatures = fc.constantFrom(0, 1, 2, 2_147_483_648, 4_294_967_295);
export const texts = fc.array(text, { maxLength: 3 });
export const ceremony = fc.constantFrom("registration", "authentication");
export const passkeys = fc
  .record({
    id: name,
    userId: name,
    name: text,
    credentialId: name,
    userHandle: nameOrNull,
    publicKey: text,
    algorithm: fc.constantFrom(-7, -8, -257),
    counter: signatures,
    transports: fc.subarray<Passkey["transports"][number]>(["internal", "hybrid", "usb"]),
    deviceType: fc.constantFrom("singleDevice", "multiDevice"),
    backedUp: fc.boolean(),
    aaguid: name,
    createdAt: instant,
    lastUsedAt: fc.option(instant, { nil: null }),
    uvInitialized: fc.boolean(),
  })
  .map((one) => asChecked<Passkey>(one));
export const uses = fc
  .record({
    judgedCounter: signatures,
    counter: signatures,
    backedUp: fc.boolean(),
    userHandle: nameOrNull,
    usedAt: instant,
  })
  .map((one) => asChecked<PasskeyUse>(one));
export const challenges = fc
  .record({
    id: name,
    ceremony,
    challengeHash: name,
    userId: nameOrNull,
    browserHash: nameOrNull,
    createdAt: instant,
    expiresAt: instant,
    mediation: fc.constantFrom("conditional", null),
  })
  .map((one) => asChecked<PasskeyChallenge>(one));
export const accounts = fc
  .record({
    id: name,
    providerId: name,
    subject: name,
    userId: name,
    scopes: texts,
    createdAt: instant,
    updatedAt: instant,
  })
  .map((one) => asChecked<LinkedAccount>(one));
export const states = fc
  .record({
    id: name,
    stateHash: name,
    providerId: name,
    browserHash: name,
    userId: nameOrNull,
    sealed: text,
    createdAt: instant,
    expiresAt: instant,
  })
  .map((one) => asChecked<OAuthState>(one));

const metadata = fc.dictionary(
  text,
  fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null), texts),
  { maxKeys: 2, noNullPrototype: true },
);
export const organizations = fc
  .record({
    id: name,
    name: text,
    slug: name,
    logo: textOrNull,
    metadata,
    createdAt: instant,
    updatedAt: instant,
    requireSecondFactor: fc.boolean(),
  })
  .map((one) => asChecked<Organization>(one));
export const organizationChanges = fc
  .record({ name: text, slug: name, logo: textOrNull, metadata }, { requiredKeys: [] })
  .map((one) => asChecked<OrganizationChange>(one));
export const role = fc.constantFrom("owner", "admin", "member");
export const memberships = fc
  .record({ id: name, organizationId: name, userId: name, role, createdAt: instant })
  .map((one) => asChecked<Membership>(one));
export const settledStatus = fc.constantFrom("accepted", "rejected", "canceled");
export const invitations = fc
  .record({
    id: name,
    organizationId: name,
    email: name,
    role,
    status: fc.constant("pending"),
    tokenHash: name,
    expiresAt: instant,
    inviterId: nameOrNull,
    createdAt: instant,
  })
  .map((one) => asChecked<Invitation>({ ...one, email: `${one.email}@example.com` }));
