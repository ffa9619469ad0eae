import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PostgresCluster } from "@acme/auth-testing/postgres";

/** Runs `work` with a folder of its own, which is gone afterwards. */
export async function withFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "benchmark-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `work` with a private Postgres server on a unix socket, which is gone afterwards. */
export async function withPostgres<Result>(
  work: (cluster: PostgresCluster) => Promise<Result>,
): Promise<Result> {
  const { startPostgres } = await import("@acme/auth-testing/postgres");
  const cluster = await startPostgres();
  try {
    return await work(cluster);
  } finally {
    await cluster.stop();
  }
}
