import { notifySubscriber } from "./background/events/notify-subscriber.procedure.js";
import { createJobs } from "./background/jobs/jobs.js";
import { createMailDelivery } from "./background/mail/mail.js";
import type { MailChoices } from "./background/mail/mail-choices.js";
import { createSweep } from "./background/worker/sweep-expired.procedure.js";
import type { WorkerTasks } from "./background/worker/worker.js";
import { carryOutDeletion } from "./lifecycle/account-deletion/carry-out-deletion.procedure.js";
import { blankAudit, eraseAfter } from "./lifecycle/account-deletion/finish-erasure.procedure.js";
import { revokeDeletion } from "./lifecycle/account-deletion/revoke-deletion.js";
import { deleteFile, expireExport } from "./lifecycle/data-export/expire-export.procedure.js";
import { abandonExport } from "./lifecycle/data-export/fail-export.js";
import { produceExport } from "./lifecycle/data-export/produce-export.procedure.js";
import { appendErasure } from "./lifecycle/erasure/append-erasure.procedure.js";
import type { OpenedFeatures } from "./open-features.js";
import type { Mailer } from "./ports/mailer.js";
import type { Env } from "./store/env.js";

/** Everything that the worker does. */
export function workerTasks(
  env: Env,
  mailer: Mailer,
  { mails, features }: { readonly mails: MailChoices; readonly features: OpenedFeatures },
): WorkerTasks {
  const { jobs, calls } = createJobs(env, {
    ...features.jobs,
    "delete-account": { carryOut: carryOutDeletion(env), cancel: revokeDeletion(env) },
    "blank-audit": { carryOut: blankAudit(env), cancel: "never" },
    "erase-after": { carryOut: eraseAfter(env), cancel: "never" },
    "produce-export": { carryOut: produceExport(env), cancel: abandonExport(env) },
    "expire-export": { carryOut: expireExport(env), cancel: "never" },
    "delete-file": { carryOut: deleteFile(env), cancel: "never" },
    "append-erasure": { carryOut: appendErasure(env), cancel: "never" },
    "notify-subscriber": { carryOut: notifySubscriber(env), cancel: null },
  });
  return {
    queues: { mail: createMailDelivery(env, mailer, mails), jobs },
    featureQueues: features.queues,
    calls,
    others: [createSweep(env)],
  };
}
