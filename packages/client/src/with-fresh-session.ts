import { AuthClientError } from "./auth-client-error.js";

/** What is under way, so that works that are interrupted at once share one sign-in. */
const underWay = new WeakMap<() => Promise<unknown>, Promise<unknown>>();

/**
 * Does the work. When the service asks for a fresh session, signs in again and does the work once
 * more. Works that are interrupted while `signInAgain` is under way wait for that one.
 *
 * @param work Does nothing before its first refused call, or can be done twice.
 * @param signInAgain Shows a person the ways to sign in, and resolves when the session is fresh.
 * `false` says that the person gave up.
 * @returns what the work returns.
 * @throws {AuthClientError} `SESSION_NOT_FRESH` when the person gave up. Else what the work or
 * `signInAgain` throws.
 * @example
 * await withFreshSession(() => client.organization.deleteOrganization({ id }), askForThePassword);
 */
export async function withFreshSession<Result>(
  work: () => Promise<Result>,
  signInAgain: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await work();
  } catch (refusal) {
    if (!AuthClientError.is(refusal, "SESSION_NOT_FRESH")) throw refusal;
    if ((await once(signInAgain)) === false) throw refusal;
  }
  return work();
}

function once(signInAgain: () => Promise<unknown>): Promise<unknown> {
  const started =
    underWay.get(signInAgain) ?? signInAgain().finally(() => underWay.delete(signInAgain));
  underWay.set(signInAgain, started);
  return started;
}
