import { randomBytes } from "node:crypto";
import type { SecretUse } from "@acme/auth-core";
import { readConfig } from "../config/config.js";
import { countEnrolledWhileOff } from "../starting/enrolled-while-off.js";
import type { Answer, Invocation } from "./command.js";
import { withAuth } from "./with-auth.js";

const SECRET_BYTES = 32;

const GUIDE = `To rotate without signing users out:
  1. Put the present secret in front of SERVICE_AUTH_PREVIOUS_SECRETS.
  2. Set SERVICE_AUTH_SECRET to a new one (auth-server secret).
  3. Restart every instance and every worker.
  4. Seal what lives for years under the new one: auth-server keys --help lists what does it.
  5. After a day, when nothing is left under the old secret, remove it. Signed links are not counted here; they live a day at most.`;

const NOT_COUNTED =
  "SECOND_FACTOR=off: secrets of authenticator apps are not counted, and users have some. Set it to on before you remove a secret.";

/** Shows what is stored under each secret. */
export const showKeys = ({ env }: Invocation): Promise<Answer> =>
  withAuth(env, async (opened) => {
    const keys = await opened.auth.keys.list();
    const head = ["KEY", "SECRET", "STORED", "ROWS", "OLDEST"];
    const enrolled = await countEnrolledWhileOff(opened, readConfig(env).config);
    const notes = enrolled === 0 ? [GUIDE] : [NOT_COUNTED, GUIDE];
    return { json: keys, text: [{ head, rows: keys.flatMap(rowsOf) }, ...notes] };
  });

const rowsOf = ({ keyId, standing, uses }: SecretUse) =>
  uses.length === 0
    ? [[keyId, standing, "nothing", 0, null]]
    : uses.map(({ kind, rows, oldestAt }) => [keyId, standing, kind, rows, oldestAt.toISOString()]);

/** Prints a new secret. It is stored nowhere. */
export async function newSecret(): Promise<Answer> {
  const secret = randomBytes(SECRET_BYTES).toString("base64");
  return { json: { secret }, text: secret };
}
