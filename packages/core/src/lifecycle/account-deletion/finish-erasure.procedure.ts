import { completeJob } from "../../background/jobs/complete-job.js";
import type { JobHandler } from "../../background/jobs/job-handler.js";
import { ContributorMissingError } from "../../background/jobs/named-contributors.js";
import { toId, type UserId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";

/**
 * Removes user, IP address and user agent from the audit entries of a user who is gone, in batches,
 * so that a long history blocks no other work.
 */
export const blankAudit =
  ({ store, policy }: Env): JobHandler =>
  async (leased) => {
    const userId = toId<UserId>(leased.job.subject);
    while ((await store.audit.blankUser(userId, policy.blankBatch)) > 0) await leased.extendLease();
    await completeJob(store, leased);
  };

/** Calls `eraseAfter` of one contributor for a user who is gone. */
export const eraseAfter =
  ({ store, contributors }: Env): JobHandler =>
  async (leased) => {
    const [section = "", userId = ""] = leased.job.subject.split(" ");
    const contributor = contributors.find((one) => one.section === section);
    if (!contributor) throw new ContributorMissingError(section);
    await contributor.eraseAfter?.(toId<UserId>(userId));
    await completeJob(store, leased);
  };
