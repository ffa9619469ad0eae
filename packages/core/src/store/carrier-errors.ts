import { defineErrors } from "../kernel/errors.js";

/**
 * What requests are refused with that present a token, whichever feature its authenticator is of.
 * They are codes of the system only where there is an authenticator: without one, nothing answers
 * them, and no document names them.
 */
export const CARRIER_ERRORS = defineErrors({
  CARRIER_CONFLICT: {
    kind: "invalid",
    message: "Send a session cookie or a token, and not both.",
  },
  GRANT_NOT_ALLOWED: {
    kind: "forbidden",
    message: "This cannot be done with a token of this kind.",
  },
});
