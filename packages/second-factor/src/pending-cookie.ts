import { Secret } from "@acme/auth-core";

/** The cookie of a sign-in that waits for its second proof, without the prefix it has over https. */
export const PENDING_COOKIE = "pending-sign-in";

/** What clears it. */
export const CLEARED_PENDING = {
  cookie: { name: PENDING_COOKIE, value: new Secret(""), lifetime: 0 },
  url: null,
  reply: null,
};
