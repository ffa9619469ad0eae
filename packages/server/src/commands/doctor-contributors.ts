import type { OpenedAuth } from "../serving/open-auth.js";
import { type Diagnosis, problem } from "./diagnosis.js";

/**
 * Looks for deletions and exports that an application asked for, and that the worker of this
 * program would fail.
 */
export async function checkContributors({
  auth,
}: Pick<OpenedAuth, "auth">): Promise<readonly Diagnosis[]> {
  const missing = await auth.worker.listMissingContributors();
  if (missing.length === 0) return [];
  return [
    problem(
      "contributors",
      `contributor_missing: deletions or exports wait for ${missing.join(", ")}, of which this program was not told`,
      "Run no worker of auth-server on this database. The application runs one, with the createAuth that it serves with.",
    ),
  ];
}
