import type { Caller } from "@acme/auth-core";
import { kyselyOf } from "@acme/auth-kysely";
import { IS_PROOF, repetitions } from "@acme/auth-testing/proof";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, openHarness } from "./end-of-account/harness.js";
import { readRemains } from "./end-of-account/row-counts.js";
import { bundleProgram } from "./processes/bundle-program.js";
import type { DatabaseName } from "./service.js";

const LEAVING = repetitions({ usual: 20, proof: 1_000 });
const EXPORTING = repetitions({ usual: 5, proof: 100 });
/**
 * A deletion is followed by the jobs of the contributor, of the audit entries and of the ledger of
 * erasures.
 */
const JOBS = 4 * LEAVING + EXPORTING;
const HISTORY = 2;

type Crew = readonly [workers: number, database: DatabaseName];
const CREWS: readonly Crew[] = [
  [4, "postgres"],
  [2, "sqlite"],
];
const MORE: readonly Crew[] = [
  [2, "postgres"],
  [8, "postgres"],
];

describe.each(IS_PROOF ? [...CREWS, ...MORE] : CREWS)(
  "%i workers on one %s database",
  (workers, database) => {
    let harness: Harness;
    let leaving: readonly Caller[];
    let exporting: readonly Caller[];

    async function addMany(
      count: number,
      begin: (caller: Caller, now: Date) => Promise<void>,
    ): Promise<readonly Caller[]> {
      const added: Caller[] = [];
      for (let person = 0; person < count; person++) {
        const caller = await harness.people.add(harness.clock.now(), HISTORY);
        await begin(caller, harness.clock.now());
        added.push(caller);
      }
      return added;
    }

    beforeAll(async () => {
      harness = await openHarness({
        database,
        files: "database",
        bundle: await bundleProgram("account-worker"),
      });
      leaving = await addMany(LEAVING, harness.people.askForDeletion);
      exporting = await addMany(EXPORTING, harness.people.askForExport);
    }, 300_000);
    afterAll(() => harness.close());

    /** How many rows a query counts. */
    async function count(
      query: ReturnType<typeof sql<{ readonly found: number | string }>>,
    ): Promise<number> {
      const { rows } = await harness.store.transaction((tx) => query.execute(kyselyOf(tx)));
      return Number(rows[0]!.found);
    }

    it("carry out every due job exactly once", { timeout: 300_000 }, async () => {
      const crew = await Promise.all(Array.from({ length: workers }, () => harness.start()));
      const reports = await Promise.all(crew.map((worker) => harness.live("work", null, worker)));
      expect(reports.filter(({ jobs }) => jobs.length > 0).length).toBeGreaterThan(1);
      // Whatever one of them put into the queue while the others went home.
      const done = [...reports.flatMap(({ jobs }) => jobs), ...(await harness.work())];

      expect(done).toHaveLength(JOBS);
      expect(new Set(done).size).toBe(JOBS);
      expect(harness.errors).toEqual([]);

      expect(await count(sql`select count(*) as found from auth_user`)).toBe(EXPORTING);
      expect(
        await count(
          sql`select count(*) as found from auth_deletion_request where status = 'completed' and user_id is null`,
        ),
      ).toBe(LEAVING);
      expect(
        await count(
          sql`select count(*) as found from auth_audit_entry where event = 'deletion.completed'`,
        ),
      ).toBe(LEAVING);
      expect(
        await count(sql`select count(*) as found from auth_audit_entry where user_id is null`),
      ).toBe(LEAVING * (HISTORY + 1));
      expect(
        await count(sql`select count(*) as found from auth_export_request where status = 'ready'`),
      ).toBe(EXPORTING);
      expect(
        await count(
          sql`select count(*) as found from auth_audit_entry where event = 'export.ready'`,
        ),
      ).toBe(EXPORTING);
      // Left are the jobs that end the exports.
      expect(await readRemains(harness.store)).toEqual({
        jobs: EXPORTING,
        deadJobs: 0,
        mails: 0,
        files: EXPORTING,
      });
      expect(leaving.filter(({ user }) => harness.sampleModule.hasDrawing(user.id))).toEqual([]);
    });

    it("send each user one mail about it, once", () => {
      const deliveries = harness.deliveries();
      expect(deliveries).toHaveLength(LEAVING + EXPORTING);
      const mailsOf = (subject: string) =>
        deliveries.filter((mail) => mail.subject === subject).map(({ to }) => to);
      expect(mailsOf("Your Acme account was deleted").sort()).toEqual(
        leaving.map(({ user }) => user.email).sort(),
      );
      expect(mailsOf("Your Acme data is ready").sort()).toEqual(
        exporting.map(({ user }) => user.email).sort(),
      );
    });
  },
);
