import { toId, type UserId } from "../../kernel/ids.js";
import { LeaseLostError, type JobHandler } from "../../background/jobs/job-handler.js";
import { ContributorMissingError } from "../../background/jobs/named-contributors.js";
import type { Env } from "../../store/env.js";

/** Removes user, IP address and user agent from the audit entries of a user who is gone, in batches, so that a long history blocks no other work. */
export const blankAudit =
  ({ store, policy }: Env): JobHandler =>
  async ({ job, lease, extendLease }) => {
    while ((await store.audit.blankUser(toId<UserId>(job.subject), policy.blankBatch)) > 0)
      await extendLease();
    if (!(await store.jobs.complete(job.id, lease))) throw new LeaseLostError(job.id);
  };

/** Calls `eraseAfter` of one contributor for a user who is gone. */
export const eraseAfter =
  ({ store, contributors }: Env): JobHandler =>
  async ({ job, lease }) => {
    const [section = "", userId = ""] = job.subject.split(" ");
    const contributor = contributors.find((one) => one.section === section);
    if (!contributor) throw new ContributorMissingError(section);
    await contributor.eraseAfter(toId<UserId>(userId));
    if (!(await store.jobs.complete(job.id, lease))) throw new LeaseLostError(job.id);
  };
