import type { JobKind } from "@acme/auth-core/store";
import { printable } from "../config/printable.js";
import type { Answer, Invocation } from "./command.js";
import {
  type ListedRow,
  listRows,
  removeRow,
  retryCommand,
  retryRow,
  tableOf,
} from "./queue-rows.js";

/** What a dead job means for people, by its kind. */
const WHILE_DEAD: Readonly<Record<JobKind, string>> = {
  "delete-account":
    "The account still exists and its deletion is pending. Its owner can cancel it. The usual cause is an application's eraseWithin.",
  "blank-audit":
    "The account is gone, but audit entries still name its id, IP addresses and user agents.",
  "erase-after":
    "The account is gone, but this contributor has not erased what it keeps elsewhere.",
  "produce-export": "The export is pending, and its owner cannot ask for another.",
  "expire-export": "The export cannot be downloaded any more, but its file is still stored.",
  "delete-file": "An export that cannot be reached any more is still stored.",
  "append-erasure":
    "The account is gone, but the ledger of erasures does not say so: a backup from before would bring it back.",
  "notify-subscriber": "A subscriber of the application was not told of an event.",
};

interface ListedJob extends ListedRow {
  /** What it means that the job is dead, and where the whole error stands; null while it is not. */
  readonly explanation: string | null;
}

/** Lists jobs, and explains those that are dead. */
export async function listJobs(invocation: Invocation): Promise<Answer> {
  const jobs = (await listRows(invocation, "jobs")).map(explained);
  const notes = jobs.filter((job) => job.explanation ?? job.lastError).map(noteOf);
  return { json: jobs, text: jobs.length === 0 ? "No job waits." : [tableOf(jobs), ...notes] };
}

/** What is said of a job below the table. */
const noteOf = ({ id, lastError, explanation }: ListedJob): string =>
  [
    id,
    lastError !== null && `  The last attempt failed: ${printable(lastError)}`,
    explanation !== null && `  ${explanation}`,
    explanation !== null && `  Once the cause is removed: ${retryCommand(id)}`,
  ]
    .filter((line) => line !== false)
    .join("\n");

function explained(row: ListedRow): ListedJob {
  if (row.state !== "dead") return { ...row, explanation: null };
  const meaning = isKnown(row.kind) ? WHILE_DEAD[row.kind] : "A job of a newer version.";
  return {
    ...row,
    explanation: `${meaning} The whole error is in the log: job_dead, jobId ${row.id}.`,
  };
}

const isKnown = (kind: string | null): kind is JobKind =>
  kind !== null && Object.hasOwn(WHILE_DEAD, kind);

export const retryJob = (invocation: Invocation): Promise<Answer> => retryRow(invocation, "jobs");

export const cancelJob = (invocation: Invocation): Promise<Answer> =>
  removeRow(invocation, "jobs", "The job is gone, and what it was for has ended.");
