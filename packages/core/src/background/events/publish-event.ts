import { AuthError } from "../../kernel/errors.js";
import type { World } from "../../store/env.js";
import type { Published } from "../../store/hearer.js";
import type { Tx } from "../../store/store.js";
import type { CreationEvent } from "../../store/subscriber.js";
import { enqueueJob } from "../jobs/enqueue-job.js";
import { payloadOf } from "./event-payload.js";

/**
 * The subject of a job that notifies no subscriber. It is there so that a refused attempt costs the
 * same whether or not there is a user.
 */
export const NO_RECIPIENT = "none";

/**
 * Leaves to the worker to tell every subscriber with an `after`, and lets every feature hear that
 * asks to.
 */
export async function enqueueEvent(
  tx: Tx,
  world: World,
  { event, notifies, dueAt = event.at }: Published,
): Promise<void> {
  for (const { name } of world.subscribers.after(event.event))
    await enqueueJob(tx, world, {
      kind: "notify-subscriber",
      subject: notifies ? `${event.event} ${name}` : NO_RECIPIENT,
      dueAt,
      payload: payloadOf(event),
    });
  for (const hearer of world.hearers) await hearer.hear(tx, { event, notifies, dueAt });
}

/**
 * Asks every subscriber with a `within`, in their order. What one throws undoes the creation.
 * @throws {AuthError} an error of `defineErrors`
 */
export async function askSubscribers(tx: Tx, world: World, event: CreationEvent): Promise<void> {
  for (const { within } of world.subscribers.within(event.event)) {
    try {
      await within?.(tx, event);
    } catch (thrown) {
      if (AuthError.is(thrown) && !world.subscribers.declares(thrown.code))
        throw new Error(
          `a subscriber of ${event.event} threw ${thrown.code}, which is among the errors of no feature`,
          { cause: thrown },
        );
      throw thrown;
    }
  }
}
