import type { DeletionRequest, ExportRequest } from "@acme/auth-core";
import type { DeletionOutcome, Job } from "@acme/auth-core/store";
import { asChecked } from "@acme/auth-testing";
import fc from "fast-check";
import { count, instant, name, nameOrNull } from "./model-values.js";

export const instantOrNull = fc.option(instant, { nil: null });

/** Where a page begins that is ordered by `key`. */
export const positionAfter = (key: string) =>
  fc.option(fc.record({ [key]: instant, id: name }), { nil: null });

export const outcome = fc.constantFrom<DeletionOutcome>(
  { status: "completed" },
  { status: "rejected", errorCode: "SOLE_OWNER_CONFLICT" },
);
export const deletions = fc
  .record({
    id: name,
    userId: nameOrNull,
    requestedAt: instant,
    scheduledFor: instant,
    reason: name,
    endedAt: instantOrNull,
  })
  .chain((one) =>
    fc
      .constantFrom("pending", "pending", "cancelled")
      .map((status) => asChecked<DeletionRequest>({ ...one, status, errorCode: null })),
  );
export const exports = fc
  .record({
    id: name,
    userId: name,
    status: fc.constantFrom("pending", "ready", "failed"),
    createdAt: instant,
    readyAt: instantOrNull,
    expiresAt: instantOrNull,
    errorMessage: nameOrNull,
    fileKey: nameOrNull,
  })
  .map((one) => asChecked<ExportRequest>(one));
export const jobKind = fc.constantFrom("delete-account", "produce-export");
export const jobs = fc
  .record({
    id: name,
    kind: jobKind,
    subject: name,
    payload: fc.option(fc.record({ name, at: fc.constant("2026-01-01T00:00:00.000Z") })),
    attempts: count,
    nextAttemptAt: instant,
    createdAt: instant,
  })
  .map((one) => asChecked<Omit<Job, "lastError">>(one));
