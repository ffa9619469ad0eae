import { createServer } from "node:http";
import { inspect } from "node:util";
import { betterAuthRoutes } from "@acme/auth-better-auth";
import {
  type AnyFeature,
  type ApplicationError,
  type Auth,
  type AuthOptions,
  type Contributor,
  createAuth,
  createPasswordHasher,
  defineFeature,
  definePolicy,
  type IdentityProvider,
  type LogFields,
  parseEmailAddress,
  type PasswordHasher,
  type Policy,
  type Ports,
  type RelyingParty,
  type Store,
  type Subscriber,
  type User,
  type UserFieldOptions,
} from "@acme/auth-core";
import {
  createSite,
  createSurface,
  type FeatureRoutes,
  mount,
  type Site,
  type Surface,
} from "@acme/auth-express";
import { createHandler } from "@acme/auth-fetch";
import type { Pages } from "@acme/auth-http";
import type { FeatureList } from "@acme/auth-kysely";
import { createFixedClock, createInbox, type FixedClock, type Inbox } from "@acme/auth-testing";
import { portOf } from "@acme/auth-testing/port-of";
import { readJson } from "@acme/auth-testing/read-json";
import express, { type Express, type Handler } from "express";
import { type Agent, createAgent, type Reply } from "./agent.js";
import { dumpDatabase, readRows, type StoredRow } from "./database-dump.js";
import { bridge } from "./fetch-bridge.js";
import { watchSecrets } from "./kept-secrets.js";
import { openPostgresStore } from "./open-postgres.js";
import {
  type DatabaseName,
  newDatabase,
  returnDatabase,
  takeDatabase,
} from "./prepared-databases.js";
import { createSqliteStore } from "./sqlite-driver.js";

export { DATABASES, type DatabaseName } from "./prepared-databases.js";

/** What may serve the surface: the mount in Express, or the fetch handler. */
export type Host = "express" | "fetch";

export const SECRET = Buffer.alloc(32, "0123456789abcdef").toString("base64");
export const APP_ORIGIN = "http://app.test:3004";

export interface TestStore extends Store {
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A store on a database of its own; its location (the path of a SQLite file, or the URL of
 * Postgres) opens the same one again.
 */
export async function openStore(
  database: DatabaseName,
  location?: string,
  tables: FeatureList = [],
): Promise<{ readonly store: TestStore; readonly location: string }> {
  const opened = location ?? (await newDatabase(database));
  const store =
    database === "sqlite"
      ? createSqliteStore(opened, { features: tables })
      : openPostgresStore(opened, { max: 10 }, tables);
  return { store, location: opened };
}

export interface ServiceOptions {
  readonly database: DatabaseName;
  readonly location?: string;
  readonly policy?: Partial<Policy>;
  readonly ports?: Partial<Ports>;
  readonly trustedOrigins?: readonly string[];
  /** Where the front end lives. */
  readonly appUrl?: string;
  /** The ready pages, at the service's own origin: that is the front end then. */
  readonly pages?: Pages;
  /** What clients are told the URL is; the server itself listens on a free port. */
  readonly serviceUrl?: string;
  readonly trustProxy?: readonly string[];
  readonly requireEmailVerification?: boolean;
  readonly passwordBlocklist?: "refuse" | "warn" | "off";
  /** The application's own fields of users. */
  readonly userFields?: UserFieldOptions;
  readonly identityProviders?: readonly IdentityProvider[];
  readonly signInMethods?: NonNullable<AuthOptions["signInMethods"]>;
  readonly signInOrder?: NonNullable<AuthOptions["signInOrder"]>;
  readonly signUp?: NonNullable<AuthOptions["signUp"]>;
  readonly relyingParty?: Partial<RelyingParty>;
  /** The features of the system, besides that of the application. */
  readonly authFeatures?: readonly AnyFeature[];
  /** Their tables. */
  readonly tables?: FeatureList;
  readonly contributors?: readonly Contributor[];
  /** The application's subscribers of events. */
  readonly subscribers?: readonly Subscriber[];
  /** The application's own refusals. */
  readonly errors?: Readonly<Record<string, ApplicationError>>;
  /** The application's own routes, as the reference shows them, beside those of better-auth. */
  readonly features?: readonly FeatureRoutes[];
  /** What serves the surface. Own routes and trusted proxies are Express's. Default: express. */
  readonly host?: Host;
  /** An application's own routes, before the mount. */
  readonly ownRoutes?: (given: {
    readonly auth: Auth;
    readonly site: Site;
    readonly store: Store;
    readonly surface: Surface;
  }) => Handler;
  readonly wrapStore?: (store: TestStore) => Store;
}

export interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly fields: LogFields;
  /** The error that was logged along, with its stack and what caused it. */
  readonly cause?: string;
}

