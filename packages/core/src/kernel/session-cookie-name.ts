/**
 * Returns the name of the cookie that carries a session. Over https its prefix prevents other hosts
 * and plain http from setting the cookie (RFC 6265bis §4.1.3.2).
 *
 * @param site whether the service speaks https
 */
export const sessionCookieName = ({ secure }: { readonly secure: boolean }): string =>
  secure ? "__Host-session" : "session";
