import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { Opened, StoreFixture } from "./fixture.js";

/** Tests of one part of a contract, over the database that is open while they run. */
export type Chapter<S extends object = object> = (opened: Opened<S>) => void;

/** Runs each test of `chapters` over an empty database. */
export function describeChapters<S extends object>(
  title: string,
  open: () => Promise<StoreFixture<S>>,
  chapters: readonly Chapter<S>[],
): void {
  describe(title, () => {
    let fixture: StoreFixture<S>;
    beforeAll(async () => void (fixture = await open()));
    beforeEach(() => fixture.wipe());
    afterAll(() => fixture.close());
    for (const chapter of chapters) chapter(() => fixture);
  });
}
