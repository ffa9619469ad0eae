import type { MigrationSet } from "../migration-steps.js";
import { initial } from "./0001-initial.js";
import { passwordsAndLinks } from "./0002-passwords-and-links.js";
import { passkeysAndAccounts } from "./0003-passkeys-and-accounts.js";
import { invitationsAndMembers } from "./0004-invitations.js";
import { endOfAccounts } from "./0005-end-of-accounts.js";
import { accountSafety } from "./0006-account-safety.js";
import { noticeBudgets } from "./0007-notice-budgets.js";
import { payloadsOfJobs } from "./0008-payloads-of-jobs.js";
import { webhooks } from "./0009-webhooks.js";
import { operators } from "./0010-operators.js";
import { knownBrowsersAndNames } from "./0011-known-browsers.js";
import { locale } from "./0012-locale.js";
import { erasures } from "./0013-erasures.js";
import { lastErrors } from "./0014-last-errors.js";
import { reasonsOfTombstones } from "./0015-reasons-of-tombstones.js";
import { signInLanguage } from "./0016-sign-in-language.js";
import { memberSearch } from "./0017-member-search.js";
import { secondFactor } from "./0018-second-factor.js";
import { ownFields } from "./0019-own-fields.js";
import type { Migration } from "./migration.js";

const expand = (migration: Migration): Migration => ({ ...migration, phase: "expand" });

/**
 * The library's own, each with what it means for releases that do not know it. A minor release only
 * expands.
 */
export const OWN_MIGRATIONS: MigrationSet = {
  namespace: "auth",
  migrations: [
    expand(initial),
    expand(passwordsAndLinks),
    expand(passkeysAndAccounts),
    expand(invitationsAndMembers),
    expand(endOfAccounts),
    expand(accountSafety),
    expand(noticeBudgets),
    expand(payloadsOfJobs),
    webhooks,
    expand(operators),
    expand(knownBrowsersAndNames),
    expand(locale),
    expand(erasures),
    expand(lastErrors),
    expand(reasonsOfTombstones),
    expand(signInLanguage),
    expand(memberSearch),
    expand(secondFactor),
    expand(ownFields),
  ],
};
