/** The cookie of a sign-in that waits for its second proof, without the prefix it has over https. */
export const PENDING_COOKIE = "pending-sign-in";
