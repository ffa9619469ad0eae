import { createJobs } from "./background/jobs/jobs.js";
import type { JobHandler } from "./background/jobs/job-handler.js";
import { createMailDelivery } from "./background/mail/mail.js";
import { createSweep } from "./background/worker/sweep.js";
import type { Task } from "./background/worker/task-loop.js";
import { blankAudit, eraseAfter } from "./lifecycle/account-deletion/finish-erasure.procedure.js";
import {
  deleteFile,
  expireExport,
  produceExport,
} from "./lifecycle/data-export/produce-export.procedure.js";
import type { Mailer } from "./ports/mailer.js";
import type { Env } from "./store/env.js";

/** Everything the worker does. `deleteAccount` carries out a deletion request at the end of its grace period. */
export function workerTasks(env: Env, mailer: Mailer, deleteAccount: JobHandler): readonly Task[] {
  const delivery = createMailDelivery(env, mailer);
  const jobs = createJobs(env, {
    "delete-account": deleteAccount,
    "blank-audit": blankAudit(env),
    "erase-after": eraseAfter(env),
    "produce-export": produceExport(env),
    "expire-export": expireExport(env),
    "delete-file": deleteFile(env),
  });
  return [{ name: "mail", runDue: delivery.deliverDue }, jobs, createSweep(env)];
}