export interface Service {
  readonly url: string;
  /** What serves the surface. */
  readonly host: Host;
  /** Opens the same database again. */
  readonly location: string;
  readonly auth: Auth;
  readonly store: TestStore;
  readonly inbox: Inbox;
  readonly clock: FixedClock;
  readonly logs: readonly LogLine[];
  /** What the surface answered against its own word. Empty, or the test fails. */
  readonly breaches: Error[];
  /** `METHOD path CODE` of every refusal that was answered. */
  readonly refusals: ReadonlySet<string>;
  /** Adds the refusals that another service of the same tests has answered. */
  countRefusals(of: Service): void;
  agent(from?: string): Agent;
  /** Asks for a code, has it delivered, and reads it. */
  codeFor(email: string, agent?: Agent): Promise<string>;
  /** Returns the user with this email address, null when there is none. */
  findUser(email: string): Promise<User | null>;
  /** An agent that has signed in by code. */
  signedIn(email: string, from?: string): Promise<Agent>;
  /** Every row of every table. */
  rows(): Promise<readonly StoredRow[]>;
  stop(): Promise<void>;
}

export const SEND_CODE = "/api/auth/email-otp/send-verification-otp";
export const SIGN_IN_BY_CODE = "/api/auth/email-otp/sign-in";

const GENEROUS: Partial<Policy> = {
  requestsPerClient: 0,
  readRequestsPerClient: 0,
  writesPerUser: 0,
};

/**
 * Hashes passwords at a fraction of the cost, on which much of the processor's time went. What a
 * hash must cost is tested where it is made, and by the tests that set the cost themselves.
 */
export function cheapHasher(policy: Partial<Policy> = {}): PasswordHasher {
  const isCheap = policy.argon2Passes === undefined;
  return createPasswordHasher({
    ...definePolicy(policy),
    ...(isCheap && { argon2Memory: 256, argon2Passes: 1 }),
  });
}

