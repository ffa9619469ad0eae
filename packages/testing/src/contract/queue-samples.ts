import type { QueueRow } from "@acme/auth-core";
import type { LeasedQueue, Stores } from "@acme/auth-core/store";
import { jobId, someJob } from "./end-of-account-samples.js";
import { mailId, someMail } from "./samples.js";

/** What is the same of every queue: the same tests run over each table. */
export interface QueueSample<S extends object = object> {
  /** Returns the queue. */
  readonly queueOf: (stores: Stores & S) => LeasedQueue<QueueRow>;
  /** Returns the id of the row that is called so. */
  readonly idOf: (name: string) => string;
  /** Stores the row that is called so. */
  readonly enqueue: (
    stores: Stores & S,
    name: string,
    own?: Partial<Pick<QueueRow, "nextAttemptAt" | "createdAt" | "attempts">>,
  ) => Promise<void>;
}

export const QUEUES: readonly (readonly [string, QueueSample])[] = [
  [
    "mails",
    {
      queueOf: ({ outbox }) => outbox,
      idOf: mailId,
      enqueue: ({ outbox }, name, own) => outbox.enqueue(someMail(name, own)),
    },
  ],
  [
    "jobs",
    {
      queueOf: ({ jobs }) => jobs,
      idOf: jobId,
      enqueue: ({ jobs }, name, own) => jobs.enqueue(someJob(name, own)),
    },
  ],
];
