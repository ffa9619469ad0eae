import { AuthError } from "../../kernel/errors.js";
import type { Withheld, WithheldByBase } from "../../store/authentication.js";

const REFUSALS = {
  suspended: "ACCOUNT_SUSPENDED",
  unverified: "EMAIL_NOT_VERIFIED",
  "second-factor": "SECOND_FACTOR_REQUIRED",
} as const satisfies Readonly<Record<WithheldByBase["withheld"], string>>;

/**
 * Returns the refusal of a withheld sign-in. Throw it after the transaction, so that what the
 * credential has used up stays used up, and so does what a gate has stored.
 * @example
 * const opened = await store.transaction((tx) => openSession(tx, authentication));
 * if (isWithheld(opened)) throw withheldRefusal(opened);
 */
export const withheldRefusal = (withheld: Withheld): AuthError =>
  withheld.withheld === "by-feature"
    ? new AuthError(withheld.error, { continuation: withheld.continuation })
    : new AuthError(REFUSALS[withheld.withheld]);
