import { type Config, type Environment, readConfig } from "../config/config.js";
import { createLogger, formatFor } from "../serving/logger.js";
import { openAuth, type OpenedAuth } from "../serving/open-auth.js";
import { isAbsent } from "../starting/database-file.js";
import { CommandFailure } from "./command.js";

/**
 * Runs `work` over the configured service and closes it afterwards. The database must be there and
 * up to date; no worker runs here.
 */
export function withAuth<T>(
  env: Environment,
  work: (opened: OpenedAuth) => Promise<T>,
): Promise<T> {
  const { config } = readConfig(env);
  return withDatabase(config, async (opened) => {
    if ((await opened.store.health()) !== "ready")
      throw new CommandFailure(
        "The database is older than this program. Bring it up to date: auth-server migrate",
      );
    return work(opened);
  });
}

/**
 * Runs `work` whatever the age of the schema. A SQLite file that is not there is not made, unless
 * `mayCreate`.
 */
export async function withDatabase<T>(
  config: Config,
  work: (opened: OpenedAuth) => Promise<T>,
  { mayCreate = false }: { readonly mayCreate?: boolean } = {},
): Promise<T> {
  if (!mayCreate && isAbsent(config.databaseUrl))
    throw new CommandFailure(
      "There is no database where DATABASE_URL says. Make it: auth-server migrate",
    );
  const opened = await openAuth(config, {
    logger: createLogger({
      level: "warn",
      stream: process.stderr,
      format: formatFor(process.stderr),
      clock: { now: () => new Date() },
    }),
  });
  try {
    return await work(opened);
  } finally {
    await opened.auth.close();
    opened.mailer.close?.();
    await opened.store.close();
  }
}
