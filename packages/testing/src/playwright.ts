/**
 * Tests in a browser, with Playwright or another driver: real sessions without signing in, mails,
 * passkeys. It refuses to load where `NODE_ENV` is `production`.
 *
 * @packageDocumentation
 */
import { refuseInProduction } from "./refuse-in-production.js";

refuseInProduction(process.env);

export { type AuthFixture, type AuthFixtures, authFixtures } from "./auth-fixtures.js";
export {
  type BrowserKit,
  openBrowserKit,
  type OtherService,
  type OwnService,
  type SessionCookie,
  type TestedSite,
} from "./browser-kit.js";
export {
  type TestSessions,
  testSessions,
  type TestUser,
  type WithTestSessions,
} from "./test-sessions.js";
export {
  addVirtualAuthenticator,
  type KeptPasskey,
  type VirtualAuthenticator,
} from "./virtual-authenticator.js";
