import type { ErasureEvent } from "../../store/erasure-event.js";
import type { AuthEvent } from "../../store/subscriber.js";
import type { Subscribable } from "../audit-log/application-event.js";
import type { JobPayload } from "../jobs/job-store.js";

/** Returns an event as a job carries it. */
export const payloadOf = (event: AuthEvent<Subscribable> | ErasureEvent): JobPayload => ({
  ...event,
  at: event.at.toISOString(),
});

/** Returns the event that `payloadOf` wrote. */
export const eventOf = (payload: JobPayload): AuthEvent<Subscribable> =>
  ({ ...payload, at: new Date(String(payload["at"])) }) as AuthEvent<Subscribable>;
