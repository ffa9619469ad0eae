import { type Auth, type ErasureCheck, isStoreUnavailable } from "@acme/auth-core";
import { StartRefused } from "./start-failures.js";

/**
 * Compares the ledger of erasures with the database.
 * @throws {StartRefused} while erased users are present, or may be.
 */
export async function refuseRestored(
  auth: Pick<Auth, "erasures" | "health" | "logger">,
): Promise<void> {
  if ((await auth.health()) !== "ready")
    throw new StartRefused(
      "ERASURE_LEDGER is compared with the database at each start, and the database is older than this program. Run: auth-server migrate",
    );
  const check = await checkLedger(auth);
  const problem = problemOf(check);
  if (problem !== null) throw new StartRefused(problem);
  if (check.entries === 0 && check.unlisted > 0)
    auth.logger.warn("erasure_ledger_empty", {
      unlisted: check.unlisted,
      problem:
        "The database knows erasures that the ledger lacks. Correct ERASURE_LEDGER, or fill the new file: auth-server erasures replay",
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
    return `The database is a restored backup, and ${restored} erased ${restored === 1 ? "user is" : "users are"} back. Erase them again: auth-server erasures replay`;
  if (state === "keys_missing")
    return `The ledger has erasures that this database does not know, under secrets that are not configured (${missingKeys.join(", ")}). Add them to SERVICE_AUTH_PREVIOUS_SECRETS.`;
  return null;
}
