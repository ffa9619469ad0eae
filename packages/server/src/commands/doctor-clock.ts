import { SECOND } from "@acme/auth-core/surface";
import type { OpenedAuth } from "../serving/open-auth.js";
import { type Diagnosis, ok, problem, warning } from "./diagnosis.js";

const CHECK = "clock";
/** Processes that differ so much disagree about what has ended. */
const WARNED_MS = 2 * SECOND;
/** Half a step of an authenticator app: codes of honest users begin to be refused. */
const FAULTY_MS = 15 * SECOND;
const ADVICE = "Let this machine and that of the database keep their time by NTP.";

/** Compares the clock of this process with that of the database. */
export async function checkClock({
  auth,
  store,
}: {
  readonly auth: Pick<OpenedAuth["auth"], "clock">;
  readonly store: Pick<OpenedAuth["store"], "databaseTime">;
}): Promise<readonly Diagnosis[]> {
  const asked = auth.clock.now().getTime();
  const there = (await store.databaseTime()).getTime();
  const answered = auth.clock.now().getTime();
  // The database read its clock in between: the time that the answer took is no difference.
  const ahead = asked - there;
  const behind = there - answered;
  const apart = Math.max(ahead, behind, 0);
  const text = `${apart / SECOND} seconds ${ahead > 0 ? "ahead of" : "behind"} that of the database`;
  if (apart >= FAULTY_MS) return [problem(CHECK, text, ADVICE)];
  if (apart >= WARNED_MS) return [warning(CHECK, text, ADVICE)];
  return [ok(CHECK, "agrees with that of the database")];
}
