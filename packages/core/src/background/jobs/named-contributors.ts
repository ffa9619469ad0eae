import type { Contributor } from "../../store/contributor.js";
import type { JobPayload } from "./job-store.js";

type Named = Pick<Contributor, "section">;

/**
 * A job names a contributor that this process lacks: the one that asked for the deletion or the
 * export had it. Nothing was erased and nothing was written. Jobs and the log show it under its
 * name.
 */
export class ContributorMissingError extends Error {
  override readonly name = "contributor_missing";

  constructor(
    /** The sections that are missing, separated by spaces. */
    readonly sections: string,
  ) {
    super(
      `this process has no contributor of ${sections}: give its createAuth the contributors of the process that asked`,
    );
  }
}

/**
 * What a job keeps of the contributors that participate, so that a worker which was told of fewer
 * notices.
 */
export const contributorsPayload = (contributors: readonly Named[]): JobPayload =>
  contributors.length === 0 ? {} : { contributors: contributors.map(({ section }) => section) };

/**
 * Returns the sections that a job names and that none of the contributors has. A job of an earlier
 * release names none.
 */
export function sectionsMissing(
  payload: JobPayload | null,
  contributors: readonly Named[],
): readonly string[] {
  const named = payload?.["contributors"];
  if (!Array.isArray(named)) return [];
  return named.filter(
    (section: unknown): section is string =>
      typeof section === "string" && !contributors.some((one) => one.section === section),
  );
}

/**
 * Checks that this process has every contributor that a job names.
 * @throws {ContributorMissingError}
 */
export function requireContributors(
  payload: JobPayload | null,
  contributors: readonly Named[],
): void {
  const missing = sectionsMissing(payload, contributors);
  if (missing.length > 0) throw new ContributorMissingError(missing.join(" "));
}
