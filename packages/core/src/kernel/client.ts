import type { OrganizationId } from "./ids.js";
import type { Secret } from "./secret.js";

/** The other end of a request: what decisions and the audit log need of it. */
export interface Client {
  /** Canonical text of the IP address, for people to read; null when unknown. */
  readonly ipAddress: string | null;
  /** What limits count by: an IPv4 address whole, an IPv6 address by its /64. */
  readonly network: string;
  /** The header `User-Agent`; null when there is none. */
  readonly userAgent: string | null;
  /**
   * The header `Accept-Language`: in which languages mails are read whose recipient chose none.
   * Default: none.
   */
  readonly acceptLanguage?: string | null;
  /** The session token presented with the request; null when there is none. Untrusted. */
  readonly sessionToken: Secret | null;
  /**
   * The token that tells this browser from others while a ceremony is under way; null when none is
   * presented. Untrusted.
   */
  readonly browserToken: Secret | null;
  /**
   * The token by which the browser is known again, from the cookie that a sign-in has set; null
   * when none is presented. Untrusted. Absent where browsers are not told apart: then none is
   * remembered, and no user is told of a sign-in with a new one.
   */
  readonly knownBrowserToken?: Secret | null;
  /** The organization that the client says it works in; null when it names none. Untrusted. */
  readonly organization: OrganizationId | null;
}
