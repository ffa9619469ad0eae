import type { Demand } from "@acme/auth-http/pages-host";

/**
 * Of a user who has enrolled a second factor, a recent proof of it: before changes of what protects
 * the account. Of other users nothing is asked.
 */
export const PROVED: Demand = {
  name: "proved",
  check: (caller, { auth }) => auth.sessions.requireProved(caller),
};
