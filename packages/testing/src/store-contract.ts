import type { Stores } from "@acme/auth-core/store";
import { describeAudit } from "./contract/audit.js";
import { describeCallers } from "./contract/callers.js";
import { describeChangingEmails } from "./contract/changing-emails.js";
import { describeChangingMemberships } from "./contract/changing-memberships.js";
import { describeChangingOrganizations } from "./contract/changing-organizations.js";
import { describeChangingPasskeys } from "./contract/changing-passkeys.js";
import { describeChangingUsers } from "./contract/changing-users.js";
import { type Chapter, describeChapters } from "./contract/chapters.js";
import { describeClaimedRows } from "./contract/claimed-rows.js";
import { describeConflicts } from "./contract/conflicts.js";
import { describeCounters } from "./contract/counters.js";
import { describeDeletingOrganizations } from "./contract/deleting-organizations.js";
import { describeDeletingUsers } from "./contract/deleting-users.js";
import { describeEndingDeletions } from "./contract/ending-deletions.js";
import { describeEndingExports } from "./contract/ending-exports.js";
import { describeEndingInvitations } from "./contract/ending-invitations.js";
import { describeEndingSessions } from "./contract/ending-sessions.js";
import { describeErasures } from "./contract/erasures.js";
import { describeExpiry } from "./contract/expiry.js";
import { describeFailureStreaks } from "./contract/failure-streaks.js";
import { describeFileChunks } from "./contract/file-chunks.js";
import type { StoreFixture } from "./contract/fixture.js";
import { describeForgettingUsers } from "./contract/forgetting-users.js";
import { describeInvitations } from "./contract/invitations.js";
import { describeJobs } from "./contract/jobs.js";
import { describeKnownBrowsers } from "./contract/known-browsers.js";
import { describeLeasedQueues } from "./contract/leased-queues.js";
import { describeLinkedAccounts } from "./contract/linked-accounts.js";
import { describeMailedLinks } from "./contract/mailed-links.js";
import { describeMatchingMembers } from "./contract/matching-members.js";
import { describeMemberships } from "./contract/memberships.js";
import { describeNamedEntries } from "./contract/named-entries.js";
import { describeNamedRecords } from "./contract/named-records.js";
import { describeNotices } from "./contract/notices.js";
import { describeOAuthStates } from "./contract/oauth-states.js";
import { describeOneTimeCodes } from "./contract/one-time-codes.js";
import { describeOperatedUsers } from "./contract/operated-users.js";
import { describeOrganizations } from "./contract/organizations.js";
import { describeOutbox } from "./contract/outbox.js";
import { describeOwnedOrganizations } from "./contract/owned-organizations.js";
import { describePasskeyChallenges } from "./contract/passkey-challenges.js";
import { describePasskeys } from "./contract/passkeys.js";
import { describePasswords } from "./contract/passwords.js";
import { describeRequests } from "./contract/requests.js";
import { describeSessions } from "./contract/sessions.js";
import { describeSettlingJobs } from "./contract/settling-jobs.js";
import { describeSingleUse } from "./contract/single-use.js";
import { describeTransactions } from "./contract/transactions.js";
import { describeUsers } from "./contract/users.js";
import { describeValues } from "./contract/values.js";

export type { Rival, StoreFixture } from "./contract/fixture.js";

/** What is shown of each store; a store that is missing here does not compile. */
const CHAPTERS: Readonly<
  Record<
    keyof Stores | "callers" | "transaction" | "conflicts" | "values" | "singleUse" | "expiry",
    readonly Chapter[]
  >
> = {
  users: [
    describeUsers,
    describeChangingUsers,
    describeChangingEmails,
    describeDeletingUsers,
    describeForgettingUsers,
    describeOperatedUsers,
  ],
  passwords: [describePasswords],
  failureStreaks: [describeFailureStreaks],
  sessions: [describeSessions, describeEndingSessions],
  knownBrowsers: [describeKnownBrowsers],
  organizations: [
    describeOrganizations,
    describeChangingOrganizations,
    describeDeletingOrganizations,
    describeOwnedOrganizations,
  ],
  memberships: [describeMemberships, describeMatchingMembers, describeChangingMemberships],
  invitations: [describeInvitations, describeEndingInvitations],
  callers: [describeCallers],
  oneTimeCodes: [describeOneTimeCodes],
  mailedLinks: [describeMailedLinks],
  passkeys: [describePasskeys, describeChangingPasskeys],
  passkeyChallenges: [describePasskeyChallenges],
  linkedAccounts: [describeLinkedAccounts],
  oauthStates: [describeOAuthStates],
  deletionRequests: [describeRequests, describeEndingDeletions],
  erasures: [describeErasures],
  exportRequests: [describeEndingExports],
  fileChunks: [describeFileChunks],
  jobs: [describeLeasedQueues, describeClaimedRows, describeJobs, describeSettlingJobs],
  outbox: [describeOutbox, describeNotices],
  counters: [describeCounters],
  audit: [describeAudit, describeNamedEntries, describeNamedRecords],
  transaction: [describeTransactions],
  conflicts: [describeConflicts],
  values: [describeValues],
  singleUse: [describeSingleUse],
  expiry: [describeExpiry],
};

/**
 * Everything the `Store` port promises, as tests. Run it over each way an adapter can be opened: in
 * process, from several processes, with a pool of one. There is no way to leave a part out. `open`
 * gives an empty, migrated database; callers of a store check beforehand that no text holds NUL.
 */
export function describeStore(name: string, open: () => Promise<StoreFixture>): void {
  describeChapters(`the store contract, over ${name}`, open, Object.values(CHAPTERS).flat());
}
