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
import type { Config, Database, IdentityProviderConfig } from "./config.js";
import { createConsoleMailer } from "./console-mailer.js";
import { stopServing } from "./stop-serving.js";

type Deadlines = Required<
  Pick<ServerOptions, "headersTimeout" | "requestTimeout" | "connectionsCheckingInterval">
>;

/** What a test may put in place of the real thing. */
export interface Overrides {
  readonly logger?: Logger;
  readonly mailer?: Mailer;
  readonly deadlines?: Deadlines;
  readonly ports?: NonNullable<AuthOptions<Record<never, never>>["ports"]>;
}

export interface Composition {
  /** Not listening yet. */
  readonly server: Server;
  /** Stops accepting, finishes what is under way, stops the worker and lets go of the database. */
  close(): Promise<void>;
}

/** How long requests under way may take to end when the server stops, and then mails in hand; together well within the five seconds. */
const PATIENCE_MS = 2_500;
const DELIVERY_PATIENCE_MS = 1_000;
/** How long a client may take to send its headers, and its whole request. Node looks only so often who has taken too long. */
const DEADLINES: Deadlines = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
};
const READ_REQUESTS_FACTOR = 10;
const SECOND = 1_000;

/** The whole server, put together from its configuration. Opens the database and, where configured, brings it up to date. */
export async function compose(config: Config, overrides: Overrides = {}): Promise<Composition> {
  const { logger } = overrides;
  const store = await openStore(config.databaseUrl, config.dbPoolSize);
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
    identityProviders: config.identityProvider ? [providerOf(config.identityProvider)] : [],
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

  // Nobody needs longer for what we take; whoever does holds a connection open and nothing else.
  const server = createServer(overrides.deadlines ?? DEADLINES, app);
  if (config.worker === "embedded") auth.worker.start();
  return {
    server,
    async close() {
      await stopServing(server, PATIENCE_MS);
      const finished = auth.close();
      await Promise.race([finished, sleep(DELIVERY_PATIENCE_MS)]);
      // A delivery that still hangs is given up here: its mail goes back into the queue, and the worker can end.
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

const providerOf = ({
  endpoints,
  issuer,
  ...provider
}: IdentityProviderConfig): IdentityProvider =>
  endpoints ? oauth2Provider({ ...provider, endpoints }) : openIdProvider({ ...provider, issuer });

/** Drivers are loaded when they are chosen: nobody waits for the one that is not. */
async function openStore(database: Database, poolSize: number): Promise<KyselyStore> {
  if (database.engine === "sqlite") {
    const { createSqliteStore } = await import("@acme/auth-kysely/sqlite");
    return createSqliteStore(database.file);
  }
  const [{ createPostgresStore }, { default: pg }] = await Promise.all([
    import("@acme/auth-kysely/postgres"),
    import("pg"),
  ]);
  return createPostgresStore(
    new pg.Pool({ connectionString: database.url.reveal(), max: poolSize }),
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

/** Everything is answered before, failures included; what still comes here went wrong while the answer was being written. */
const abandon =
  (logger: Logger | undefined): ErrorRequestHandler =>
  // eslint-disable-next-line house/few-parameters -- Express knows an error handler by its four parameters
  (failure, _request, response, _next) => {
    logger?.error("reply_failed", {}, failure);
    response.destroy();
  };
