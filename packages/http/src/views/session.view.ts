import type { Caller, OrganizationId, Session } from "@acme/auth-core";
import * as z from "zod";
import { timestamp } from "../schemas/fields.js";

export const sessionView = z
  .strictObject({
    id: z.string(),
    token: z
      .string()
      .meta({ description: "Equals `id`: a handle for revocation, worth nothing as a cookie." }),
    userId: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
    expiresAt: timestamp,
    authenticatedAt: timestamp,
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    activeOrganizationId: z.string().nullable(),
  })
  .meta({ id: "Session" });

/** `activeOrganizationId` is known of the caller's own session only. */
export const viewSession = (
  session: Session,
  activeOrganizationId: OrganizationId | null,
): z.input<typeof sessionView> => ({
  id: session.id,
  token: session.id,
  userId: session.userId,
  createdAt: session.createdAt.toISOString(),
  updatedAt: session.lastSeenAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
  authenticatedAt: session.authenticatedAt.toISOString(),
  ipAddress: session.ipAddress,
  userAgent: session.userAgent,
  activeOrganizationId,
});

export const activeOrganizationOf = ({ membership }: Caller): OrganizationId | null =>
  membership?.organization.id ?? null;
