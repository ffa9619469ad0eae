import {
  type AppBrand,
  type AuthOptions,
  createAuth,
  fileErasureLedger,
  type IdentityProvider,
  type Logger,
  type Mailer,
  type Policy,
} from "@acme/auth-core";
import { oauth2Provider, openIdProvider } from "@acme/auth-core/providers";
import { SECOND } from "@acme/auth-core/surface";
import { createSite, type Site } from "@acme/auth-express";
import type { KyselyStore, StoresOf } from "@acme/auth-kysely";
import { createSmtpMailer, type SmtpMailer } from "@acme/auth-nodemailer";
import type { Config, IdentityProviderConfig } from "../config/config.js";
import { hasOwnSqlite } from "../config/own-sqlite.js";
import type { PoolUse } from "../metrics/measuring.js";
import { createConsoleMailer } from "./console-mailer.js";
import {
  createFeatures,
  type Features,
  loadFeatures,
  type ServerAuth,
  tablesOf,
} from "./features.js";
import { createDevelopmentInbox, type DevelopmentInbox } from "./inbox/development-inbox.js";
import { hasInbox } from "./inbox/where-mails-are.js";
import { productOptions } from "./product-options.js";

/** What a test may replace. */
export interface AuthOverrides {
  readonly logger?: Logger;
  readonly mailer?: Mailer;
  readonly ports?: NonNullable<AuthOptions["ports"]>;
}

/** By SMTP, or printing. */
export type ConfiguredMailer = Mailer & Partial<Pick<SmtpMailer, "verify" | "close">>;

type FeatureTableList = ReturnType<typeof tablesOf>;

/** Everything the server knows, without what answers requests. */
export interface OpenedAuth {
  readonly auth: ServerAuth;
  readonly store: KyselyStore<StoresOf<FeatureTableList>>;
  readonly features: Features;
  /** The connections to Postgres; null for SQLite. */
  readonly pool: PoolUse | null;
  readonly site: Site;
  /** The configured mailer. */
  readonly mailer: ConfiguredMailer;
  /** The mails that this process has printed; null where mails are sent, and in production. */
  readonly inbox: DevelopmentInbox | null;
}

const READ_REQUESTS_FACTOR = 10;
const SYSTEM_CLOCK = { now: () => new Date() };

/**
 * Builds the library from the configuration. Opens the database and does not migrate it; starts no
 * worker.
 */
export async function openAuth(
  config: Config,
  { logger, mailer: replaced, ports }: AuthOverrides = {},
): Promise<OpenedAuth> {
  const features = await loadFeatures(config);
  const { store, pool } = await openStore(config, tablesOf(features));
  const site = siteOf(config);
  const mailer = mailerOf(config);
  const inbox = hasInbox(config) ? createDevelopmentInbox(ports?.clock ?? SYSTEM_CLOCK) : null;
  const product = productOptions(config);
  const auth = createAuth({
    store,
    mailer: keptBy(inbox, replaced ?? mailer),
    links: site.links,
    secret: config.serviceAuthSecret.reveal(),
    previousSecrets: (config.serviceAuthPreviousSecrets ?? []).map((secret) => secret.reveal()),
    appName: config.appName,
    brand: brandOf(config),
    mails: { locales: config.mailLocales },
    ...product,
    passwordBlocklist: config.passwordBlocklist,
    relyingParty: {
      id: config.rpId,
      name: config.rpName,
      origins: [...config.frontEndOrigins, ...(config.relatedOrigins ?? [])],
    },
    identityProviders: config.identityProviders.map(createProvider),
    policy: { ...product.policy, ...limitsOf(config) },
    features: createFeatures(features, config),
    ...(config.erasureLedger !== null && {
      erasureLedger: fileErasureLedger(config.erasureLedger),
    }),
    ...(logger && { logger }),
    ...(ports && { ports }),
  });
  return { auth, store, features, pool, site, mailer, inbox };
}

const siteOf = (config: Config): Site =>
  createSite({
    serviceUrl: config.serviceAuthUrl,
    trustedOrigins: [...(config.trustedOrigins ?? []), ...config.frontEndOrigins],
    hstsIncludeSubdomains: config.hstsIncludeSubdomains,
    ...(config.pages === "off"
      ? { appUrl: config.appUrl }
      : { pages: "/", ...(config.appHomeUrl !== null && { homeUrl: config.appHomeUrl }) }),
  });

const brandOf = (config: Config): AppBrand => ({
  color: config.brandColor,
  logoUrl: config.brandLogoUrl,
  logoDarkUrl: config.brandLogoDarkUrl,
  corners: config.brandCorners,
  termsUrl: config.termsUrl,
  privacyUrl: config.privacyUrl,
  supportUrl: config.supportUrl,
});

const keptBy = (inbox: DevelopmentInbox | null, mailer: Mailer): Mailer =>
  inbox ? inbox.keeping(mailer) : mailer;

const mailerOf = ({ smtpUrl, mailFrom }: Config): ConfiguredMailer =>
  smtpUrl && mailFrom
    ? createSmtpMailer({ url: smtpUrl.reveal(), from: mailFrom })
    : createConsoleMailer(process.stdout);

const createProvider = (provider: IdentityProviderConfig): IdentityProvider =>
  "endpoints" in provider ? oauth2Provider(provider) : openIdProvider(provider);

/** Only the driver that is needed is loaded. */
async function openStore(
  { databaseUrl: database, ...config }: Config,
  features: FeatureTableList,
): Promise<Pick<OpenedAuth, "store" | "pool">> {
  if (database.engine === "sqlite") {
    const { createSqliteStore } = await (hasOwnSqlite(process.versions.node)
      ? import("@acme/auth-kysely/node-sqlite")
      : import("@acme/auth-kysely/sqlite"));
    const options = { guarded: !config.production, features };
    return { store: createSqliteStore(database.file, options), pool: null };
  }
  const [{ createPostgresStore }, { default: pg }] = await Promise.all([
    import("@acme/auth-kysely/postgres"),
    import("pg"),
  ]);
  const pool = new pg.Pool({ connectionString: database.url.reveal(), max: config.dbPoolSize });
  const options = {
    pooling: config.databasePooling,
    guarded: !config.production,
    features,
  };
  return { store: createPostgresStore(pool, options), pool };
}

const limitsOf = (config: Config): Partial<Policy> => ({
  deletionGraceDays: config.deletionGraceDays,
  sessionFreshness: config.sessionFreshSeconds * SECOND,
  requestsPerClient: config.authIpLimit,
  readRequestsPerClient: config.authIpLimit * READ_REQUESTS_FACTOR,
  ...(config.authIpLimit === 0 && { writesPerUser: 0 }),
  requestsWindow: config.authIpWindowSeconds * SECOND,
  readRequestsWindow: config.authIpWindowSeconds * SECOND,
  workerPoll: config.workerPollMs,
});
