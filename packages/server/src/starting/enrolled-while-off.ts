import type { Config } from "../config/config.js";
import type { OpenedAuth } from "../serving/open-auth.js";

/**
 * Returns how many users have enrolled a second factor that is switched off, so that none of them
 * can sign in; 0 while it is on.
 */
export async function countEnrolledWhileOff(
  { store }: Pick<OpenedAuth, "store">,
  { secondFactor }: Pick<Config, "secondFactor">,
): Promise<number> {
  return secondFactor === "off" ? store.users.countEnrolled() : 0;
}
