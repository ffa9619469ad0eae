import type { Env } from "../../store/env.js";
import { LeaseLostError, type JobHandler } from "../jobs/job-handler.js";
import type { JobPayload } from "../jobs/job-store.js";
import { eventOf } from "./event-payload.js";
import { NOBODY_TO_TELL } from "./publish-event.js";

/** Tells one subscriber of one event. Should the process end before the job is completed, the subscriber is told again. */
export const notifySubscriber =
  (env: Env): JobHandler =>
  async ({ job, lease }) => {
    if (job.subject !== NOBODY_TO_TELL && job.payload) {
      const [event = "", subscriber = ""] = job.subject.split(" ");
      try {
        await tell(env, { name: subscriber, payload: job.payload });
      } catch (failure) {
        const attempt = job.attempts + 1;
        env.logger.error(
          "subscriber_failed",
          { jobId: job.id, event, subscriber, attempt },
          failure,
        );
        throw failure;
      }
    }
    if (!(await env.store.jobs.complete(job.id, lease))) throw new LeaseLostError(job.id);
  };

async function tell(
  { subscribers, scheduler, policy }: Env,
  { name, payload }: { readonly name: string; readonly payload: JobPayload },
): Promise<void> {
  const event = eventOf(payload);
  const subscriber = subscribers.after(event.event).find((one) => one.name === name);
  if (!subscriber?.after) throw new Error(`no subscriber ${name} of ${event.event} is registered`);
  let cancel = (): void => {};
  const timeout = new Promise<never>((_resolve, reject) => {
    cancel = scheduler.after(policy.subscriberTimeout, () =>
      reject(new Error(`took longer than ${policy.subscriberTimeout} ms`)),
    );
  });
  // A subscriber that throws before it returns a promise must not leave the timeout behind.
  const told = Promise.resolve().then(() => subscriber.after?.(event));
  await Promise.race([told, timeout]).finally(cancel);
}
