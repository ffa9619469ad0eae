import { availableParallelism } from "node:os";
import { join } from "node:path";
import { POLICY } from "@acme/auth-core";
import { type Benchmark, timesAsMuch, type Work } from "../benchmark.js";
import { SESSIONS_PER_USER, writePasswords, writePeople } from "../databases/people.js";
import { withFolder } from "../databases/scratch.js";
import { tableOf } from "../figures.js";
import { driveAndCost, interleave, warmUp } from "../load/race.js";
import { signInsOf } from "../load/sign-ins.js";
import { startProcess } from "../processes/start-process.js";

const PEOPLE = 400;
const CLIENTS = 8;
/** A hash takes so long that a short round has a handful. */
const ROUND_MS = 2_000;
const MOST_ROUNDS = 5;
const WARM_UPS = 8;
/** As many as the library lets run at once. */
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, POLICY.hashesInFlight.value));

const OURS = "acme-express";
const BARE = "argon2id, bare";

/** What a sign-in with a password costs beyond its hash. */
export const passwordSignIn: Benchmark = {
  name: "sign-in",
  run: ({ rounds, warmUpMs }) =>
    withFolder(async (folder) => {
      const database = join(folder, "acme.db");
      await writePeople(database, PEOPLE * SESSIONS_PER_USER);
      await writePasswords(database);
      const ours = await startProcess("acme-express", { database });
      const bare = await startProcess("bare-argon2", { database });
      const turn = signInsOf(PEOPLE);
      // Nearly all of a sign-in is hashing, so the rest is compiled only after a while.
      await warmUp(ours, warmUpMs * WARM_UPS, turn);
      const load = { connections: CLIENTS, milliseconds: ROUND_MS, turn };
      const entrants = {
        [OURS]: (): Promise<Work> => driveAndCost(ours, load),
        [BARE]: async () =>
          (await bare.ask("hash", { atOnce: AT_ONCE, milliseconds: ROUND_MS })) as Work,
      };
      const results = await interleave(entrants, Math.min(rounds, MOST_ROUNDS));
      await Promise.all([ours, bare].map((running) => running.stop()));
      const title = `sign-in by password, ${CLIENTS} clients, SQLite; argon2id with the same parameters, ${AT_ONCE} at once`;
      return {
        tables: [
          tableOf({ id: "sign-in", title }, results, {
            "per second": ({ perSecond }) => perSecond,
            "CPU ms": ({ cpu }) => cpu / 1_000,
          }),
        ],
        goals: [{ goal: "sign-in", ...timesAsMuch(results, OURS, BARE) }],
      };
    }),
};
