import type { Client } from "@acme/auth-core";

/** A client of which nothing but its network is known. */
export const unknownClient: Client = {
  ipAddress: null,
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};
