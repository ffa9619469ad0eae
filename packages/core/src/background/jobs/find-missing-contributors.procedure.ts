import type { Env } from "../../store/env.js";
import type { Job, JobStore } from "./job-store.js";
import { sectionsMissing } from "./named-contributors.js";

/** Jobs that are read at a time. */
const JOBS_PER_PAGE = 500;

/** Returns the sections of contributors that waiting and dead jobs name and that this process lacks, each once, in the order of their letters. */
export async function findMissingContributors({
  store,
  contributors,
}: Pick<Env, "store" | "contributors">): Promise<readonly string[]> {
  const missing = new Set<string>();
  for await (const { payload } of allJobs(store.jobs))
    for (const section of sectionsMissing(payload, contributors)) missing.add(section);
  return [...missing].sort();
}

async function* allJobs(jobs: JobStore): AsyncGenerator<Job> {
  const lists: readonly ((after: Job | null) => Promise<readonly Job[]>)[] = [
    (after) => jobs.listQueued(after, JOBS_PER_PAGE),
    (after) => jobs.listDead(after, JOBS_PER_PAGE),
  ];
  for (const list of lists) {
    let page: readonly Job[] = [];
    do {
      page = await list(page.at(-1) ?? null);
      yield* page;
    } while (page.length === JOBS_PER_PAGE);
  }
}
