import { join } from "node:path";
import { type Benchmark, timesAsMuch, type Work } from "../benchmark.js";
import { withFolder } from "../databases/scratch.js";
import { tableOf } from "../figures.js";
import { interleave } from "../load/race.js";
import { startProcess } from "../processes/start-process.js";

const OURS = "passkeys.signIn";
const BY_HAND = "verifyAuthenticationResponse and its statements";
const SIGN_INS = 150;
/** Cold, a sign-in costs twice as much. */
const WARM_UP_ROUNDS = 12;

/** A sign-in by passkey, without HTTP: the use case beside the bare library and its statements. */
export const passkeyAssertion: Benchmark = {
  name: "passkey-assertion",
  run: ({ rounds }) =>
    withFolder(async (folder) => {
      const database = join(folder, "passkeys.db");
      const running = await startProcess("passkey-sign-ins", { database });
      const entrants = {
        [OURS]: async () => (await running.ask("useCase", SIGN_INS)) as Work,
        [BY_HAND]: async () => (await running.ask("byHand", SIGN_INS)) as Work,
      };
      await interleave(entrants, WARM_UP_ROUNDS);
      const results = await interleave(entrants, rounds);
      await running.stop();
      return {
        tables: [
          tableOf(
            { id: "passkey-assertion", title: "sign-in by passkey, in process, SQLite" },
            results,
            { "sign-ins/s": ({ perSecond }) => perSecond, "CPU µs": ({ cpu }) => cpu },
          ),
        ],
        goals: [{ goal: "passkey-assertion", ...timesAsMuch(results, OURS, BY_HAND) }],
      };
    }),
};
