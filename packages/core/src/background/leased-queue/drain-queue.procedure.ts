import { after } from "../../kernel/duration.js";
import type { LeaseToken } from "../../kernel/ids.js";
import { NEWER_RELEASE_PAUSE, type Policy } from "../../kernel/policy.js";
import type { Clock } from "../../ports/clock.js";
import type { LogFields, Logger } from "../../ports/logger.js";
import type { Random } from "../../ports/random.js";
import type { Scheduler } from "../../ports/scheduler.js";
import type { DeadRow, QueueName, QueueTask } from "../worker/queue-task.js";
import type { Task } from "../worker/task-loop.js";
import { type BusyReceivers, createBusyReceivers } from "./busy-receivers.js";
import { LeaseLostError } from "./lease-lost-error.js";
import type { CallQueue, Claim, LeasedQueue, QueueRow } from "./leased-queue-store.js";

/** How often the lease of a row under way is extended within one lease. */
const HEARTBEATS_PER_LEASE = 3;

/** One worker's lease on a row. */
export interface Lease {
  readonly token: LeaseToken;
  /** Whether this is the last attempt that is made. */
  readonly isLast: boolean;
  /**
   * Extends the lease and lets other work run, between the pieces of long work.
   * @throws {LeaseLostError} The row has passed to another worker, or this worker is stopping.
   */
  readonly extend: () => Promise<void>;
}

/**
 * What became of an attempt: the row is done with, was completed by the attempt itself in the
 * transaction of its effects, or waits until `retryAt`.
 */
export type Outcome = "done" | "completed" | { readonly retryAt: Date };

/** What is to be done for one row. What `run` throws is a failed attempt. */
export interface Attempt {
  /** What the log says of the row. */
  readonly fields: LogFields;
  readonly maxAttempts: number;
  /** How long to wait after each failed attempt, in milliseconds. */
  readonly backoff: readonly number[];
  /** Does the work. Returns what became of the row. */
  run(lease: Lease): Promise<Outcome>;
}

/** One kind of queued work. */
export interface QueueWork<Row extends QueueRow> {
  readonly name: QueueName;
  /** What a row is called. The log events of the queue begin with it, as in `mail_dead`. */
  readonly noun: string;
  /** The field of the log that has the id of a row. */
  readonly idField: string;
  readonly queue: LeasedQueue<Row>;
  /** How many rows of a batch are under way at once. */
  readonly concurrency: number;
  /**
   * Whom each row calls: batches go beside each other then, and a slow receiver holds up no other.
   */
  readonly calls?: {
    readonly queue: CallQueue<Row>;
    /** Returns whom a row calls. */
    readonly receiverOf: (row: Row) => string;
    /** How many receivers may hang at the same time while the others are called without delay. */
    readonly slowReceivers: number;
  };
  /**
   * Returns `unreadable`, and logs it, for a row that no configured key opens: it is set aside at
   * once. Returns `unknown`, and logs it, for a row of a newer version: it is given back, and the
   * workers of that version claim it.
   */
  prepare(row: Row): Attempt | "unreadable" | "unknown";
  /** Returns what an operator is shown of a dead row. */
  describe(row: Row): DeadRow;
  /**
   * Returns whether a row must be carried out, so that no operator removes it. Default: none must.
   */
  isRequired?(row: Row): boolean;
  /**
   * Removes a row that no worker has claimed, and ends what it was for. Returns false, and changes
   * nothing, when one has claimed it.
   */
  remove(row: Row): Promise<boolean>;
}

/** Claims what is due; of calls, none to a busy receiver. */
async function claimRows<Row extends QueueRow>(
  { queue, calls }: Pick<QueueWork<Row>, "queue" | "calls">,
  busy: BusyReceivers,
  claim: Claim,
): Promise<readonly Row[]> {
  if (!calls) return queue.claimDue(claim.now, claim.limit, claim.lease, claim.leaseEnds);
  const claimed = await calls.queue.claimCalls(busy.list(), claim);
  for (const row of claimed) busy.begin(calls.receiverOf(row));
  return claimed;
}

/** A row that this worker has claimed under one lease. */
interface Claimed<Row extends QueueRow> {
  readonly row: Row;
  readonly token: LeaseToken;
  readonly stopping: () => boolean;
}

