export { createFixedClock, type FixedClock } from "./fixed-clock.js";
export { codeIn, createInbox, type Inbox, linkIn } from "./inbox.js";
export { createManualScheduler, type ManualScheduler } from "./manual-scheduler.js";
export { createSeededRandom } from "./seeded-random.js";
