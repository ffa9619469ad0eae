import type { Migration } from "./migration.js";

/**
 * Notices are told apart by what they share a budget with; of each group one waits for it. Mails of
 * earlier versions belong to no group.
 */
export const noticeBudgets: Migration = {
  id: "0007-notice-budgets",
  statements: ({ key, flag }) => [
    `alter table auth_outbox_mail add column notice_group ${key}`,
    `alter table auth_outbox_mail add column over_budget ${flag} not null default false`,
    "create index auth_outbox_mail_notice on auth_outbox_mail (notice_group) where notice_group is not null",
    "create unique index auth_outbox_mail_over_budget on auth_outbox_mail (notice_group) where over_budget",
  ],
};