/** What a queue is drained with. */
export interface QueueEnv {
  readonly clock: Clock;
  readonly random: Random;
  readonly policy: Policy;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** What went wrong, in one line: the whole error is logged with the last attempt. */
const reasonOf = (failure: unknown): string =>
  String(failure instanceof Error ? failure.message : failure).slice(0, MAX_REASON);
const MAX_REASON = 500;

/**
 * The loop over one queue: claims what is due, extends the leases of what is under way, and settles
 * each row by its outcome.
 */
export function createQueueTask<Row extends QueueRow>(
  env: QueueEnv,
  work: QueueWork<Row>,
): QueueTask {
  const { clock, random, policy, scheduler, logger } = env;
  const { name, noun, idField, queue, concurrency, calls } = work;
  const busy = createBusyReceivers(calls?.slowReceivers ?? 0);
  const named = ({ id }: Row): LogFields => ({ [idField]: id });
  const leaseEnd = (): Date => after(clock.now(), policy.workerLease);

  async function runDue(stopping = (): boolean => false): Promise<number> {
    const lease = random.id<LeaseToken>();
    const claim = { now: clock.now(), limit: policy.workerBatch, lease, leaseEnds: leaseEnd() };
    const claimed = await claimRows(work, busy, claim);
    const waiting = [...claimed];
    async function drain(): Promise<void> {
      for (let isFirst = true, row = waiting.shift(); row; isFirst = false, row = waiting.shift()) {
        try {
          if (stopping()) await queue.release(row.id, lease, clock.now());
          // Those before it in the batch may have taken longer than the lease.
          else if (isFirst || (await queue.extend(row.id, lease, leaseEnd())))
            await attempt({ row, token: lease, stopping });
          else logger.info(`${noun}_lost`, named(row));
        } catch (failure) {
          logger.error(`${noun}_unsettled`, named(row), failure);
        } finally {
          if (calls) busy.end(calls.receiverOf(row));
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(concurrency, claimed.length) }, drain));
    return claimed.length;
  }

  async function attempt(claimed: Claimed<Row>): Promise<void> {
    const { row, token } = claimed;
    const prepared = work.prepare(row);
    if (prepared === "unreadable") await queue.bury(row.id, token);
    else if (prepared === "unknown")
      await queue.release(row.id, token, after(clock.now(), NEWER_RELEASE_PAUSE));
    else await carryOut(prepared, claimed);
  }

  async function carryOut(prepared: Attempt, claimed: Claimed<Row>): Promise<void> {
    const { row, token, stopping } = claimed;
    const { fields, maxAttempts, backoff } = prepared;
    const pause = row.attempts + 1 < maxAttempts ? backoff[row.attempts] : undefined;
    async function extend(): Promise<void> {
      if (stopping() || !(await queue.extend(row.id, token, leaseEnd())))
        throw new LeaseLostError(row.id);
      await scheduler.yieldToEventLoop();
    }
    const reportLost = (): void => logger.info(`${noun}_lost`, fields);
    const stopHeartbeat = startHeartbeat(row, token);
    try {
      const outcome = await prepared.run({ token, isLast: pause === undefined, extend });
      if (!(await settle(row, token, outcome))) reportLost();
    } catch (failure) {
      if (!(await giveBack(claimed, pause, failure))) reportLost();
      else if (!(failure instanceof LeaseLostError))
        reportFailure(fields, pause === undefined, failure);
    } finally {
      stopHeartbeat();
    }
  }

  /** Returns false when the lease has passed to another. */
  async function giveBack(
    { row, token, stopping }: Claimed<Row>,
    pause: number | undefined,
    failure: unknown,
  ): Promise<boolean> {
    if (failure instanceof LeaseLostError)
      return stopping() && (await queue.release(row.id, token, clock.now()));
    if (pause === undefined) return queue.bury(row.id, token);
    return queue.retry(row.id, token, after(clock.now(), pause));
  }

  function reportFailure(fields: LogFields, isDead: boolean, failure: unknown): void {
    if (isDead) logger.error(`${noun}_dead`, fields, failure);
    else logger.warn(`${noun}_failed`, { ...fields, reason: reasonOf(failure) });
  }

  /** Returns false when the lease has passed to another. */
  async function settle({ id }: Row, token: LeaseToken, outcome: Outcome): Promise<boolean> {
    if (outcome === "completed") return true;
    if (outcome === "done") return queue.complete(id, token);
    return queue.retry(id, token, outcome.retryAt);
  }

  /** Extends the lease for as long as the attempt lasts. */
  function startHeartbeat({ id }: Row, token: LeaseToken): () => void {
    let cancel = (): void => {};
    function schedule(): void {
      cancel = scheduler.after(policy.workerLease / HEARTBEATS_PER_LEASE, () => {
        // Should it fail, the lease is found lost at the latest when the row is settled.
        queue.extend(id, token, leaseEnd()).catch(() => false);
        schedule();
      });
    }
    schedule();
    return () => cancel();
  }

  return {
    name,
    ...(calls && { width: calls.slowReceivers + 1 }),
    runDue,
    ...operateQueue(work, clock),
  };
}

/** What operators see of a queue, and do with its rows. */
function operateQueue<Row extends QueueRow>(
  work: QueueWork<Row>,
  clock: Clock,
): Omit<QueueTask, keyof Task> {
  const { queue } = work;
  return {
    countBacklog: () => queue.countBacklog(clock.now()),
    listDead: async (position, limit) =>
      (await queue.listDead(position, limit)).map((row) => work.describe(row)),
    listQueued: async (position, limit) =>
      (await queue.listQueued(position, limit)).map((row) => ({
        ...work.describe(row),
        nextAttemptAt: row.nextAttemptAt,
      })),
    retryDead: (id) => queue.retryDead(id, clock.now()),
    async remove(id) {
      const row = await queue.find(id);
      if (!row) return "unknown";
      if (work.isRequired?.(row)) return "required";
      if (await work.remove(row)) return "removed";
      return (await queue.find(id)) ? "claimed" : "unknown";
    },
  };
}
