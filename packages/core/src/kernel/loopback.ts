/**
 * Whether the host name of a URL (`new URL(…).hostname`) names this machine, so that no other
 * machine sees plain http to it: `localhost`, a name below it (RFC 6761 §6.3), 127.0.0.0/8 or
 * `[::1]`.
 */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(hostname);
