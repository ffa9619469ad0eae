import { loadLibrary as loadOAuth } from "./code-exchange.js";
import { loadEntries } from "./common-passwords.js";
import { loadJose } from "./jose-token-signer.js";
import { loadArgon2 } from "./password-algorithms.js";
import { isWorkerd } from "./workerd.js";

/**
 * Loads what the default ports otherwise load on first use: password hashing, the list of common
 * passwords, tokens and OAuth. Passkeys are left to their first use, for their library alone takes
 * 7 MB. One library after another, so that requests are answered in between. What is loaded needs
 * no file any more: neither a lack of file descriptors nor a new version that is installed over the
 * running one can then stop a sign-in. Node 20 never tries a failed import again.
 *
 * @throws {AggregateError} when a library could not be loaded, after all were tried.
 * @example
 * server.listen(3000, () => void preloadLibraries().catch(report));
 */
export async function preloadLibraries(): Promise<void> {
  const failures: unknown[] = [];
  const native = isWorkerd() ? [] : [loadArgon2];
  for (const load of [...native, loadEntries, loadJose, loadOAuth])
    await load().catch((failure: unknown) => failures.push(failure));
  if (failures.length > 0) throw new AggregateError(failures, "some libraries could not be loaded");
}
