import { type AnyFeature, type AuthOptions, createAuth, parseEmailAddress } from "@acme/auth-core";
import { createSite, type Pages } from "@acme/auth-http";
import {
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
} from "@acme/auth-testing";
import { inject } from "vitest";
import { type AnyFeaturePages, createPages, type PagesOptions } from "../src/create-pages.js";
import { type Adapter, ADAPTERS } from "./adapters.js";
import { type Asking, Browser, type ShownPage } from "./browser.js";
import { type Database, DATABASES } from "./databases.js";

declare module "vitest" {
  interface ProvidedContext {
    /** What the worlds of this run stand on; absent: SQLite, and the surface itself. */
    readonly worldsOver?: Ground;
  }
}

/** What a world stands on. */
interface Ground {
  readonly database: Database;
  readonly adapter: Adapter;
}

/** What a test changes. */
export interface WorldOptions {
  /** Whether `auth` has what its features need is found out at the start. */
  readonly pages?: PagesOptions<readonly AnyFeaturePages[]>;
  readonly path?: `/${string}`;
  readonly homeUrl?: string;
  /** Default: an address that nothing answers at. */
  readonly serviceUrl?: string;
  readonly standalone?: boolean;
  readonly auth?: Partial<AuthOptions>;
  readonly features?: readonly AnyFeature[];
  /** Default: that of the run. */
  readonly over?: Ground;
}

/** What `createPages` is given: with `EJECTED`, what a module exports of ejected templates. */
async function templatesUnderTest(): Promise<PagesOptions> {
  const path = process.env["EJECTED"];
  return path === undefined ? {} : (await import("./ejected.js")).optionsOf(path);
}

/** Of those who sign up with one. */
export const PASSWORD = "correct horse battery";

/** A surface with pages over a store of its own, and what is around it. */
export async function openWorld({
  pages = {},
  path = "/",
  homeUrl,
  serviceUrl = "https://auth.example.com",
  standalone = true,
  auth: options = {},
  features = [],
  over = inject("worldsOver") ?? { database: "sqlite", adapter: "none" },
}: WorldOptions = {}) {
  const site = createSite({
    serviceUrl,
    pages: path,
    trustedOrigins: ["https://app.example.com"],
    ...(homeUrl !== undefined && { homeUrl }),
  });
  const store = options.store ?? (await DATABASES[over.database]());
  const inbox = createInbox();
  const clock = createFixedClock();
  const auth = createAuth({
    mailer: inbox,
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    ...options,
    store,
    features,
    policy: { requestsPerClient: 10_000, ...options.policy },
    ports: {
      clock,
      random: createSeededRandom(),
      scheduler: createManualScheduler(),
      ...options.ports,
    },
  });
  const breaches: Error[] = [];
  const made: Pick<Pages, "open"> = createPages({
    ...(await templatesUnderTest()),
    ...pages,
  });
  const { surface, served } = ADAPTERS[over.adapter]({
    auth,
    site,
    standalone,
    pages: made,
    onBreach: (breach) => breaches.push(breach),
  });

  /** The code that was mailed last. */
  async function codeFor(email: string): Promise<string> {
    await auth.settle({ within: 10_000 });
    return inbox.codeFor(email);
  }

  /** Signs in by code, as a person does, and answers what comes up. */
  async function signIn(browser: Browser, email: string, start = "/sign-in"): Promise<ShownPage> {
    const asked = await browser.submit(await browser.open(start), "/sign-in", { email });
    return browser.submit(asked, "/sign-in/code", { code: await codeFor(email) });
  }

  /** Signs up with a password, by the API: the account is signed in and not verified. */
  async function signUp(browser: Browser, email: string, password = PASSWORD): Promise<void> {
    const { status } = await browser.ask("POST", "/api/auth/sign-up/email", {
      body: JSON.stringify({ email, password, name: "Ada" }),
      headers: { origin: site.serviceOrigin, "content-type": "application/json" },
    });
    if (status !== 200) throw new Error(`${email} was not signed up: ${status}`);
  }

  return {
    site,
    store,
    auth,
    clock,
    inbox,
    surface,
    breaches,
    codeFor,
    signIn,
    signUp,
    newBrowser: (headers: Asking["headers"] = {}) => new Browser(served, headers),
    addressOf: (text: string) => {
      const address = parseEmailAddress(text);
      if (!address) throw new Error(`${text} is no email address`);
      return address;
    },
  };
}
