import { join } from "node:path";
import type { Benchmark } from "../benchmark.js";
import { withFolder } from "../databases/scratch.js";
import { figureOf } from "../figures/figure.js";
import { ratios } from "../figures/statistics.js";
import { interleave } from "../load/interleave.js";
import { startProcess } from "../processes/start-process.js";

const OURS = "passkeys.signIn";
const BY_HAND = "verifyAuthenticationResponse and its statements";
const SIGN_INS = 150;
/** Cold, a sign-in costs twice as much. */
const WARM_UP_ROUNDS = 12;

/** What one round came to. Processor time in microseconds for each sign-in. */
interface Round {
  readonly perSecond: number;
  readonly cpu: number;
}

/** A sign-in with a passkey, without HTTP: the use case beside the bare library with the statements that it takes. */
export const passkeyAssertion: Benchmark = {
  name: "passkey-assertion",
  run: ({ rounds }) =>
    withFolder(async (folder) => {
      const running = await startProcess("passkey-sign-ins", {
        database: join(folder, "passkeys.db"),
      });
      const entrants = [
        { name: OURS, round: async () => (await running.ask("useCase", SIGN_INS)) as Round },
        { name: BY_HAND, round: async () => (await running.ask("byHand", SIGN_INS)) as Round },
      ];
      await interleave(entrants, WARM_UP_ROUNDS);
      const results = await interleave(entrants, rounds);
      await running.stop();
      const of = (name: string, figure: keyof Round) =>
        results.get(name)!.map((round) => round[figure]);
      return {
        tables: [
          {
            id: "passkey-assertion",
            title: "passkey-assertion, in process, sqlite",
            rows: [OURS, BY_HAND].map((name) => ({
              name,
              figures: {
                "sign-ins/s": figureOf(of(name, "perSecond")),
                "CPU µs": figureOf(of(name, "cpu")),
              },
            })),
          },
        ],
        goals: [
          {
            id: "passkey-assertion",
            what: "passkey sign-in × bare verifyAuthenticationResponse with its statements",
            bound: { atLeast: 0.8 },
            unit: "×",
            measured: figureOf(ratios(of(BY_HAND, "cpu"), of(OURS, "cpu"))),
            byRate: figureOf(ratios(of(OURS, "perSecond"), of(BY_HAND, "perSecond"))),
          },
        ],
      };
    }),
};
