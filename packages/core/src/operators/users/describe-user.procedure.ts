import { isOffered, offeredMethods } from "../../account/sign-in-method/offered-methods.js";
import type { ListedMethod } from "../../account/sign-in-method/sign-in-method.js";
import type { UserRecord } from "../../account/user/user-store.js";
import type { AuditRecord } from "../../background/audit-log/audit-store.js";
import type { UserId } from "../../kernel/ids.js";
import type { DeletionRequest } from "../../lifecycle/account-deletion/deletion-request-store.js";
import type { OrganizationOfUser } from "../../organizations/organization/organization-store.js";
import type { LinkedAccount } from "../../sign-in/oauth/linked-account-store.js";
import type { Passkey } from "../../sign-in/passkey/passkey-store.js";
import type { Env, SignInMethodTable } from "../../store/env.js";
import type { Tx } from "../../store/store.js";

/** A way to sign in, and what a user has of it. */
export interface DescribedMethod extends ListedMethod {
  /**
   * How many credentials of it the user has, such as passkeys; null for a method that takes none,
   * such as a mailed code.
   */
  readonly credentials: number | null;
}

/** An organization of a user. */
export interface DescribedMembership extends OrganizationOfUser {
  /**
   * Whether the user is its only owner: the account is not erased before it has another owner, or
   * is deleted.
   */
  readonly isSoleOwner: boolean;
}

/** When, how and from where a user has signed in. */
export interface LastSignIn extends Pick<AuditRecord, "at" | "ipAddress" | "userAgent"> {
  /** What sessions, metrics and logs call the sign-in method. */
  readonly method: string;
}

/** A user, with what operators are asked about them. */
export interface UserDescription {
  readonly user: UserRecord;
  /** Every sign-in method that there is, those that are not offered too. */
  readonly methods: readonly DescribedMethod[];
  /** Oldest first. */
  readonly passkeys: readonly Passkey[];
  /** The linked accounts at external providers, oldest first. */
  readonly linkedAccounts: readonly LinkedAccount[];
  /** Oldest membership first. */
  readonly organizations: readonly DescribedMembership[];
  /** How many sessions are alive. */
  readonly sessions: number;
  /** Null when the audit log knows of none: it keeps entries for `policy.auditRetention`. */
  readonly lastSignIn: LastSignIn | null;
  /** The pending deletion; null when there is none. */
  readonly deletion: DeletionRequest | null;
}

/** What the entries of a sign-in are called: one that opens a session, and one in a session. */
const SIGN_INS = ["session.opened", "session.renewed"] as const;

/** Builds the use case `Users.describe`. */
export const describeUser = (env: Env) => {
  const { store, clock, signInMethods } = env;
  const offered = offeredMethods(env);
  const rows = Object.entries(signInMethods).map(([name, row]) => ({
    row,
    listed: { name, word: row.word, isOffered: isOffered(row, offered) },
  }));
  return (id: UserId): Promise<UserDescription | null> =>
    store.transaction(async (tx) => {
      const user = await tx.users.findById(id);
      if (!user) return null;
      return {
        user,
        methods: await describeMethods(tx, rows, id),
        passkeys: await tx.passkeys.listByUser(id),
        linkedAccounts: await tx.linkedAccounts.listByUser(id),
        organizations: await organizationsOf(tx, id),
        sessions: (await tx.sessions.listLive(id, clock.now())).length,
        lastSignIn: await findLastSignIn(tx, id),
        deletion: await tx.deletionRequests.findPending(id),
      };
    });
};

interface MethodRow {
  readonly row: Pick<SignInMethodTable[string], "credentials">;
  readonly listed: ListedMethod;
}

async function describeMethods(
  tx: Tx,
  rows: readonly MethodRow[],
  id: UserId,
): Promise<readonly DescribedMethod[]> {
  const described: DescribedMethod[] = [];
  for (const { row, listed } of rows) {
    const credentials = row.credentials ? await row.credentials.count(tx, id, () => true) : null;
    described.push({ ...listed, credentials });
  }
  return described;
}

async function organizationsOf(tx: Tx, id: UserId): Promise<readonly DescribedMembership[]> {
  const solelyOwned = new Set((await tx.organizations.listSolelyOwnedBy(id)).map((one) => one.id));
  const all = await tx.organizations.listByUser(id);
  return all.map((one) => ({ ...one, isSoleOwner: solelyOwned.has(one.organization.id) }));
}

async function findLastSignIn(tx: Tx, id: UserId): Promise<LastSignIn | null> {
  const every = { userId: id, organizationId: null, from: null, to: null, after: null };
  let last: AuditRecord | null = null;
  for (const event of SIGN_INS) {
    const [newest] = await tx.audit.listNamedRecords({ ...every, event }, 1);
    if (newest && (!last || newest.at > last.at)) last = newest;
  }
  if (!last) return null;
  const { at, ipAddress, userAgent, detail } = last;
  return { at, ipAddress, userAgent, method: String(detail["method"]) };
}
