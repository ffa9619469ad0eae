import { existsSync } from "node:fs";
import { type Auth, type ErasureCheck, isStoreUnavailable } from "@acme/auth-core";
import { counted } from "./counted.js";
import { StartRefused } from "./start-failures.js";

/**
 * Compares the ledger of erasures with the database, and warns of a ledger that may be lost,
 * another one or damaged: it cannot tell who was erased.
 * @param file where the ledger is
 * @throws {StartRefused} while erased users are present, or may be.
 */
export async function refuseRestored(
  auth: Pick<Auth, "erasures" | "health" | "logger">,
  file: string,
): Promise<void> {
  if ((await auth.health()) !== "ready")
    throw new StartRefused(
      "ERASURE_LEDGER is compared with the database at each start, and the database is older than this program. Run: auth-server migrate",
    );
  const check = await checkLedger(auth);
  const problem = problemOf(check);
  if (problem !== null) throw new StartRefused(problem);
  warnOfLosses(auth, check, existsSync(file));
}

function warnOfLosses(
  { logger }: Pick<Auth, "logger">,
  { unlisted, unreadable }: ErasureCheck,
  isThere: boolean,
): void {
  if (!isThere)
    logger.warn("erasure_ledger_missing", {
      problem:
        "The file of ERASURE_LEDGER is not there; the first erasure makes it. If there was one, correct ERASURE_LEDGER or restore the file from its own backup: without it, a restored database may have erased users",
    });
  if (unlisted > 0)
    logger.warn("erasure_ledger_incomplete", {
      unlisted,
      problem:
        "The database knows erasures that the ledger lacks. Unless jobs are about to add them, correct ERASURE_LEDGER or restore the file from its own backup, then fill it: auth-server erasures replay",
    });
  if (unreadable > 0)
    logger.warn("erasure_ledger_damaged", {
      unreadable,
      problem:
        "Lines of the ledger are no entries. An interrupted write leaves one, and is repeated; if there are more, restore the file from its own backup",
    });
}

async function checkLedger({ erasures, logger }: Pick<Auth, "erasures" | "logger">) {
  const started = performance.now();
  try {
    const check = await erasures.check();
    const { state, entries } = check;
    const durationMs = Math.round(performance.now() - started);
    logger.info("erasures_checked", { state, entries, durationMs });
    return check;
  } catch (thrown) {
    if (isFileFailure(thrown))
      throw new StartRefused(
        `The file of ERASURE_LEDGER cannot be read (${thrown.code}). Correct the path, or who may read it.`,
        { cause: thrown },
      );
    throw thrown;
  }
}

const isFileFailure = (thrown: unknown): thrown is Error & { readonly code: string } =>
  thrown instanceof Error && !isStoreUnavailable(thrown) && "syscall" in thrown && "code" in thrown;

/** Returns why nothing may be served, and what to do; null when everything may. */
export function problemOf({ state, restored, missingKeys }: ErasureCheck): string | null {
  if (state === "restored")
    return `The database is a restored backup, and ${counted(restored, "erased user is", "erased users are")} back. Erase them again: auth-server erasures replay`;
  if (state === "keys_missing")
    return `The ledger has erasures that this database does not know, under secrets that are not configured (${missingKeys.join(", ")}). Add them to SERVICE_AUTH_PREVIOUS_SECRETS.`;
  return null;
}
