import type { Caller, CallerSession, OrganizationId } from "@acme/auth-core";
import { type Additions, noted } from "../kernel/additions.js";
import { type Input, once, z } from "../kernel/zod.js";
import { timestamp } from "../schemas/fields.js";

export const sessionView = once(() =>
  z
    .strictObject({
      id: z.string().describe("The id of the session."),
      token: z
        .string()
        .meta({ description: "Equals `id`: a handle for revocation, worth nothing as a cookie." }),
      userId: z.string().describe("The id of the user."),
      createdAt: timestamp().describe("When the session was opened."),
      updatedAt: timestamp().describe("When the session was last used, to within the hour."),
      expiresAt: timestamp().describe("When the session ends if it is not used."),
      authenticatedAt: timestamp().describe("When the user last authenticated in this session."),
      ipAddress: z
        .string()
        .nullable()
        .describe("The IP address of the last authentication, null when it is unknown."),
      userAgent: z
        .string()
        .nullable()
        .describe("The user agent of the last authentication, null when it is unknown."),
      activeOrganizationId: z
        .string()
        .nullable()
        .describe(
          "The id of the active organization. Null for none, and for sessions other than the caller's own.",
        ),
    })
    .meta({ id: "Session", description: "A session of a user." }),
);

/** `activeOrganizationId` is known of the caller's own session only. */
export const viewSession = (
  session: CallerSession,
  activeOrganizationId: OrganizationId | null,
  additions: Additions | null,
): Input<typeof sessionView> =>
  noted("session", session, additions, {
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
