import {
  type AnyFeature,
  createAuth,
  type Links,
  parseEmailAddress,
  type SignedIn,
  silentLogger,
  type Store,
} from "@acme/auth-core";
import { sessionCookieName } from "@acme/auth-core/surface";
import type { Page } from "@playwright/test";
import { createInbox, type Inbox } from "./inbox.js";
import { testSessions, type TestUser, type WithTestSessions } from "./test-sessions.js";

/** Where the service of a test is: made by `createSite`. */
export interface TestedSite {
  readonly serviceOrigin: string;
  readonly secure: boolean;
  readonly links: Links;
}

/** A service in the process of the test, which has the feature `testSessions`. */
export interface OwnService {
  readonly site: TestedSite;
  readonly auth: WithTestSessions;
  /** Its mailer. */
  readonly inbox: Inbox;
}

/** A service in another process, by what it keeps its sessions with. */
export interface OtherService {
  readonly site: TestedSite;
  /** Its database. */
  readonly store: Store;
  /** Its newest secret. */
  readonly secret: string;
  /** Its features, without which their mails and jobs would not be done. Default: none. */
  readonly features?: readonly AnyFeature[];
}

/** A cookie, in the shape of `addCookies` of Playwright. */
export interface SessionCookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
  /** Unix time, in seconds. */
  readonly expires: number;
  readonly httpOnly: true;
  readonly secure: boolean;
  readonly sameSite: "Lax";
}

/** What a test in a browser does beside its pages. */
export interface BrowserKit {
  /**
   * Signs the browser of a page in: opens a real session, and puts its cookie there. A user whom
   * nobody has created yet is created, with a verified email address.
   *
   * @param user an email address, or more about a user who is created
   * @throws {Error} for a text that is no email address
   * @throws {AuthError} `UNAUTHORIZED` where the service would open no session: the user is
   * suspended, or must verify the email address first
   * @example
   * await signInAs(page, "ada@example.com");
   */
  signInAs(page: Page, user: string | TestUser): Promise<SignedIn>;
  /** Opens a session, and returns its cookie: for browsers that Playwright does not drive. */
  cookieFor(user: string | TestUser): Promise<SessionCookie>;
  /**
   * Delivers what is due, and returns the code in the latest mail to that address that has one.
   *
   * @throws {Error} when there is none, as before the page has asked for it, or when another process
   * has delivered it
   */
  codeFor(email: string): Promise<string>;
  /** Delivers what is due, and returns the link in the latest mail to that address that has one. */
  linkFor(email: string): Promise<string>;
  /**
   * Stops what the kit has started: it delivers no more mails. A service of the test's own is not
   * closed. With Playwright, do it at the end of the process, not in an `afterAll`.
   */
  close(): Promise<void>;
}

/**
 * Returns the kit for tests in a browser. It works through the service's own `auth`, or through its
 * store and secret while the service runs in another process. No service has a route for it.
 *
 * Mails are delivered into an inbox by the worker of the kit: let the service in the other process
 * start none.
 *
 * @example
 * const kit = openBrowserKit({ site, store: createSqliteStore("e2e.sqlite"), secret });
 * await kit.signInAs(page, "ada@example.com");
 */
export function openBrowserKit(service: OwnService | OtherService): BrowserKit {
  const opened = "auth" in service ? withoutEnd(service) : besides(service);
  const { auth, inbox } = opened;
  /** As mails are addressed. */
  const addressOf = (email: string): string => parseEmailAddress(email) ?? email;
  const { site } = service;

  async function open(user: string | TestUser): Promise<readonly [SignedIn, SessionCookie]> {
    const signedIn = await auth.testSessions.open(
      typeof user === "string" ? { email: user } : user,
    );
    const { token, session } = signedIn;
    return [
      signedIn,
      {
        name: sessionCookieName(site),
        value: token.reveal(),
        url: site.serviceOrigin,
        expires: Math.floor(session.expiresAt.getTime() / 1_000),
        httpOnly: true,
        secure: site.secure,
        sameSite: "Lax",
      },
    ];
  }

  return {
    async signInAs(page, user) {
      const [signedIn, cookie] = await open(user);
      await page.context().addCookies([cookie]);
      return signedIn;
    },
    cookieFor: async (user) => (await open(user))[1],
    async codeFor(email) {
      await opened.deliver();
      return inbox.codeFor(addressOf(email));
    },
    async linkFor(email) {
      await opened.deliver();
      return inbox.linkFor(addressOf(email));
    },
    close: () => opened.close(),
  };
}

interface Opened {
  readonly auth: WithTestSessions;
  readonly inbox: Inbox;
  /** Delivers what is due. */
  deliver(): Promise<unknown>;
  close(): Promise<void>;
}

const withoutEnd = ({ auth, inbox }: OwnService): Opened => ({
  auth,
  inbox,
  deliver: () => auth.worker.runDue(),
  close: async () => {},
});

/** A second service over the same database. */
function besides({ site, store, secret, features = [] }: OtherService): Opened {
  const inbox = createInbox();
  const auth = createAuth({
    store,
    secret,
    links: site.links,
    mailer: inbox,
    features: [...features, testSessions] as const,
    logger: silentLogger,
  });
  let isClosed = false;
  return {
    auth,
    inbox,
    async deliver() {
      if (isClosed) throw new Error("the kit is closed, and delivers no mails");
      await auth.worker.runDue();
    },
    async close() {
      isClosed = true;
      await auth.close();
    },
  };
}
