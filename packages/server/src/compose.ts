import { createServer, type Server, type ServerOptions } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type AuthOptions,
  createAuth,
  type IdentityProvider,
  type Logger,
  type Mailer,
  type Policy,
} from "@acme/auth-core";
import { oauth2Provider, openIdProvider } from "@acme/auth-core/providers";
import { createSite, createSurface, guards, mount } from "@acme/auth-express";
import type { KyselyStore } from "@acme/auth-kysely";
import { createSmtpMailer } from "@acme/auth-nodemailer";
import express, { type ErrorRequestHandler } from "express";
import { createBillingContributor } from "./billing/contributor.js";
import { billingRoutes } from "./billing/routes.js";
import { createSubscriptions, migrateSubscriptions } from "./billing/subscription.js";
import type { Config, IdentityProviderConfig } from "./config.js";
import { createConsoleMailer } from "./console-mailer.js";
import { stopServing } from "./stop-serving.js";

type Deadlines = Required<
  Pick<ServerOptions, "headersTimeout" | "requestTimeout" | "connectionsCheckingInterval">
>;

/** What a test may replace. */
export interface Overrides {
  readonly logger?: Logger;
  readonly mailer?: Mailer;
  readonly deadlines?: Deadlines;
  readonly ports?: NonNullable<AuthOptions<Record<never, never>>["ports"]>;
}

export interface Composition {
  /** It does not listen yet. */
  readonly server: Server;
  /** Stops accepting, finishes the requests under way, stops the worker and closes the database. */
  close(): Promise<void>;
}

/** How long requests under way may take when the server stops, and afterwards mails in hand; together well within five seconds. */
const REQUESTS_TIMEOUT_MS = 2_500;
const DELIVERY_TIMEOUT_MS = 1_000;
/** How long a client may take to send its headers, and its whole request, and how often Node checks it. */
const DEADLINES: Deadlines = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
};
const READ_REQUESTS_FACTOR = 10;
const SECOND = 1_000;

/** Builds the whole server from its configuration. Opens the database and, if configured, migrates it. */
export async function compose(config: Config, overrides: Overrides = {}): Promise<Composition> {
  const { logger } = overrides;
  const store = await openStore(config);
  if (config.autoMigrate) {
    await store.migrate();
    await migrateSubscriptions(store);
  }

  const site = createSite({
    serviceUrl: config.serviceAuthUrl,
    appUrl: config.appUrl,
    trustedOrigins: config.trustedOrigins ?? [],
    hstsIncludeSubdomains: config.hstsIncludeSubdomains,
  });
  const ownMailer = mailerOf(config);
  const auth = createAuth({
    store,
    mailer: overrides.mailer ?? ownMailer,
    links: site.links,
    secret: config.serviceAuthSecret.reveal(),
    previousSecrets: (config.serviceAuthPreviousSecrets ?? []).map((secret) => secret.reveal()),
    appName: config.appName,
    passwordBlocklist: config.passwordBlocklist,
    relyingParty: { id: config.rpId, name: config.rpName },
    identityProviders: config.identityProviders.map(createProvider),
    policy: policyOf(config),
    contributors: [createBillingContributor(store)],
    ...(logger && { logger }),
    ...(overrides.ports && { ports: overrides.ports }),
  });

  const app = express();
  app.disable("x-powered-by");
  const surface = createSurface({
    auth,
    site,
    trustProxy: config.trustProxy ?? [],
    standalone: true,
  });
  const subscriptions = createSubscriptions({ store, clock: auth.clock });
  app.use(billingRoutes({ surface, subscriptions }));
  app.use(mount(surface));
  app.use(guards(surface).answerRefusals, abandon(logger));

  // No honest client needs longer for bodies of this size.
  const server = createServer(overrides.deadlines ?? DEADLINES, app);
  if (config.worker === "embedded") auth.worker.start();
  return {
    server,
    async close() {
      await stopServing(server, REQUESTS_TIMEOUT_MS);
      const finished = auth.close();
      await Promise.race([finished, sleep(DELIVERY_TIMEOUT_MS)]);
      // A delivery that still hangs is cancelled here: its mail goes back into the queue, and the worker can end.
      ownMailer.close?.();
      await finished;
      await store.close();
    },
  };
}

const mailerOf = ({ smtpUrl, mailFrom }: Config): Mailer & { close?(): void } =>
  smtpUrl && mailFrom
    ? createSmtpMailer({ url: smtpUrl.reveal(), from: mailFrom })
    : createConsoleMailer(process.stdout);

const createProvider = (provider: IdentityProviderConfig): IdentityProvider =>
  "endpoints" in provider ? oauth2Provider(provider) : openIdProvider(provider);

/** Only the driver that is needed is loaded. */
async function openStore({ databaseUrl: database, ...config }: Config): Promise<KyselyStore> {
  if (database.engine === "sqlite") {
    const { createSqliteStore } = await import("@acme/auth-kysely/sqlite");
    return createSqliteStore(database.file);
  }
  const [{ createPostgresStore }, { default: pg }] = await Promise.all([
    import("@acme/auth-kysely/postgres"),
    import("pg"),
  ]);
  return createPostgresStore(
    new pg.Pool({ connectionString: database.url.reveal(), max: config.dbPoolSize }),
    { pooling: config.databasePooling },
  );
}

const policyOf = (config: Config): Partial<Policy> => ({
  deletionGraceDays: config.deletionGraceDays,
  sessionFreshness: config.sessionFreshSeconds * SECOND,
  requestsPerClient: config.authIpLimit,
  readRequestsPerClient: config.authIpLimit * READ_REQUESTS_FACTOR,
  ...(config.authIpLimit === 0 && { writesPerUser: 0 }),
  requestsWindow: config.authIpWindowSeconds * SECOND,
  readRequestsWindow: config.authIpWindowSeconds * SECOND,
  workerPoll: config.workerPollMs,
});

/** Every failure before this was answered; an error that arrives here happened while the answer was being written. */
const abandon =
  (logger: Logger | undefined): ErrorRequestHandler =>
  // eslint-disable-next-line house/few-parameters -- Express knows an error handler by its four parameters
  (failure, _request, response, _next) => {
    logger?.error("reply_failed", {}, failure);
    response.destroy();
  };
