import { isDeepStrictEqual } from "node:util";
import { type Benchmark, type MeasuredGoal, timesAsMuch } from "../benchmark.js";
import { cookiesOf, writePeople } from "../databases/people.js";
import { type Engine, onBothEngines } from "../databases/scratch.js";
import { counted } from "../figures.js";
import { type Contender, race, raceTable } from "../load/race.js";
import { answerTo, checksAt, ME } from "../load/session-checks.js";
import { startProcess } from "../processes/start-process.js";
import { writeBetterAuthPeople } from "../stacks/better-auth.js";

const SESSIONS = 1_000;
const CONNECTIONS = [1, 16, 64];
const BETTER_AUTH = "better-auth-express";

/** A goal, and the two contenders whose ratio it is. */
const pairsOf = (engine: Engine): readonly (readonly [MeasuredGoal["goal"], string, string])[] => {
  const byHand = (on: string) => `hand-written-${on}-${engine.toLowerCase()}`;
  return [
    ["session-check/express", "acme-express", byHand("express")],
    ["session-check/guard", "acme-guard", byHand("express")],
    ["session-check/node-http", "acme-node-http", byHand("node-http")],
    [`session-check/better-auth/${engine}`, "acme-express", BETTER_AUTH],
  ];
};

/** A race between different answers would be none. */
async function expectSameAnswers(contenders: readonly Contender[], cookie: string): Promise<void> {
  const answers = await Promise.all(
    contenders.map(async ({ name, database }) => {
      const running = await startProcess(name, { database });
      const answer = await answerTo(running.port, ME, cookie);
      await running.stop();
      return answer;
    }),
  );
  const other = answers.find((answer) => !isDeepStrictEqual(answer, answers[0]));
  if (other !== undefined) throw new Error(`one answers something else: ${JSON.stringify(other)}`);
}

/** What it costs to know who is asking. */
export const sessionCheck: Benchmark = {
  name: "session-check",
  run: (scale) =>
    onBothEngines(async (engine, newDatabase) => {
      const [ours, theirs] = [await newDatabase(), await newDatabase()];
      await writePeople(ours, SESSIONS);
      const cookies = cookiesOf(SESSIONS);
      const theirCookies = await writeBetterAuthPeople(theirs, SESSIONS);
      const pairs = pairsOf(engine);
      const names = new Set(pairs.flatMap(([, one, other]) => [one, other]));
      names.delete(BETTER_AUTH);
      const same = [...names].map((name) => ({
        name,
        database: ours,
        turn: () => checksAt(ME, cookies),
      }));
      const betterAuth = {
        name: BETTER_AUTH,
        database: theirs,
        turn: () => checksAt("/api/auth/get-session", theirCookies),
      };
      await expectSameAnswers(same, cookies[0]!);
      const races = [...(await race([...same, betterAuth], CONNECTIONS, scale))];
      return {
        tables: races.map(([connections, results]) => {
          const title = `session check, ${engine}, ${counted(connections, "connection")}`;
          return raceTable(
            { id: `session-check/${engine}/${connections}`, title },
            "checks",
            results,
          );
        }),
        goals: pairs.flatMap(([goal, one, other]) =>
          races.map(([connections, results]) => ({
            goal,
            under: `${engine}, ${counted(connections, "connection")}`,
            ...timesAsMuch(results, one, other),
          })),
        ),
      };
    }),
};
