import type { Digest } from "../ports/digest.js";
import type { OutgoingMail } from "../ports/mailer.js";
import type { PasswordHash } from "../ports/password-hasher.js";
import type { Random } from "../ports/random.js";
import type { NewPasswordHash } from "../sign-in/password/password-store.js";
import type { Stores } from "../store/store.js";
import { type EmailAddress, parseEmailAddress } from "./email-address.js";
import { type OrganizationId, type SessionId, toId, type UserId } from "./ids.js";
import { definePolicy } from "./policy.js";
import { Secret, type SecretHash } from "./secret.js";

/** A secret is not what may be stored of it. */
export function secretsAreNoHashes(digest: Digest, secret: Secret): readonly SecretHash[] {
  // @ts-expect-error -- a secret is no hash
  const asItIs: SecretHash = secret;
  // @ts-expect-error -- nor is its text
  const revealed: SecretHash = secret.reveal();
  // @ts-expect-error -- a password's hash is another kind
  const password: SecretHash = "$argon2id$" as PasswordHash;
  return [digest.token(secret), asItIs, revealed, password];
}

/** A secret is no string, and nothing that looks like one is a secret. */
export function secretsAreNoStrings(secret: Secret, lookalike: Pick<Secret, keyof Secret>): void {
  // @ts-expect-error -- a secret is no string
  secret satisfies string;
  // @ts-expect-error -- a string is no secret
  "042137" satisfies Secret;
  // @ts-expect-error -- only the class makes one
  lookalike satisfies Secret;
  // @ts-expect-error -- its text is its own
  secret.value satisfies unknown;
  // @ts-expect-error -- a digest takes secrets, not their text
  ((digest: Digest) => digest.token("token")) satisfies unknown;
}

/** A string is an email address only when it was parsed; a failed parse is none. */
export async function stringsAreNoEmailAddresses(stores: Stores, text: string): Promise<void> {
  const parsed = parseEmailAddress(text);
  if (parsed) await stores.users.findByEmail(parsed);
  // @ts-expect-error -- the parse may have failed
  await stores.users.findByEmail(parsed);
  // @ts-expect-error -- a string is no email address
  await stores.users.findByEmail(text);
  // @ts-expect-error -- nor is its lower-cased form, even of an email address
  await stores.users.findByEmail(parsed!.toLowerCase());
  // @ts-expect-error -- a mail goes to an email address
  text satisfies OutgoingMail["to"];
  parsed satisfies string | null;
}

interface Ids {
  readonly stores: Stores;
  readonly user: UserId;
  readonly session: SessionId;
  readonly organization: OrganizationId;
}

/** An id names one kind of thing. */
export async function idsAreOfAKind({ stores, user, session, organization }: Ids): Promise<void> {
  await stores.sessions.revoke(user, session);
  // @ts-expect-error -- the ids are the wrong way round
  await stores.sessions.revoke(session, user);
  // @ts-expect-error -- a string is no id
  await stores.sessions.revokeOthers("user-1", null);
  // @ts-expect-error -- an organization is no user
  await stores.users.lock(organization);
}

/** An id is minted as one kind of thing, and nothing else is minted that way. */
export function idsAreMinted(random: Random): UserId {
  // @ts-expect-error -- a session is no user
  random.id<SessionId>() satisfies UserId;
  // @ts-expect-error -- an email address is no id
  toId<EmailAddress>("ada@example.com") satisfies string;
  // @ts-expect-error -- nor does one come out where the kind is not named
  const email: EmailAddress = random.id();
  return email ? random.id() : toId<UserId>("user-1");
}

/** A password is stored by its hash alone, and by that of the hasher. */
export async function passwordsAreHashed(
  { stores, user }: Ids,
  password: Secret,
  hashed: SecretHash,
  now: Date,
): Promise<void> {
  await stores.passwords.replace({
    userId: user,
    hash: "$argon2id$" as NewPasswordHash,
    updatedAt: now,
  });
  const unjudged = "$argon2id$" as PasswordHash;
  // @ts-expect-error -- a password that was not judged is not stored as new
  await stores.passwords.replace({ userId: user, hash: unjudged, updatedAt: now });
  // @ts-expect-error -- a password is no hash
  await stores.passwords.replace({ userId: user, hash: password, updatedAt: now });
  // @ts-expect-error -- nor is its text
  await stores.passwords.replace({ userId: user, hash: password.reveal(), updatedAt: now });
  // @ts-expect-error -- a token's hash is too cheap for a password
  await stores.passwords.replace({ userId: user, hash: hashed, updatedAt: now });
}

/** The policy has known names and numbers. */
export function policiesAreKnown(): void {
  definePolicy({ codeTries: 3 });
  // @ts-expect-error -- there is no such policy
  definePolicy({ codeTrys: 3 });
  // @ts-expect-error -- a number, not text
  definePolicy({ codeTries: "3" });
  // @ts-expect-error -- a policy does not change once it is made
  definePolicy().codeTries = 100;
}

export const address = (text: string): EmailAddress | null => parseEmailAddress(text);
export const secret: Secret = new Secret("x");
