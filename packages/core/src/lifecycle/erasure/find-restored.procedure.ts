import { type ErasureEntry, keyIdOf, parseErasureEntry } from "../../kernel/erasure-entry.js";
import type { UserId } from "../../kernel/ids.js";
import type { ErasureLedger } from "../../ports/erasure-ledger.js";
import type { Env } from "../../store/env.js";
import { readPages } from "../../store/read-pages.js";

/** Rows that are read at a time. */
const ROWS_PER_PAGE = 5_000;

/** An erased user who is in the database again. */
export interface RestoredUser {
  readonly userId: UserId;
  readonly entry: ErasureEntry;
}

/** How the ledger and the database differ. */
export interface LedgerComparison {
  /** Entries of the ledger, each once. */
  readonly entries: number;
  readonly unreadable: number;
  /** Entries that only the database has. */
  readonly unlisted: readonly ErasureEntry[];
  /** The users of entries that only the ledger has, as far as they are present. */
  readonly restored: readonly RestoredUser[];
  /** Entries that only the ledger has, and whose users are absent. */
  readonly absent: readonly ErasureEntry[];
  /**
   * The keys of entries that only the ledger has, and that cannot be compared with users, because
   * their secrets are not configured.
   */
  readonly missingKeys: readonly string[];
}

type Reading = Pick<Env, "store" | "digest">;

/**
 * Compares the ledger with the database. A database that carried out every erasure of the ledger
 * knows all its entries, so that no user is looked at: that is every start but the first one after
 * a restore. Otherwise every user is compared with the entries that are not known, page by page.
 */
export async function compareLedger(
  env: Reading,
  ledger: ErasureLedger,
): Promise<LedgerComparison> {
  // The ledger first: what it lists was committed before.
  const { listed, unreadable } = await readLedger(ledger);
  const unknown = new Set(listed);
  const unlisted: ErasureEntry[] = [];
  for await (const known of pagesOfErasures(env)) {
    for (const entry of known) if (!unknown.delete(entry)) unlisted.push(entry);
  }
  const found = await findUsers(env, unknown);
  return { entries: listed.size, unreadable, unlisted, ...found };
}

async function readLedger(ledger: ErasureLedger) {
  const listed = new Set<ErasureEntry>();
  let unreadable = 0;
  for await (const text of ledger.list()) {
    const entry = parseErasureEntry(text);
    if (entry) listed.add(entry);
    else unreadable++;
  }
  return { listed, unreadable };
}

const pagesOfErasures = ({ store }: Reading): AsyncIterable<readonly ErasureEntry[]> =>
  readPages<ErasureEntry>(ROWS_PER_PAGE, (after, limit) => store.erasures.list(after, limit));

async function findUsers(
  env: Reading,
  unknown: ReadonlySet<ErasureEntry>,
): Promise<Pick<LedgerComparison, "restored" | "absent" | "missingKeys">> {
  const { digest } = env;
  const keyIds = [...new Set([...unknown].map(keyIdOf))];
  const missingKeys = keyIds.filter((keyId) => !digest.knowsErasureKey(keyId));
  const keys = keyIds.filter((keyId) => !missingKeys.includes(keyId));
  const present = new Map<ErasureEntry, UserId>();
  const compare = (userId: UserId, keyId: string): void => {
    const entry = digest.erasureEntry(userId, keyId);
    if (unknown.has(entry)) present.set(entry, userId);
  };
  if (keys.length > 0)
    for await (const userIds of pagesOfUserIds(env))
      for (const userId of userIds) keys.forEach((keyId) => compare(userId, keyId));
  return {
    restored: [...present].map(([entry, userId]) => ({ userId, entry })),
    absent: [...unknown].filter((entry) => keys.includes(keyIdOf(entry)) && !present.has(entry)),
    missingKeys,
  };
}

const pagesOfUserIds = ({ store }: Reading): AsyncIterable<readonly UserId[]> =>
  readPages<UserId>(ROWS_PER_PAGE, (after, limit) => store.users.listIds(after, limit));
