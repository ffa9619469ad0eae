import type { Stores } from "@acme/auth-core/store";
import type { BaseCompiler, StoreMakers } from "./engine.js";
import { audit } from "./stores/audit.js";
import { counters } from "./stores/counters.js";
import { deletionRequests } from "./stores/deletion-requests.js";
import { erasures } from "./stores/erasures.js";
import { exportRequests } from "./stores/export-requests.js";
import { failureStreaks } from "./stores/failure-streaks.js";
import { fileChunks } from "./stores/file-chunks.js";
import { invitations } from "./stores/invitations.js";
import { jobs } from "./stores/jobs.js";
import { knownBrowsers } from "./stores/known-browsers.js";
import { linkedAccounts } from "./stores/linked-accounts.js";
import { mailedLinks } from "./stores/mailed-links.js";
import { memberships } from "./stores/memberships.js";
import { oauthStates } from "./stores/oauth-states.js";
import { oneTimeCodes } from "./stores/one-time-codes.js";
import { organizations } from "./stores/organizations.js";
import { outbox } from "./stores/outbox.js";
import { passkeyChallenges } from "./stores/passkey-challenges.js";
import { passkeys } from "./stores/passkeys.js";
import { passwords } from "./stores/passwords.js";
import { sessions } from "./stores/sessions.js";
import { users } from "./stores/users.js";

/** The stores of the base. One that is missing here does not compile. */
export const BASE_STORES: StoreMakers<Stores, BaseCompiler> = {
  users,
  passwords,
  failureStreaks,
  mailedLinks,
  passkeys,
  passkeyChallenges,
  linkedAccounts,
  oauthStates,
  sessions,
  knownBrowsers,
  organizations,
  memberships,
  invitations,
  oneTimeCodes,
  deletionRequests,
  erasures,
  exportRequests,
  fileChunks,
  jobs,
  outbox,
  counters,
  audit,
};
