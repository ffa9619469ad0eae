import { join } from "node:path";
import type { Benchmark } from "../benchmark.js";
import { cookiesOf } from "../databases/people.js";
import { withFolder } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { renderGoals } from "../figures/goal.js";
import type { Sample } from "../figures/sample.js";
import { median, pairedRatio } from "../figures/statistics.js";
import { decimals, renderTable, spread, whole } from "../figures/table.js";
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

function print(results: Results<BesideForms>): void {
  const header = [
    "",
    "checks/s (least–most)",
    "p50 ms",
    "p99 ms (least–most)",
    "worst ms",
    "loop stall ms",
    "p99 × idle",
  ];
  const p99 = (name: string) => results.get(name)!.map((sample) => sample.p99);
  const rows = [...results].map(([name, samples]) => {
    const rates = samples.map(({ perSecond }) => perSecond);
    const middle = (figure: (sample: BesideForms) => number): number => median(samples.map(figure));
    return [
      name,
      spread(rates, median(rates), whole),
      decimals(middle(({ p50 }) => p50)),
      spread(p99(name), median(p99(name)), decimals),
      decimals(middle(({ worst }) => worst)),
      decimals(middle(({ stall }) => stall)),
      decimals(pairedRatio(p99(name), p99(IDLE))),
    ];
  });
  console.log(
    renderTable(
      `under-forms: session checks, acme-express, sqlite, ${CONNECTIONS} connections`,
      header,
      rows,
    ),
  );
  console.log(
    renderGoals([
      {
        what: "p99 of the checks beside hostile forms × idle",
        ratio: pairedRatio(p99(BESIDE), p99(IDLE)),
        bound: { atMost: 3 },
      },
    ]),
  );
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

      print(
        await interleave(
          [
            { name: IDLE, round: () => checkBeside(0) },
            { name: BESIDE, round: () => checkBeside(FORMS) },
          ],
          rounds,
        ),
      );
      await running.stop();
    }),
};
