import { join } from "node:path";
import type { Benchmark, Outcome } from "../benchmark.js";
import { cookiesOf } from "../databases/people.js";
import { withFolder } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { figureOf } from "../figures/figure.js";
import type { Sample } from "../figures/sample.js";
import { ratios } from "../figures/statistics.js";
import { drive } from "../load/drive.js";
import { postHostileForms } from "../load/hostile-forms.js";
import { interleave, type Results } from "../load/interleave.js";
import { checksAt, ME } from "../load/session-checks.js";
import { startProcess } from "../processes/start-process.js";

const SESSIONS = 1_000;
const CONNECTIONS = 4;
const FORMS = 60;

interface BesideForms extends Sample {
  readonly stall: number;
}

const IDLE = "no forms";
const BESIDE = `${FORMS} forms of 32 KiB at once`;

function outcomeOf(results: Results<BesideForms>): Outcome {
  const p99 = (name: string) => results.get(name)!.map((sample) => sample.p99);
  const rows = [...results].map(([name, samples]) => ({
    name,
    figures: {
      "checks/s": figureOf(samples.map(({ perSecond }) => perSecond)),
      "p50 ms": figureOf(samples.map(({ p50 }) => p50)),
      "p99 ms": figureOf(p99(name)),
      "worst ms": figureOf(samples.map(({ worst }) => worst)),
      "loop stall ms": figureOf(samples.map(({ stall }) => stall)),
      "p99 × idle": figureOf(ratios(p99(name), p99(IDLE))),
    },
  }));
  const title = `under-forms: session checks, acme-express, sqlite, ${CONNECTIONS} connections`;
  return {
    tables: [{ id: "under-forms", title, rows }],
    goals: [
      {
        id: "under-forms",
        what: `session checks beside ${FORMS} hostile forms: p99 × p99 when idle`,
        bound: { atMost: 3 },
        unit: "×",
        measured: figureOf(ratios(p99(BESIDE), p99(IDLE))),
      },
    ],
  };
}

/** What forms with as many fields as a body holds do to everybody else. */
export const underForms: Benchmark = {
  name: "under-forms",
  run: ({ rounds, roundMs, warmUpMs }) =>
    withFolder(async (folder) => {
      const database = join(folder, "acme.db");
      await writeSqlitePeople(database, SESSIONS);
      const running = await startProcess("acme-express", { database });
      const load = {
        port: running.port,
        connections: CONNECTIONS,
        turn: checksAt(ME, cookiesOf(SESSIONS)),
      };
      await drive({ ...load, milliseconds: warmUpMs });
      await postHostileForms(running.port, FORMS);

      async function checkBeside(forms: number): Promise<BesideForms> {
        await running.ask("watchLoop");
        const [sample] = await Promise.all([
          drive({ ...load, milliseconds: roundMs }),
          postHostileForms(running.port, forms),
        ]);
        return { ...sample, stall: (await running.ask("longestStall")) as number };
      }

      const results = await interleave(
        [
          { name: IDLE, round: () => checkBeside(0) },
          { name: BESIDE, round: () => checkBeside(FORMS) },
        ],
        rounds,
      );
      await running.stop();
      return outcomeOf(results);
    }),
};
