import type { Env } from "../../store/env.js";
import { readPages } from "../../store/read-pages.js";
import type { Job, JobStore } from "./job-store.js";
import { sectionsMissing } from "./named-contributors.js";

/** Jobs that are read at a time. */
const JOBS_PER_PAGE = 500;

/**
 * Returns the sections of contributors that waiting and dead jobs name and that this process lacks,
 * each once, in the order of their letters.
 */
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
  const queued = readPages<Job>(JOBS_PER_PAGE, (after, limit) => jobs.listQueued(after, limit));
  const dead = readPages<Job>(JOBS_PER_PAGE, (after, limit) => jobs.listDead(after, limit));
  for (const pages of [queued, dead]) for await (const page of pages) yield* page;
}
