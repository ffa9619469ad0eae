import { completeJob } from "../../background/jobs/complete-job.js";
import type { JobHandler } from "../../background/jobs/job-handler.js";
import { parseErasureEntry } from "../../kernel/erasure-entry.js";
import type { Env } from "../../store/env.js";

/** Adds an erasure that was committed to the ledger. Done twice, it changes nothing. */
export const appendErasure =
  ({ store, erasureLedger }: Env): JobHandler =>
  async (leased) => {
    const entry = parseErasureEntry(leased.job.subject);
    if (!entry) throw new Error("the subject is no entry of a ledger of erasures");
    if (!erasureLedger) throw new Error("no ledger of erasures is configured in this process");
    await erasureLedger.append(entry);
    await completeJob(store, leased);
  };
