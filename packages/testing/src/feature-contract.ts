import { describeClaims } from "./contract/claimed-rows.js";
import type { Opened } from "./contract/fixture.js";
import { describeLeasedQueue } from "./contract/leased-queues.js";
import type { QueueSample } from "./contract/queue-samples.js";

export { type Chapter, describeChapters } from "./contract/chapters.js";
export { describeSharedValues, type Insert } from "./contract/conflicts.js";
export { howMany, MANY, type Opened, race } from "./contract/fixture.js";
export type { Rival, StoreFixture } from "./contract/fixture.js";
export { type CallSample, describeCallQueue } from "./contract/leased-queues.js";
export type { QueueSample } from "./contract/queue-samples.js";
export { at, lease, someUser, type StoredUser, userId } from "./contract/samples.js";

/**
 * What every queue of the worker promises, over a store of a feature. Of a queue of calls see also
 * `describeCallQueue`.
 */
export function describeQueue<S extends object>(
  opened: Opened<S>,
  name: string,
  sample: QueueSample<S>,
): void {
  describeLeasedQueue(opened, name, sample);
  describeClaims(opened, name, sample);
}
