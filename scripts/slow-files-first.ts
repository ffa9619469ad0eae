import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The test files whose size says nothing of the time they take, slowest first. Until Vitest knows
 * how long each file took it starts the largest first, so that a short file that runs the whole
 * store contract would begin when the others are done.
 */
export const SLOW_FILES = [
  "packages/kysely/test/store.test.ts",
  "scripts/start.test.ts",
  "packages/server/test/jobs-under-fire.test.ts",
  "packages/server/test/known-failures.test.ts",
  "packages/server/test/mail-under-fire.test.ts",
  "packages/server/test/events-under-fire.test.ts",
  "scripts/dev.test.ts",
  "scripts/guide.test.ts",
  "packages/server/test/mail-to-strangers.test.ts",
  "packages/server/test/surface/client-tour.test.ts",
  "packages/server/test/first-release-tour.test.ts",
  "scripts/architecture.test.ts",
  "scripts/transaction-rules.test.ts",
  "packages/server/test/surface/conventions.test.ts",
  "packages/server/test/surface/conventions-of-outages.test.ts",
  "packages/testing/test/postgres-cluster.test.ts",
  "packages/server/test/many-workers.test.ts",
  "packages/server/test/surface/export-files.test.ts",
  "packages/kysely/test/model.test.ts",
  "packages/benchmarks/src/databases/people.test.ts",
  "packages/kysely/test/silent-postgres.test.ts",
  "packages/server/test/silent-database.test.ts",
  "packages/server/test/surface/organization-refusals.test.ts",
  "packages/server/test/surface/new-passwords.test.ts",
  "packages/server/test/organizations/organization-races.test.ts",
  "packages/server/test/deletion-races.test.ts",
  "packages/server/test/oauth/independent-provider.test.ts",
  "packages/kysely/test/postgres.test.ts",
  "packages/server/test/code-races.test.ts",
  "packages/server/test/surface/role-matrix.test.ts",
  "packages/server/test/first-release.test.ts",
  "packages/server/test/organizations/ownership.property.test.ts",
  "packages/server/test/command-line.test.ts",
  "packages/http/src/kernel/zod.test.ts",
];

/** Returns the files with those of `SLOW_FILES` first, in their order, and the others as they were. */
export function putSlowFilesFirst<T>(files: readonly T[], pathOf: (file: T) => string): T[] {
  const rankOf = (file: T): number => {
    const rank = SLOW_FILES.findIndex((slow) => pathOf(file).endsWith(`/${slow}`));
    return rank === -1 ? SLOW_FILES.length : rank;
  };
  return files.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Vitest's order, the slow files first: what begins last should be over soon. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return putSlowFilesFirst(await super.sort(files), ({ moduleId }) => moduleId);
  }
}
