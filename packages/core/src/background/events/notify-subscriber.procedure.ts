import type { Env } from "../../store/env.js";
import { ERASED_EVENT } from "../../store/erasure-event.js";
import type { AuthEvent } from "../../store/subscriber.js";
import { isApplicationEvent, type Subscribable } from "../audit-log/application-event.js";
import { completeJob } from "../jobs/complete-job.js";
import type { JobHandler } from "../jobs/job-handler.js";
import type { JobPayload } from "../jobs/job-store.js";
import { eventOf } from "./event-payload.js";
import { NO_RECIPIENT } from "./publish-event.js";

/**
 * Tells one subscriber of one event. Should the process end before the job is completed, the
 * subscriber is told again.
 */
export const notifySubscriber =
  (env: Env): JobHandler =>
  async (leased) => {
    const { job } = leased;
    if (job.subject !== NO_RECIPIENT && job.payload) {
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
    await completeJob(env.store, leased);
  };

/**
 * An organization may outlive the user who made or changed it, and so may what the application does
 * for it.
 */
const outlivesItsUser = ({ event, organizationId }: AuthEvent<Subscribable>): boolean =>
  event === "deletion.completed" ||
  event === ERASED_EVENT ||
  event.startsWith("organization.") ||
  (organizationId !== null && isApplicationEvent(event));

/**
 * Whether the event is about a user who is gone: told of it, a subscriber might add them again
 * where they were just removed.
 */
const isAboutNobody = async ({ store }: Env, event: AuthEvent<Subscribable>): Promise<boolean> =>
  event.userId !== null &&
  !outlivesItsUser(event) &&
  (await store.users.findById(event.userId)) === null;

async function tell(
  env: Env,
  { name, payload }: { readonly name: string; readonly payload: JobPayload },
): Promise<void> {
  const { subscribers, scheduler, policy } = env;
  const event = eventOf(payload);
  if (await isAboutNobody(env, event)) return;
  const subscriber = subscribers.after(event.event).find((one) => one.name === name);
  if (!subscriber) throw new Error(`no subscriber ${name} of ${event.event} is registered`);
  let cancel = (): void => {};
  const timeout = new Promise<never>((_resolve, reject) => {
    cancel = scheduler.after(policy.subscriberTimeout, () =>
      reject(new Error(`took longer than ${policy.subscriberTimeout} ms`)),
    );
  });
  // A subscriber that throws before it returns a promise must not leave the timeout behind.
  const told = Promise.resolve().then(() => subscriber.after(event));
  await Promise.race([told, timeout]).finally(cancel);
}
