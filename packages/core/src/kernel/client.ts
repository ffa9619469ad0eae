import type { OrganizationId } from "./ids.js";
import type { Secret } from "./secret.js";

/** The other end of a request, as far as decisions care. */
export interface Client {
  /** Canonical text of the IP address, for people to read; null when unknown. */
  readonly ipAddress: string | null;
  /** What limits count by: an IPv4 address whole, an IPv6 address by its /64. */
  readonly network: string;
  readonly userAgent: string | null;
  /** The session token that came along, if any: untrusted. */
  readonly sessionToken: Secret | null;
  /** What tells this browser from others while a ceremony is under way, if it came along: untrusted. */
  readonly browserToken: Secret | null;
  /** The organization the client says it works in: untrusted. */
  readonly organization: OrganizationId | null;
}
