import type {
  DeletionRequest,
  DeletionRequestId,
  ExportRequest,
  ExportRequestId,
} from "@acme/auth-core";
import type { CheckedDeletionRequest, Job, JobId } from "@acme/auth-core/store";
import { asChecked } from "../as-checked.js";
import { at, userId } from "./samples.js";

export const jobId = (name: string): JobId => `job-${name}` as JobId;
export const deletionId = (name: string): DeletionRequestId =>
  `deletion-${name}` as DeletionRequestId;
export const exportId = (name: string): ExportRequestId => `export-${name}` as ExportRequestId;

/** A job about `name` that is due from the suite's start on. */
export const someJob = (name: string, own: Partial<Job> = {}): Job => ({
  id: jobId(name),
  kind: "produce-export",
  subject: name,
  payload: null,
  lastError: null,
  attempts: 0,
  nextAttemptAt: at(0),
  createdAt: at(0),
  ...own,
});

/**
 * A pending request of the user `owner`, in grace for a thousand milliseconds from the suite's
 * start.
 */
export const someDeletion = (
  name: string,
  owner: string,
  own: Partial<DeletionRequest> = {},
): CheckedDeletionRequest =>
  asChecked({
    id: deletionId(name),
    userId: userId(owner),
    status: "pending",
    requestedAt: at(0),
    scheduledFor: at(1_000),
    reason: `reason of ${name}`,
    endedAt: null,
    errorCode: null,
    ...own,
  });

/** A pending request of the user `owner`. */
export const someExport = (
  name: string,
  owner: string,
  own: Partial<ExportRequest> = {},
): ExportRequest => ({
  id: exportId(name),
  userId: userId(owner),
  status: "pending",
  createdAt: at(0),
  readyAt: null,
  expiresAt: null,
  errorMessage: null,
  fileKey: null,
  ...own,
});

/**
 * A request that is ready and names a file of its own, alive for a thousand milliseconds from the
 * suite's start.
 */
export const someReadyExport = (
  name: string,
  owner: string,
  own: Partial<ExportRequest> = {},
): ExportRequest =>
  someExport(name, owner, {
    status: "ready",
    readyAt: at(1),
    expiresAt: at(1_000),
    fileKey: `file-${name}`,
    ...own,
  });
