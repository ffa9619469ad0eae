import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { openLibrary } from "../capacity/library.js";
import { answer, assignment, report } from "../processes/child.js";
import { handWrittenPasskeys } from "../stacks/hand-written-passkeys.js";
import {
  type PasskeyHolder,
  prepareAssertions,
  type PreparedAssertion,
  registerPasskey,
} from "../stacks/passkeys.js";

/** So many that nobody comes to have more sessions than are allowed. */
const HOLDERS = 40;

/** Signs in with passkeys, by the use case and by hand, in one process over one SQLite file. */
const { database } = assignment();
const store = createSqliteStore(database);
await store.migrate();
const library = openLibrary(store);
const holders: PasskeyHolder[] = [];
for (let index = 0; index < HOLDERS; index++) holders.push(await registerPasskey(library, index));
const byHand = handWrittenPasskeys(database);

/** How many sign-ins a second, and processor time of this process for each, in microseconds. Their preparation is not in it. */
async function costOf(count: number, signIn: (given: PreparedAssertion) => Promise<unknown>) {
  const prepared = await prepareAssertions(library, holders, count);
  const before = process.cpuUsage();
  const start = performance.now();
  for (const given of prepared) await signIn(given);
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(before);
  return { perSecond: count / seconds, cpu: (user + system) / count };
}

answer({
  useCase: (count) =>
    costOf(Number(count), ({ response, client }) => library.auth.passkeys.signIn(response, client)),
  byHand: (count) => costOf(Number(count), byHand),
});
report({ kind: "ready", port: 0 });
