import type { Server } from "node:http";
import type { Logger } from "@acme/auth-core";
import { compose } from "./compose.js";
import type { Config } from "./config.js";
import { onStopSignal } from "./stop-signals.js";

/** Serves in this process until it is told to stop. */
export async function serve(config: Config, logger: Logger): Promise<void> {
  try {
    const composition = await compose(config, { logger });
    const { server } = composition;
    onStopSignal(logger, () => composition.close());
    await listen(server, config);
    const address = server.address();
    logger.info("listening", {
      url: config.serviceAuthUrl,
      port: address !== null && typeof address === "object" ? address.port : null,
      database: config.databaseUrl.engine,
      mail: config.smtpUrl ? "smtp" : "printed",
    });
  } catch (cause) {
    logger.error("start_failed", {}, cause);
    process.exit(1);
  }
}

const listen = (server: Server, { port, host }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host !== null && { host }) }, () => {
      server.off("error", reject);
      resolve();
    });
  });
