import { type DeletionRequest, ROLES, type ShownExport } from "@acme/auth-core";
import { type Input, loadZod, once, z } from "../kernel/zod.js";
import { timestamp } from "../schemas/fields.js";

export const deletionView = once(() =>
  z
    .strictObject({
      id: z.string().describe("The id of the request."),
      requestedAt: timestamp().describe("When the deletion was requested."),
      scheduledFor: timestamp().describe("When the account will be deleted."),
    })
    .meta({
      id: "PendingDeletion",
      description: "A request to delete an account, which is pending.",
    }),
);

export const viewDeletion = ({
  id,
  requestedAt,
  scheduledFor,
}: DeletionRequest): Input<typeof deletionView> => ({
  id,
  requestedAt: requestedAt.toISOString(),
  scheduledFor: scheduledFor.toISOString(),
});

export const exportView = once(() =>
  z
    .strictObject({
      id: z.string().describe("The id of the request."),
      status: z.enum(["pending", "ready", "failed", "expired"]).describe("How far the export is."),
      downloadUrl: z
        .string()
        .nullable()
        .describe("The signed URL of the download, null unless the export is ready."),
      expiresAt: timestamp()
        .nullable()
        .describe("When the download ends, null before the export is ready."),
      errorMessage: z.string().nullable().describe("Why the export failed, null otherwise."),
    })
    .meta({ id: "DataExport", description: "A request for an export." }),
);

export const viewExport = ({
  request: { id, status, expiresAt, errorMessage },
  downloadUrl,
}: ShownExport): Input<typeof exportView> => ({
  id,
  status,
  downloadUrl,
  expiresAt: expiresAt?.toISOString() ?? null,
  errorMessage,
});

export const exportListView = once(() =>
  z
    .array(
      z
        .strictObject({
          ...exportView().shape,
          createdAt: timestamp().describe("When the export was requested."),
          readyAt: timestamp().nullable().describe("When the export was ready, null before."),
        })
        .meta({ id: "ListedDataExport", description: "A request for an export, in a list." }),
    )
    .describe("The requests, newest first."),
);

export const viewListedExport = (shown: ShownExport): Input<typeof exportListView>[number] => ({
  ...viewExport(shown),
  createdAt: shown.request.createdAt.toISOString(),
  readyAt: shown.request.readyAt?.toISOString() ?? null,
});

const text = once(() => z.string().nullable());
const instant = once(() => timestamp().nullable());

const userSection = () =>
  z
    .strictObject({
      id: z.string().describe("The id of the user."),
      email: z.string().describe("The user's email address, in the form in which it is stored."),
      emailVerified: z
        .boolean()
        .describe("Whether the user has proven to receive mail at that email address."),
      name: z.string().describe("The user's display name. May be empty."),
      image: text().describe("The http or https URL of the user's picture, null without one."),
      locale: text().describe("The language that the user chose for mails, null without one."),
      createdAt: timestamp().describe("When the user was created."),
      updatedAt: timestamp().describe("When the user was last changed."),
      fields: z
        .record(z.string(), z.unknown())
        .exactOptional()
        .describe("The application's own fields of the user, missing where nothing is stored."),
    })
    .describe("The user.");

const membershipSection = () =>
  z
    .array(
      z.strictObject({
        id: z.string().describe("The id of the membership."),
        organizationId: z.string().describe("The id of the organization."),
        organizationName: z.string().describe("The name of the organization."),
        organizationSlug: z.string().describe("The short name of the organization."),
        role: z.enum(ROLES).describe("The role in the organization."),
        createdAt: timestamp().describe("When the user became a member."),
      }),
    )
    .describe("The user's memberships.");

const auditSection = () =>
  z
    .array(
      z.strictObject({
        id: z.string().describe("The id of the entry."),
        at: timestamp().describe("When it happened."),
        event: z.string().describe("What happened: an event of docs/audit-events.md."),
        organizationId: text().describe(
          "The id of the organization that it concerns, null for none.",
        ),
        ipAddress: text().describe("The IP address of the client, null when it is unknown."),
        userAgent: text().describe("The user agent of the client, null when it is unknown."),
        detail: z
          .record(z.string(), z.union([z.string(), z.number()]))
          .describe("The fields of the event."),
      }),
    )
    .describe("What happened to the account.");

const sessionSection = () =>
  z
    .array(
      z.strictObject({
        id: z.string().describe("The id of the session."),
        authenticatedBy: z.string().describe("The sign-in method of the last authentication."),
        ipAddress: text().describe(
          "The IP address of the last authentication, null when it is unknown.",
        ),
        userAgent: text().describe(
          "The user agent of the last authentication, null when it is unknown.",
        ),
        createdAt: timestamp().describe("When the session was opened."),
        authenticatedAt: timestamp().describe("When the user last authenticated in this session."),
        lastSeenAt: timestamp().describe("When the session was last used, to within the hour."),
        expiresAt: timestamp().describe("When the session ends if it is not used."),
      }),
    )
    .describe("The user's live sessions.");

const deletionSection = () =>
  z
    .array(
      z.strictObject({
        id: z.string().describe("The id of the request."),
        status: z
          .enum(["pending", "cancelled", "rejected", "completed"])
          .describe("What has become of the request."),
        reason: z.string().describe("The reason that the user gave. May be empty."),
        errorCode: text().describe("Why the deletion failed, null otherwise."),
        requestedAt: timestamp().describe("When the deletion was requested."),
        scheduledFor: timestamp().describe("When the account was to be deleted."),
        endedAt: instant().describe("When the request ended, null while it is pending."),
      }),
    )
    .describe("The user's requests to delete the account.");

const exportSection = () =>
  z
    .array(
      z.strictObject({
        id: z.string().describe("The id of the request."),
        status: z
          .enum(["pending", "ready", "failed", "expired"])
          .describe("How far the export is."),
        errorMessage: text().describe("Why the export failed, null otherwise."),
        createdAt: timestamp().describe("When the export was requested."),
        readyAt: instant().describe("When the export was ready, null before."),
        expiresAt: instant().describe("When the download ends, null before the export is ready."),
      }),
    )
    .describe("The user's requests for an export.");

/**
 * Builds the schema of the exported document, after `loadZod`. `export-document.ts` of core writes
 * the document.
 */
export const exportDocument = once(() =>
  z
    .object({
      user: userSection(),
      memberships: membershipSection(),
      auditEntries: auditSection(),
      sessions: sessionSection(),
      accountDeletionRequests: deletionSection(),
      dataExportRequests: exportSection(),
      subscriptions: z
        .array(z.record(z.string(), z.unknown()))
        .describe("The rows of the billing module about the user."),
    })
    .catchall(z.array(z.record(z.string(), z.unknown())))
    .meta({
      id: "ExportDocument",
      description:
        "Further sections are those of the application's own contributors: lists of objects.",
    }),
);

/** The same for readers of other languages: JSON Schema, draft 2020-12. */
export async function exportDocumentSchema() {
  await loadZod();
  return z.toJSONSchema(exportDocument(), { target: "draft-2020-12", io: "output" });
}
