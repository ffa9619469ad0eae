import { AuthError } from "../../kernel/errors.js";
import type { Env } from "../../store/env.js";
import type { StoreHealth } from "../../store/store.js";

/**
 * Whether the database can be reached and is up to date, said in time whatever the database does:
 * rejects with what the store did, or with `UNAVAILABLE`. Calls that come while the store is being
 * asked share its answer, so that a database that hangs is not asked again and again.
 */
export function createReadiness({
  store,
  policy,
  scheduler,
}: Pick<Env, "store" | "policy" | "scheduler">): () => Promise<StoreHealth> {
  let asking: Promise<StoreHealth> | null = null;

  function ask(): Promise<StoreHealth> {
    const answer = store.health().finally(() => (asking = null));
    // After the timeout, nothing awaits it any more.
    answer.catch(() => {});
    return answer;
  }

  return () =>
    new Promise((resolve, reject) => {
      const late = new AuthError("UNAVAILABLE", {
        cause: new Error("the database did not say in time whether it is up to date"),
      });
      const cancel = scheduler.after(policy.readinessTimeout, () => reject(late));
      asking ??= ask();
      asking.finally(cancel).then(resolve, reject);
    });
}
