import type { Auth, DeadRow, QueuedRow } from "@acme/auth-core";
import { shellCommand } from "../config/shell-word.js";
import { type Answer, CommandFailure, EXIT, type Invocation } from "./command.js";
import type { Table } from "./layout.js";
import { withAuth } from "./with-auth.js";

/** A row of a queue as commands print it. */
export interface ListedRow {
  readonly id: string;
  readonly state: "waiting" | "dead";
  readonly kind: string | null;
  readonly subject: string | null;
  /** Attempts that have failed. */
  readonly attempts: number;
  readonly createdAt: string;
  /** Why the last attempt failed; null for mails, and before a failure. */
  readonly lastError: string | null;
  /** When it is due, or until when a worker has claimed it; null for a dead row. */
  readonly nextAttemptAt: string | null;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 100_000;

/** Lists the rows of a queue: the dead ones, oldest first, then those that wait, next first. */
export async function listRows(
  { env, options }: Invocation,
  queue: BaseQueue,
): Promise<readonly ListedRow[]> {
  const limit = readLimit(options["limit"]);
  return withAuth(env, async ({ auth }) => {
    const dead = await pagesOf(limit, (last: DeadRow | undefined) =>
      auth.worker.listDead(queue, last),
    );
    const waiting =
      options["dead"] === true
        ? []
        : await pagesOf(limit - dead.length, (last: QueuedRow | undefined) =>
            auth.worker.listQueued(queue, last),
          );
    return [
      ...dead.map((row) => listed(row, "dead", null)),
      ...waiting.map((row) => listed(row, "waiting", row.nextAttemptAt)),
    ];
  });
}

/** Reads `--limit`. */
export function readLimit(text: string | boolean | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = /^\d{1,6}$/.test(String(text)) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIMIT)
    throw new CommandFailure(`--limit must be a whole number from 1 to ${MAX_LIMIT}`, EXIT.misused);
  return limit;
}

async function pagesOf<Row>(
  limit: number,
  pageAfter: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  while (rows.length < limit) {
    const page = await pageAfter(rows.at(-1));
    if (page.length === 0) break;
    rows.push(...page);
  }
  return rows.slice(0, limit);
}

const listed = (
  { id, kind, subject, attempts, createdAt, lastError }: DeadRow,
  state: ListedRow["state"],
  nextAttemptAt: Date | null,
): ListedRow => ({
  id,
  state,
  kind,
  subject,
  attempts,
  createdAt: createdAt.toISOString(),
  lastError,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
});

export const tableOf = (rows: readonly ListedRow[]): Table => ({
  head: ["ID", "STATE", "KIND", "ABOUT", "FAILED", "SINCE", "DUE"],
  rows: rows.map((row) => [
    row.id,
    row.state,
    row.kind,
    row.subject,
    row.attempts,
    row.createdAt,
    row.nextAttemptAt,
  ]),
});

const NOUNS = {
  mail: "mail",
  jobs: "job",
} as const;

/** The queues of the base: a feature has commands of its own for its rows. */
type BaseQueue = keyof typeof NOUNS;

/** The command that queues a dead job again. */
export const retryCommand = (id: string): string =>
  shellCommand("auth-server", "jobs", "retry", id);

/** Queues a dead row again. */
export const retryRow = ({ env, values }: Invocation, queue: BaseQueue): Promise<Answer> =>
  withAuth(env, async ({ auth }) => {
    const id = values["ID"] ?? "";
    if (!(await auth.worker.retryDead(queue, id)))
      throw new CommandFailure(`There is no dead ${NOUNS[queue]} with this id.`, EXIT.unknown);
    return {
      json: { id, queued: true },
      text: `It is due now, with all its attempts before it. A worker takes it at its next poll.`,
    };
  });

/** Takes a row out of its queue. */
export const removeRow = (
  { env, values }: Invocation,
  queue: BaseQueue,
  done: string,
): Promise<Answer> =>
  withAuth(env, async ({ auth }) => {
    const id = values["ID"] ?? "";
    const removal = await remove(auth, queue, id);
    if (removal === "unknown")
      throw new CommandFailure(`There is no ${NOUNS[queue]} with this id.`, EXIT.unknown);
    if (removal === "required")
      throw new CommandFailure(
        `It erases what nothing else would, so it stays. If it was given up, remove the cause, then: ${retryCommand(id)}`,
      );
    if (removal === "claimed")
      throw new CommandFailure("A worker is at it, so nothing was changed. Try again in a minute.");
    return { json: { id, removed: true }, text: done };
  });

const remove = (auth: Auth, queue: BaseQueue, id: string) => auth.worker.remove(queue, id);
