import { AuthError, type Secret } from "@acme/auth-core";
import type { CallContext } from "@acme/auth-http";
import { readContinuationToken } from "@acme/auth-http/routes";
import { secondFactorErrors } from "../errors.js";
import { CLEARED_PENDING, PENDING_COOKIE } from "../pending-cookie.js";

type Presented = Pick<CallContext, "request" | "site">;

/** Clears the cookie of the sign-in that waited. */
export const ENDED = { endedContinuations: [PENDING_COOKIE] } as const;

/** Returns the cookie of a sign-in that waits, untrusted; null without one. */
export const readPending = ({ request, site }: Presented): Secret | null =>
  readContinuationToken(request.header("cookie"), PENDING_COOKIE, site);

const { INVALID_TWO_FACTOR_COOKIE, TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE } = secondFactorErrors;
/** What says that the sign-in will never be completed. */
const OVER = [INVALID_TWO_FACTOR_COOKIE, TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE];

/**
 * Does something with the sign-in that a request presents. A refusal that says that it is dead or
 * spent clears its cookie.
 */
export async function withPending<T>(
  presented: Presented,
  work: (pending: Secret | null) => Promise<T>,
): Promise<T> {
  const pending = readPending(presented);
  try {
    return await work(pending);
  } catch (thrown) {
    const over = AuthError.is(thrown) && OVER.find(({ code }) => code === thrown.code);
    if (!over || pending === null) throw thrown;
    throw new AuthError(over, { cause: thrown, continuation: CLEARED_PENDING });
  }
}
