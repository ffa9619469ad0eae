import { randomBytes } from "node:crypto";
import type { SecretUse } from "@acme/auth-core";
import type { Answer, Invocation } from "./command.js";
import { withAuth } from "./with-auth.js";

const SECRET_BYTES = 32;

const GUIDE = `To rotate without signing anybody out:
  1. Put the present secret in front of SERVICE_AUTH_PREVIOUS_SECRETS.
  2. Set SERVICE_AUTH_SECRET to a new one (auth-server secret).
  3. Restart every instance and every worker.
  4. After a day, when nothing is left under the old secret, remove it. Signed links are not counted here; they live a day at most.`;

/** Shows what is stored under each secret. */
export const showKeys = ({ env }: Invocation): Promise<Answer> =>
  withAuth(env, async ({ auth }) => {
    const keys = await auth.keys.list();
    const head = ["KEY", "SECRET", "STORED", "ROWS", "OLDEST"];
    return { json: keys, text: [{ head, rows: keys.flatMap(rowsOf) }, GUIDE] };
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
