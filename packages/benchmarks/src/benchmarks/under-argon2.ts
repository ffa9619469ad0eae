import { join } from "node:path";
import type { Benchmark } from "../benchmark.js";
import { cookiesOf, SESSIONS_PER_USER, writePasswords, writePeople } from "../databases/people.js";
import { withFolder } from "../databases/scratch.js";
import { figureOf, ratioOf, tableOf } from "../figures.js";
import { drive } from "../load/drive.js";
import { interleave, warmUp } from "../load/race.js";
import { checksAt, ME } from "../load/session-checks.js";
import { type Crowd, crowdOfSignIns, signInsOf } from "../load/sign-ins.js";
import { startProcess } from "../processes/start-process.js";

const CONNECTIONS = 4;
const SIGNING_IN = 32;
const CROWD = 200;
const MOST_CROWDS = 5;
const PEOPLE = 400;
const SESSIONS = PEOPLE * SESSIONS_PER_USER;

const IDLE = "nobody signs in";
const SIGN_INS = `${SIGNING_IN} sign in with a password`;

/** What passwords being hashed do to the others, and what becomes of those who are too many. */
export const underArgon2: Benchmark = {
  name: "under-argon2",
  run: ({ rounds, roundMs, warmUpMs }) =>
    withFolder(async (folder) => {
      const database = join(folder, "acme.db");
      await writePeople(database, SESSIONS);
      await writePasswords(database);
      const running = await startProcess("acme-express", { database });
      const { port } = running;
      const turn = checksAt(ME, cookiesOf(SESSIONS));
      const checks = { port, connections: CONNECTIONS, milliseconds: roundMs, turn };
      const signIns = { port, connections: SIGNING_IN, turn: signInsOf(PEOPLE) };
      await warmUp(running, warmUpMs, turn);
      await drive({ ...signIns, milliseconds: warmUpMs });

      const entrants = {
        [IDLE]: () => drive(checks),
        async [SIGN_INS]() {
          const [sample] = await Promise.all([
            drive(checks),
            drive({ ...signIns, milliseconds: roundMs }),
          ]);
          return sample;
        },
      };
      const results = await interleave(entrants, rounds);
      const count = Math.min(rounds, MOST_CROWDS);
      const crowds: Crowd[] = [];
      // The first half is not counted: a sign-in runs so seldom that it is compiled only meanwhile.
      while (crowds.length < 2 * count) crowds.push(await crowdOfSignIns(port, CROWD));
      const crowded = new Map([["acme-express", crowds.slice(count)]]);
      await running.stop();
      return {
        tables: [
          tableOf(
            {
              id: "under-argon2/checks",
              title: `session checks meanwhile, acme-express, SQLite, ${CONNECTIONS} connections`,
            },
            results,
            {
              "checks/s": ({ perSecond }) => perSecond,
              "p50 ms": ({ p50 }) => p50,
              "p99 ms": ({ p99 }) => p99,
            },
          ),
          tableOf(
            { id: "under-argon2/crowd", title: `${CROWD} password sign-ins at the same moment` },
            crowded,
            {
              "signed in": ({ signedIn }) => signedIn,
              "answered 503": ({ refused }) => refused,
              "slowest 503, ms": ({ slowestRefusal }) => slowestRefusal,
            },
          ),
        ],
        goals: [
          {
            goal: "under-argon2/checks",
            measured: ratioOf(results, [SIGN_INS, IDLE], ({ p99 }) => p99),
          },
          {
            goal: "under-argon2/crowd",
            measured: figureOf(crowds.slice(count).map(({ slowestRefusal }) => slowestRefusal)),
          },
        ],
      };
    }),
};
