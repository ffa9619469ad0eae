import type { Config } from "../config/config.js";
import type { OpenedAuth } from "../serving/open-auth.js";
import { countEnrolledWhileOff } from "../starting/enrolled-while-off.js";
import { type Diagnosis, warning } from "./diagnosis.js";

/** Looks for users who cannot sign in because the second factor is switched off. */
export async function checkEnrolled(
  opened: Pick<OpenedAuth, "store">,
  config: Pick<Config, "secondFactor">,
): Promise<readonly Diagnosis[]> {
  const users = await countEnrolledWhileOff(opened, config);
  if (users === 0) return [];
  return [
    warning(
      "second factor",
      `SECOND_FACTOR=off, and users who have enrolled one: ${users}; none of them can sign in`,
      "Set SECOND_FACTOR to on.",
    ),
  ];
}
