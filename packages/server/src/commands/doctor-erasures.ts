import type { ErasureCheck } from "@acme/auth-core";
import type { Config } from "../config/config.js";
import type { OpenedAuth } from "../serving/open-auth.js";
import { counted } from "../starting/counted.js";
import { problemOf } from "../starting/restored-backup.js";
import { type Diagnosis, ok, problem, reasonOf, warning } from "./diagnosis.js";

const CHECK = "erasure ledger";

/** Compares the ledger of erasures with the database, as every start does. */
export async function checkErasures(
  { auth }: Pick<OpenedAuth, "auth">,
  { erasureLedger }: Pick<Config, "erasureLedger">,
): Promise<readonly Diagnosis[]> {
  if (erasureLedger === null) return [ok(CHECK, "off")];
  try {
    return diagnosesOf(await auth.erasures.check());
  } catch (thrown) {
    const advice = "Compare ERASURE_LEDGER with the file, and look who may read it.";
    return [problem(CHECK, reasonOf(thrown), advice)];
  }
}

function diagnosesOf(check: ErasureCheck): readonly Diagnosis[] {
  const { entries, unlisted, unreadable } = check;
  const refusal = problemOf(check);
  return [
    refusal === null
      ? ok(CHECK, `${counted(entries, "erasure")}, and none of their users is present`)
      : problem(CHECK, refusal, "Until then nothing is served."),
    ...(unlisted === 0
      ? []
      : [
          warning(
            CHECK,
            `it lacks ${counted(unlisted, "erasure")} of this database`,
            "If no job is about to add them (auth-server jobs list): auth-server erasures replay",
          ),
        ]),
    ...(unreadable === 0
      ? []
      : [
          warning(
            CHECK,
            `lines that are no entry: ${unreadable}`,
            "An interrupted write leaves one. More of them: restore the file from its own backup.",
          ),
        ]),
  ];
}
