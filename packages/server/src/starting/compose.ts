import { createServer, type Server, type ServerOptions } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { CorePermission, Logger } from "@acme/auth-core";
import { closeStalledAnswers, createSurface, guards, mount, prepareStop } from "@acme/auth-express";
import type { Pages } from "@acme/auth-http";
import express, { type ErrorRequestHandler } from "express";
import type { Config } from "../config/config.js";
import type { Measuring } from "../metrics/measuring.js";
import {
  type Features,
  loadPages,
  routesOf,
  serveFeatures,
  type ServerAuth,
} from "../serving/features.js";
import { mailsElsewhere } from "../serving/inbox/where-mails-are.js";
import { type AuthOverrides, openAuth, type OpenedAuth } from "../serving/open-auth.js";
import { homePath, homeRoute } from "../serving/pages/home-route.js";
import { watchBacklog } from "../serving/watch-backlog.js";
import { wellKnownOf } from "../serving/well-known.js";
import { watchForNewDatabase } from "./database-file.js";
import { findPending } from "./pending-migrations.js";
import { speaksForAll } from "./speaker.js";

type Deadlines = Required<
  Pick<ServerOptions, "headersTimeout" | "requestTimeout" | "connectionsCheckingInterval">
>;

/** What a test may replace. */
export interface Overrides extends AuthOverrides {
  readonly deadlines?: Deadlines;
  /** How long a client may take nothing of an answer. */
  readonly answerTimeoutMs?: number;
  /** How often it looks for work that no worker takes. */
  readonly backlogCheckMs?: number;
}

export interface Composition extends Pick<OpenedAuth, "store" | "mailer" | "features"> {
  /** It does not listen yet. */
  readonly server: Server;
  /** What this process measures; null without `METRICS_PORT`. */
  readonly measuring: Measuring | null;
  /** The ids of the migrations that `AUTO_MIGRATE=false` leaves to the operator. */
  readonly pending: readonly string[];
  /** Stops accepting, finishes the requests under way, stops the worker and closes the database. */
  close(): Promise<void>;
}

/**
 * How long requests under way may take when the server stops, and afterwards mails in hand;
 * together well within five seconds.
 */
const REQUESTS_TIMEOUT_MS = 2_500;
const DELIVERY_TIMEOUT_MS = 1_000;
/** The first requests come first: until then nothing that is due is looked for. */
const WORKER_DELAY_MS = 250;
/**
 * How long a client may take to send its headers, and its whole request, and how often Node checks
 * it.
 */
const DEADLINES: Deadlines = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
};

/**
 * Longer than proxies keep an unused connection, for which a minute is usual: a request that a
 * proxy sends on a connection that ends just then is lost.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * Builds the whole server from its configuration. Opens the database and, if configured, migrates
 * it.
 */
export async function compose(config: Config, overrides: Overrides = {}): Promise<Composition> {
  const { logger } = overrides;
  const measuring = config.metricsPort === null ? null : await startMeasuring();
  const ports = { ...overrides.ports, ...(measuring && { metrics: measuring.metrics }) };
  const reportIfNew = watchForNewDatabase(config.databaseUrl, logger);
  const { auth, store, features, pool, site, mailer, inbox } = await openAuth(config, {
    ...overrides,
    ports,
  });
  measuring?.watch({ auth, pool });
  if (config.autoMigrate) await store.migrate();
  // Before anything is served or worked on: it throws over a database that is too new for it.
  const pending = await findPending(config, store);
  reportIfNew();
  if (config.erasureLedger !== null) await refuseRestored(auth, config.erasureLedger);

  const app = express();
  app.disable("x-powered-by");
  const surface = createSurface({
    auth,
    site,
    trustProxy: config.trustProxy ?? [],
    standalone: true,
    features: routesOf(features),
    wellKnown: wellKnownOf(config),
    ...(await pagesOf(config, features)),
  });
  await serveFeatures(app, features, { surface, auth });
  app.use(homeRoute({ surface, config, auth }));
  if (inbox) {
    const { inboxRoutes } = await import("../serving/inbox/inbox-routes.js");
    const elsewhere = mailsElsewhere(config);
    app.use(inboxRoutes({ surface, inbox, auth, elsewhere, home: homePath(config) }));
  }
  if (config.docsViewer) {
    const { viewerRoutes } = await import("../serving/reference/viewer-routes.js");
    app.use(viewerRoutes(surface, auth));
  }
  app.use(mount(surface));
  app.use(guards(surface).answerFailures, abandon(logger));

  // No honest client needs longer for bodies of this size.
  const server = createServer(
    { ...(overrides.deadlines ?? DEADLINES), keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS },
    app,
  );
  closeStalledAnswers(server, overrides.answerTimeoutMs);
  const stopServing = prepareStop(server);
  const starting =
    config.worker === "embedded" ? setTimeout(() => auth.worker.start(), WORKER_DELAY_MS) : null;
  const watched = { auth, speaks: speaksForAll };
  const endWatch = watchBacklog(watched, auth.logger, overrides.backlogCheckMs);
  return {
    server,
    measuring,
    pending,
    store,
    features,
    mailer,
    async close() {
      if (starting) clearTimeout(starting);
      endWatch();
      await stopServing(REQUESTS_TIMEOUT_MS);
      const finished = auth.close();
      await Promise.race([finished, sleep(DELIVERY_TIMEOUT_MS)]);
      // A delivery that still hangs is cancelled here: its mail goes back into the queue, and the
      // worker can end.
      mailer.close?.();
      await finished;
      await store.close();
    },
  };
}

/**
 * A restored backup may have brought erased users back: nothing is served or worked on before they
 * are erased again.
 */
const refuseRestored = async (auth: OpenedAuth["auth"], file: string): Promise<void> =>
  (await import("./restored-backup.js")).refuseRestored(auth, file);

/** Who shows no page loads none. */
async function pagesOf(
  { pages }: Config,
  features: Features,
): Promise<{ readonly pages?: Pages<CorePermission, ServerAuth> }> {
  if (pages !== "on") return {};
  const { createPages } = await import("@acme/auth-pages");
  return { pages: createPages({ features: await loadPages(features) }) };
}

const startMeasuring = async (): Promise<Measuring> =>
  (await import("../metrics/measuring.js")).createMeasuring();

/** Makes known what the process measures, if it measures. */
export async function publish(
  { measuring }: Composition,
  config: Config,
  logger: Logger,
): Promise<void> {
  if (!measuring) return;
  const { publishMetrics } = await import("../metrics/publish-metrics.js");
  await publishMetrics(measuring, config, logger);
}

/**
 * Every failure before this was answered; an error that arrives here happened while the answer was
 * being written.
 */
const abandon =
  (logger: Logger | undefined): ErrorRequestHandler =>
  (failure, _request, response, _next) => {
    logger?.error("reply_failed", {}, failure);
    response.destroy();
  };
