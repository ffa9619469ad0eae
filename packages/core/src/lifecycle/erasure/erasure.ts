import { describeFailure } from "../../background/jobs/describe-failure.js";
import type { ErasureEntry } from "../../kernel/erasure-entry.js";
import type { OrganizationId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import { isStoreUnavailable } from "../../store/store.js";
import {
  compareLedger,
  type LedgerComparison,
  type RestoredUser,
} from "./find-restored.procedure.js";
import type { HandedOver } from "./hand-over-organizations.js";
import { repeatErasure } from "./repeat-erasure.js";

/** Entries that are stored in one transaction. */
const ENTRIES_PER_TRANSACTION = 500;

/** How the database stands to the ledger of erasures. */
export interface ErasureCheck {
  /**
   * `off`: no ledger is configured. `clear`: no erased user is present. `restored`: the database
   * comes from a backup, and erased users are present: serve nothing before `replay` has erased
   * them again. `keys_missing`: the ledger has erasures that this database does not know, made with
   * secrets that are not configured: add those to `previousSecrets`, because erased users may be
   * present.
   */
  readonly state: "off" | "clear" | "restored" | "keys_missing";
  /** How many erasures the ledger lists. */
  readonly entries: number;
  /**
   * How many lines of the ledger are no entry. An interrupted write leaves one, and is repeated;
   * more than a few mean a damaged file.
   */
  readonly unreadable: number;
  /** How many erased users are present. */
  readonly restored: number;
  /**
   * How many erasures of this database the ledger lacks: those of the last moments, or more if it
   * is not the ledger that was used before.
   */
  readonly unlisted: number;
  /** The ids of the secrets that are missing, as `Keys` shows them. */
  readonly missingKeys: readonly string[];
}

/** What a replay has done. */
export interface ErasureReplay {
  /** How many users were erased again. */
  readonly erased: number;
  /** How many erasures of this database were added to the ledger, which lacked them. */
  readonly appended: number;
  /**
   * Organizations that an erased user owned alone, and that the admin, or else the member, who
   * joined first owns now.
   */
  readonly organizationsGiven: readonly OrganizationId[];
  /** Organizations that were deleted, because an erased user was their only member. */
  readonly organizationsDeleted: readonly OrganizationId[];
  /**
   * The ids of secrets without which some entries cannot be compared; when it is not empty,
   * configure them and replay once more.
   */
  readonly missingKeys: readonly string[];
}

/**
 * Keeps erased users from coming back with a restored backup, by the ledger of
 * `AuthOptions.erasureLedger`. Each erasure is added to it by a job, after the transaction that
 * erases. An erasure that no ledger heard of is not known to a backup from before it: the moments
 * between commit and job are the gap.
 */
export interface Erasures {
  /**
   * Compares the ledger with the database. Call it at each start, after migrating and before
   * anything is served or worked on: it is quick unless the database was restored, and then reads
   * the ids of all users once. Entries whose users are absent are acknowledged in the database.
   * @returns `state` is `off` without a ledger, and then nothing was read
   * @throws {Error} what the ledger throws when it cannot be read
   * @example
   * const { state, restored } = await auth.erasures.check();
   * if (state === "restored") throw new Error(`${restored} erased users are back: call auth.erasures.replay()`);
   * if (state === "keys_missing") throw new Error("add the secrets of the ledger to previousSecrets");
   * auth.worker.start();
   */
  check(): Promise<ErasureCheck>;
  /**
   * Erases the users again whom a restored backup has brought back: the same steps, contributors
   * and jobs as every erasure, each user in a transaction of its own, so that it can be interrupted
   * and called again. No one is told by mail once more, except members who become owners. It also
   * adds to the ledger what it lacks. The jobs are carried out by the worker, once it runs.
   * @param onProgress is told how many of the users are erased
   * @throws {AggregateError} when some users could not be erased, after all were tried: what a
   * contributor throws for each; the others stay erased
   * @throws {Error} what the ledger throws
   * @example
   * const { erased } = await auth.erasures.replay((done, total) => console.log(`${done} of ${total}`));
   */
  replay(onProgress?: (done: number, total: number) => void): Promise<ErasureReplay>;
}

const OFF: ErasureCheck = {
  state: "off",
  entries: 0,
  unreadable: 0,
  restored: 0,
  unlisted: 0,
  missingKeys: [],
};

const NOTHING: ErasureReplay = {
  erased: 0,
  appended: 0,
  organizationsGiven: [],
  organizationsDeleted: [],
  missingKeys: [],
};

export function createErasures(env: Env): Erasures {
  const { store, clock, contributors, erasureLedger, logger } = env;

  async function check(): Promise<ErasureCheck> {
    if (!erasureLedger) return OFF;
    const comparison = await compareLedger(env, erasureLedger);
    await acknowledge(comparison.absent);
    const { entries, unreadable, missingKeys } = comparison;
    return {
      state: stateOf(comparison),
      entries,
      unreadable,
      restored: comparison.restored.length,
      unlisted: comparison.unlisted.length,
      missingKeys,
    };
  }

  async function replay(
    onProgress: (done: number, total: number) => void = () => {},
  ): Promise<ErasureReplay> {
    if (!erasureLedger) return NOTHING;
    const { restored, absent, unlisted, missingKeys } = await compareLedger(env, erasureLedger);
    const again = await eraseAgain(restored, onProgress);
    await acknowledge(absent);
    for (const entry of unlisted) await erasureLedger.append(entry);
    env.nudge();
    const { failures, ...erasedAgain } = again;
    const [erased, appended] = [again.erased, unlisted.length];
    logger.info("erasures_replayed", { erased, appended });
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `${failures.length} of ${restored.length} users could not be erased again, and ${erased} were. Remove the cause and replay once more. The first failure: ${describeFailure(failures[0])}`,
      );
    return { ...erasedAgain, appended, missingKeys };
  }

  /**
   * Goes on past a user who cannot be erased, unless the store is away: then the next could not be
   * erased either.
   */
  async function eraseAgain(
    users: readonly RestoredUser[],
    onProgress: (done: number, total: number) => void,
  ) {
    const shared = { contributors, restored: new Set(users.map(({ userId }) => userId)) };
    const organizationsGiven: OrganizationId[] = [];
    const organizationsDeleted: OrganizationId[] = [];
    const failures: unknown[] = [];
    let erased = 0;
    for (const user of users) {
      let handedOver: HandedOver | null;
      try {
        handedOver = await store.transaction((tx) =>
          repeatErasure(tx, env, { ...user, ...shared }),
        );
      } catch (failure) {
        if (isStoreUnavailable(failure)) throw failure;
        failures.push(failure);
        continue;
      }
      organizationsGiven.push(...(handedOver?.given ?? []));
      organizationsDeleted.push(...(handedOver?.deleted ?? []));
      onProgress(++erased, users.length);
    }
    return { erased, organizationsGiven, organizationsDeleted, failures };
  }

  /** A user who is absent now is absent in every later state of this database. */
  async function acknowledge(entries: readonly ErasureEntry[]): Promise<void> {
    const now = clock.now();
    for (let start = 0; start < entries.length; start += ENTRIES_PER_TRANSACTION)
      await store.transaction((tx) =>
        tx.erasures.insertAllUnlessKnown(
          entries.slice(start, start + ENTRIES_PER_TRANSACTION),
          now,
        ),
      );
  }

  return { check, replay };
}

function stateOf({ restored, missingKeys }: LedgerComparison): ErasureCheck["state"] {
  if (restored.length > 0) return "restored";
  return missingKeys.length > 0 ? "keys_missing" : "clear";
}
