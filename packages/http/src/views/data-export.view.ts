import { ROLES, type DeletionRequest, type ShownExport } from "@acme/auth-core";
import * as z from "zod";
import { timestamp } from "../schemas/fields.js";

export const deletionView = z
  .strictObject({ id: z.string(), requestedAt: timestamp, scheduledFor: timestamp })
  .meta({ id: "PendingDeletion" });

export const viewDeletion = ({
  id,
  requestedAt,
  scheduledFor,
}: DeletionRequest): z.input<typeof deletionView> => ({
  id,
  requestedAt: requestedAt.toISOString(),
  scheduledFor: scheduledFor.toISOString(),
});

export const exportView = z
  .strictObject({
    id: z.string(),
    status: z.enum(["pending", "ready", "failed", "expired"]),
    downloadUrl: z.string().nullable(),
    expiresAt: timestamp.nullable(),
    errorMessage: z.string().nullable(),
  })
  .meta({ id: "DataExport" });

export const viewExport = ({
  request: { id, status, expiresAt, errorMessage },
  downloadUrl,
}: ShownExport): z.input<typeof exportView> => ({
  id,
  status,
  downloadUrl,
  expiresAt: expiresAt?.toISOString() ?? null,
  errorMessage,
});

const text = z.string().nullable();
const instant = timestamp.nullable();

/** The document that a person takes along. What stands in it is chosen field by field where it is written; this says so to whoever reads it. */
export const exportDocument = z
  .object({
    user: z.strictObject({
      id: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      name: z.string(),
      image: text,
      createdAt: timestamp,
      updatedAt: timestamp,
    }),
    memberships: z.array(
      z.strictObject({
        id: z.string(),
        organizationId: z.string(),
        organizationName: z.string(),
        organizationSlug: z.string(),
        role: z.enum(ROLES),
        createdAt: timestamp,
      }),
    ),
    auditEntries: z.array(
      z.strictObject({
        id: z.string(),
        at: timestamp,
        event: z.string(),
        organizationId: text,
        ipAddress: text,
        userAgent: text,
        detail: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
    sessions: z.array(
      z.strictObject({
        id: z.string(),
        authenticatedBy: z.string(),
        ipAddress: text,
        userAgent: text,
        createdAt: timestamp,
        authenticatedAt: timestamp,
        lastSeenAt: timestamp,
        expiresAt: timestamp,
      }),
    ),
    accountDeletionRequests: z.array(
      z.strictObject({
        id: z.string(),
        status: z.enum(["pending", "cancelled", "rejected", "completed"]),
        reason: z.string(),
        errorCode: text,
        requestedAt: timestamp,
        scheduledFor: timestamp,
        endedAt: instant,
      }),
    ),
    dataExportRequests: z.array(
      z.strictObject({
        id: z.string(),
        status: z.enum(["pending", "ready", "failed", "expired"]),
        errorMessage: text,
        createdAt: timestamp,
        readyAt: instant,
        expiresAt: instant,
      }),
    ),
    subscriptions: z.array(z.record(z.string(), z.unknown())),
  })
  .catchall(z.array(z.record(z.string(), z.unknown())))
  .meta({
    id: "ExportDocument",
    description:
      "Further sections are those of the application's own contributors: lists of objects.",
  });

/** The same for readers of other languages: JSON Schema, draft 2020-12. */
export const exportDocumentSchema = () =>
  z.toJSONSchema(exportDocument, { target: "draft-2020-12", io: "output" });