/**
 * The reference surface in Express over a real database, with time and mail in the test's hands.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { database, policy, ports } = options;
  const wrapStore = options.wrapStore ?? ((real: TestStore): Store => real);
  const secrets = watchSecrets();
  const { store, location } = await openStore(
    database,
    options.location ?? (await takeDatabase(database)),
    options.tables,
  );
  await store.migrate();
  const clock = createFixedClock();
  const inbox = createInbox();
  const breaches: Error[] = [];
  const refusals = new Set<string>();
  const logs: LogLine[] = [];
  const log =
    (level: string) =>
    (event: string, fields: LogFields = {}, cause?: unknown) =>
      void logs.push({
        level,
        event,
        fields,
        ...(cause !== undefined && { cause: inspect(cause, { depth: 5 }) }),
      });

  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const url = `http://127.0.0.1:${portOf(server)}`;
  const site = createSite({
    serviceUrl: options.serviceUrl ?? url,
    trustedOrigins: options.trustedOrigins ?? [],
    ...(options.pages ? { pages: "/" } : { appUrl: options.appUrl ?? APP_ORIGIN }),
  });
  const auth = createAuth({
    store: wrapStore(store),
    mailer: {
      deliver(mail) {
        secrets.mailed(mail);
        return inbox.deliver(mail);
      },
    },
    links: site.links,
    secret: SECRET,
    policy: { ...GENEROUS, ...policy },
    ...choicesOf(options),
    ports: { clock, passwordHasher: cheapHasher(policy), ...ports },
    logger: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") },
  });
  const served = {
    auth,
    site,
    standalone: true,
    features: [betterAuthRoutes, ...(options.features ?? [])],
    onBreach: (breach: Error) => void breaches.push(breach),
    ...(options.pages && { pages: options.pages }),
  };
  server.on(
    "request",
    options.host === "fetch"
      ? bridge(
          createHandler({
            ...served,
            peerOf: (_request: Request, address: string | null) => address,
          }),
        )
      : expressApp(createSurface({ ...served, trustProxy: options.trustProxy ?? [] }), (surface) =>
          options.ownRoutes?.({ auth, site, store, surface }),
        ),
  );

  const note = (method: string, path: string, reply: Reply) => {
    secrets.answered(reply);
    if (reply.status >= 400 && reply.body)
      refusals.add(`${method} ${path} ${readJson(reply.body, { code: "string" }).code}`);
  };
  const agent = (from = "127.0.0.1") =>
    createAgent({ url, from, onReply: note, onSend: (body) => secrets.sent(body) });

  const service: Service = {
    url,
    location,
    host: options.host ?? "express",
    auth,
    store,
    inbox,
    clock,
    logs,
    breaches,
    refusals,
    countRefusals(other) {
      for (const refusal of other.refusals) refusals.add(refusal);
    },
    agent,
    async codeFor(email, client = agent()) {
      const reply = await client.post(SEND_CODE, { email, type: "sign-in" });
      if (reply.status !== 200) throw new Error(`no code: ${reply.text}`);
      await auth.worker.runDue();
      return inbox.codeFor(email.trim().toLowerCase());
    },
    async findUser(email) {
      const parsed = parseEmailAddress(email);
      return parsed && store.users.findByEmail(parsed);
    },
    async signedIn(email, from) {
      const client = agent(from);
      const reply = await client.post(SIGN_IN_BY_CODE, {
        email,
        otp: await service.codeFor(email, client),
      });
      if (reply.status !== 200) throw new Error(`no session: ${reply.text}`);
      return client;
    },
    rows: () => readRows(location),
    async stop() {
      const betrayed = secrets.betrayed(logs, await dumpDatabase(location));
      if (betrayed.length > 0)
        throw new Error(
          `a log line, an answer or the database holds a secret: ${betrayed.join(", ")}`,
        );
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await auth.close();
      await store.close();
      if (options.location === undefined) await returnDatabase(database, location);
    },
  };
  return service;
}

function expressApp(
  surface: Surface,
  ownRoutes: (surface: Surface) => Handler | undefined,
): Express {
  const app = express();
  const own = ownRoutes(surface);
  if (own) app.use(own);
  return app.use(mount(surface));
}

const choicesOf = (options: ServiceOptions) => ({
  userFields: options.userFields ?? {},
  requireEmailVerification: options.requireEmailVerification ?? false,
  passwordBlocklist: options.passwordBlocklist ?? "refuse",
  identityProviders: options.identityProviders ?? [],
  signInMethods: options.signInMethods ?? {},
  signInOrder: options.signInOrder ?? [],
  signUp: options.signUp ?? {},
  relyingParty: options.relyingParty ?? {},
  features: [applicationOf(options), ...(options.authFeatures ?? [])],
});

const applicationOf = (options: Pick<ServiceOptions, "contributors" | "errors" | "subscribers">) =>
  defineFeature({
    name: "application",
    contributors: options.contributors ?? [],
    errors: options.errors ?? {},
    subscribers: options.subscribers ?? [],
  });
