import type { Features } from "../serving/features.js";
import type { OpenedAuth } from "../serving/open-auth.js";
import { counted } from "../starting/counted.js";
import { type Diagnosis, ok, problem, warning } from "./diagnosis.js";

const MINUTE_MS = 60_000;
const MAX_LATENESS_MS = 10 * MINUTE_MS;
const FINDINGS = { ok, warning, problem } as const;

/** What the check of a feature is given. */
interface Examined extends Pick<OpenedAuth, "auth" | "store"> {
  readonly checkQueue: (queue: Queue, words: Words) => Promise<readonly Diagnosis[]>;
  readonly findings: typeof FINDINGS;
}
type FeatureCheck = (examined: Examined) => Promise<readonly Diagnosis[]>;
type Queue = Pick<OpenedAuth["store"]["outbox"], "countBacklog">;

interface Words {
  /** What the queue is called. */
  readonly check: string;
  /** The command that shows what was given up. */
  readonly seeDead: string;
}

/**
 * Looks at every queue, and runs the checks of the features.
 * @param missing The titles of the features whose tables are not there: nothing is asked of them.
 */
export async function checkQueues(
  { auth, store, features }: Pick<OpenedAuth, "auth" | "store" | "features">,
  missing: readonly (string | null)[],
): Promise<readonly Diagnosis[]> {
  const now = auth.clock.now();
  const checkQueue: Examined["checkQueue"] = async (queue, words) =>
    diagnosed(await queue.countBacklog(now), words, now);
  const diagnoses = await Promise.all([
    checkQueue(store.outbox, { check: "mails", seeDead: "auth-server mails list --dead" }),
    checkQueue(store.jobs, { check: "jobs", seeDead: "auth-server jobs list --dead" }),
    ...checksOf(features.filter(({ title }) => !missing.includes(title))).map((check) =>
      check({ auth, store, checkQueue, findings: FINDINGS }),
    ),
  ]);
  return diagnoses.flat();
}

const checksOf = (features: Features): readonly FeatureCheck[] =>
  features.flatMap<FeatureCheck>(({ server }) => server?.checks ?? []);

function diagnosed(
  { queued, dead, oldestDueAt }: Awaited<ReturnType<Queue["countBacklog"]>>,
  { check, seeDead }: Words,
  now: Date,
): readonly Diagnosis[] {
  const lateMs = oldestDueAt === null ? 0 : now.getTime() - oldestDueAt.getTime();
  const late = `the oldest is due for ${counted(Math.floor(lateMs / MINUTE_MS), "minute")}`;
  const flow =
    lateMs > MAX_LATENESS_MS
      ? problem(check, late, "No worker runs, or it cannot keep up. Look at WORKER and at the log.")
      : ok(check, `${counted(queued, "waits", "wait")}, none is late`);
  const given = warning(
    check,
    `${counted(dead, "was", "were")} given up`,
    `See why and try again: ${seeDead}`,
  );
  return dead > 0 ? [flow, given] : [flow];
}
