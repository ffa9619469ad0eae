import { assignment, costOf, serveQuestions } from "../processes/child.js";
import { openAcme } from "../stacks/acme.js";
import { handWrittenPasskeys } from "../stacks/hand-written-passkeys.js";
import {
  type PasskeyHolder,
  prepareAssertions,
  type PreparedAssertion,
  registerPasskey,
} from "../stacks/passkeys.js";

/** So many that nobody comes to have more sessions than are allowed. */
const HOLDERS = 40;

/** Signs in by passkey, by the use case and by hand, in one process over one SQLite file. */
const { database } = assignment();
const { auth } = await openAcme(database);
const holders: PasskeyHolder[] = [];
for (let index = 0; index < HOLDERS; index++) holders.push(await registerPasskey(auth, index));
const byHand = handWrittenPasskeys(database);

/** What that many sign-ins cost. Their preparation is not in it. */
async function signIns(count: number, signIn: (given: PreparedAssertion) => Promise<unknown>) {
  const prepared = await prepareAssertions(auth, holders, count);
  return costOf(async () => {
    for (const given of prepared) await signIn(given);
    return count;
  });
}

serveQuestions({
  useCase: (count) =>
    signIns(Number(count), ({ response, client }) => auth.passkeys.signIn(response, client)),
  byHand: (count) => signIns(Number(count), byHand),
});
