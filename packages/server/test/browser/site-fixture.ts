import {
  type EmailAddress,
  type IdentityProvider,
  type OutgoingMail,
  type Passkey,
  type Session,
  type User,
} from "@acme/auth-core";
import { openIdProvider } from "@acme/auth-core/providers";
import { createPages } from "@acme/auth-pages";
import { asChecked, codeIn, linkIn } from "@acme/auth-testing";
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { lateBound } from "../late-bound.js";
import { startOpenIdServer } from "../oauth/openid-provider.js";
import { type Service, type ServiceOptions, startService } from "../service.js";
import { launchChromium } from "./chromium.js";
import { openGateway } from "./gateway.js";
import { createPerson, type Person } from "./person.js";

/** What pages call the external provider. */
export const PROVIDER = "Acme ID";
/** Who has an account there, by what they type to sign in. */
export const PROVIDER_ACCOUNTS = {
  grace: { email: "grace@provider.example", email_verified: true, name: "Grace Hopper" },
  alan: { email: "alan@provider.example", email_verified: true, name: "Alan Turing" },
  joan: { email: "joan@provider.example", email_verified: true, name: "Joan Clarke" },
} as const;

/**
 * What is no fault: the browser notes every refusal that a page is answered with; a page may keep
 * notes for its developers.
 */
const HARMLESS =
  /^(error: Failed to load resource: the server responded with a status of 4\d\d|debug: |verbose: )/;

/** A front end, the service behind it, an external provider, and a browser before them. */
export interface SiteFixture {
  readonly service: Service;
  readonly origin: string;
  /** Where the front end calls the service. */
  readonly serviceUrl: string;
  /** A new person, with a browser and an authenticator of their own. */
  person(options?: BrowserContextOptions): Promise<Person>;
  /** The link in the latest mail to `email`. */
  mailedLink(email: string): Promise<string>;
  mailedCode(email: string): Promise<string>;
  /** What the service holds. */
  user(email: string): Promise<User | null>;
  passkeys(email: string): Promise<readonly Passkey[]>;
  sessions(email: string): Promise<readonly Session[]>;
  /**
   * Sends everybody home; what their browsers had to say against the pages, beyond that something
   * was refused.
   */
  clear(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * Returns the fixture that the tests of this file share: it is opened before them and closed after
 * them. Each test fails when a reply was not what its route declares, or when a browser complained.
 */
export function siteFixture(options: SiteFixtureOptions): SiteFixture {
  let running: SiteFixture | null = null;
  beforeAll(async () => {
    running = await openSiteFixture(options);
  });
  const fixture = lateBound(() => running);
  afterEach(async () => {
    expect(fixture.service.breaches).toEqual([]);
    expect(await fixture.clear()).toEqual([]);
  });
  afterAll(() => running?.close());
  return fixture;
}

/** A front end that is served by itself. */
export interface FrontEndSite {
  readonly origin: string;
  stop(): Promise<void>;
}

interface SiteFixtureOptions
  extends
    Pick<
      ServiceOptions,
      "host" | "policy" | "signInMethods" | "authFeatures" | "tables" | "features"
    >,
    Partial<Pick<ServiceOptions, "database">> {
  /** Starts the front end; null for the ready pages, at the service's own origin. */
  readonly startSite: ((serviceUrl: string) => Promise<FrontEndSite>) | null;
  /** Of every browser. */
  readonly browser?: BrowserContextOptions;
  /** Starts further external providers. */
  readonly moreProviders?: () => Promise<readonly IdentityProvider[]>;
}

/**
 * The fixture of journeys over the ready pages: with script on SQLite and Express, without on
 * Postgres and fetch.
 */
export const pagesFixture = (
  javaScriptEnabled: boolean,
  options: Omit<SiteFixtureOptions, "startSite" | "database" | "host" | "browser"> = {},
): SiteFixture =>
  siteFixture({
    ...options,
    startSite: null,
    ...(javaScriptEnabled
      ? { database: "sqlite", host: "express" }
      : { database: "postgres", host: "fetch" }),
    // The browser notes a transition to a page of the provider as one that it has given up.
    browser: { javaScriptEnabled, locale: "en-US", reducedMotion: "reduce" },
  });

/** What journeys that work with script and without are asked with. */
export const WITH_AND_WITHOUT_SCRIPT = [
  ["with script", true],
  ["without script", false],
] as const;

async function openSiteFixture({
  startSite,
  browser: browserOptions = {},
  moreProviders = () => Promise.resolve([]),
  ...options
}: SiteFixtureOptions): Promise<SiteFixture> {
  const gateway = await openGateway();
  const [site, provider, browser, more] = await Promise.all([
    startSite?.(gateway.url),
    startOpenIdServer({
      redirectUri: `${gateway.url}/api/auth/callback/acme`,
      accounts: PROVIDER_ACCOUNTS,
    }),
    launchChromium(),
    moreProviders(),
  ]);
  const { issuer, clientId, clientSecret } = provider;
  const service = await startService({
    database: "sqlite",
    ...options,
    serviceUrl: gateway.url,
    ...(site ? { appUrl: site.origin } : { pages: createPages() }),
    identityProviders: [
      openIdProvider({ id: "acme", name: PROVIDER, issuer, clientId, clientSecret }),
      ...more,
    ],
  });
  const origin = site?.origin ?? gateway.url;
  gateway.leadTo(service.url);
  const { store, clock, inbox, auth } = service;
  const present: Person[] = [];
  function lastTo(email: string, shape: RegExp): OutgoingMail {
    const mail = inbox.mails.findLast(({ to, text }) => to === email && shape.test(text));
    if (!mail) throw new Error(`no mail to ${email} has ${shape}`);
    return mail;
  }
  const user = (email: string) => store.users.findByEmail(asChecked<EmailAddress>(email));

  return {
    service,
    origin,
    serviceUrl: gateway.url,
    async person(contextOptions = {}) {
      const all = { ...browserOptions, ...contextOptions };
      const person = await createPerson(await browser.newContext(all), {
        origin,
        serviceUrl: gateway.url,
        hasScript: all.javaScriptEnabled ?? true,
      });
      present.push(person);
      return person;
    },
    async mailedLink(email) {
      await auth.worker.runDue();
      // A code may have been due at the same instant: which of the two came last is open.
      return linkIn(lastTo(email, /^\s*https?:/m));
    },
    async mailedCode(email) {
      await auth.worker.runDue();
      return codeIn(lastTo(email, /^\s*\d{6}\s*$/m));
    },
    user,
    passkeys: async (email) => store.passkeys.listByUser((await user(email))!.id),
    sessions: async (email) => store.sessions.listLive((await user(email))!.id, clock.now()),
    async clear() {
      const left = present.splice(0);
      await Promise.all(left.map(({ context }) => context.close()));
      return left
        .flatMap(({ complaints }) => complaints)
        .filter((complaint) => !HARMLESS.test(complaint));
    },
    async close() {
      await browser.close();
      await Promise.all([service.stop(), provider.stop(), site?.stop(), gateway.stop()]);
    },
  };
}
