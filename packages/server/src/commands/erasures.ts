import type { ErasureReplay } from "@acme/auth-core";
import { readConfig } from "../config/config.js";
import { type Answer, CommandFailure, EXIT, type Invocation } from "./command.js";
import { withAuth } from "./with-auth.js";

/** Erases the users again whom a restored backup has brought back. */
export async function replayErasures({ env, progress }: Invocation): Promise<Answer> {
  if (readConfig(env).config.erasureLedger === null)
    throw new CommandFailure("ERASURE_LEDGER is not set: there is no list of erased users.");
  return withAuth(env, async ({ auth }) => {
    progress("Comparing the ledger with the users …");
    const replay = await auth.erasures.replay((done, total) =>
      progress(`Erasing: ${done} of ${total}`),
    );
    progress("");
    return {
      json: replay,
      text: linesOf(replay).join("\n"),
      exitCode: replay.missingKeys.length > 0 ? EXIT.failed : EXIT.done,
    };
  });
}

function linesOf(replay: ErasureReplay): readonly string[] {
  const { erased, appended, organizationsGiven, organizationsDeleted, missingKeys } = replay;
  return [
    erased === 0 ? "No erased user is present." : `Erased again: ${erased}`,
    ...(erased === 0 ? [] : ["What remains is done by the worker, once the server runs."]),
    ...(appended === 0 ? [] : [`Added to the ledger: ${appended}`]),
    ...organizationsGiven.map((id) => `Organization ${id} has another owner.`),
    ...organizationsDeleted.map((id) => `Organization ${id} had no other member and is deleted.`),
    ...(missingKeys.length === 0
      ? []
      : [
          `Not compared, because their secrets are not configured: entries under ${missingKeys.join(", ")}. Add the secrets to SERVICE_AUTH_PREVIOUS_SECRETS, and call this once more.`,
        ]),
  ];
}
