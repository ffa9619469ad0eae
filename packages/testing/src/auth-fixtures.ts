import type { SignedIn } from "@acme/auth-core";
import type { Page } from "@playwright/test";
import type { BrowserKit } from "./browser-kit.js";
import type { TestUser } from "./test-sessions.js";
import { addVirtualAuthenticator, type VirtualAuthenticator } from "./virtual-authenticator.js";

/** What `authFixtures` gives each test. */
export interface AuthFixtures {
  /** Signs the browser of the test's page in. */
  readonly signInAs: (user: string | TestUser) => Promise<SignedIn>;
  /** The mails of the service. */
  readonly inbox: Pick<BrowserKit, "codeFor" | "linkFor">;
  /** An authenticator for passkeys in the test's page, with somebody there who consents. */
  readonly authenticator: VirtualAuthenticator;
}

/** One fixture, as `test.extend` of Playwright takes it. */
export type AuthFixture<F> = (
  given: { readonly page: Page },
  use: (fixture: F) => Promise<void>,
) => Promise<void>;

/**
 * Returns the fixtures for `test.extend` of Playwright. The authenticator is there only for a test
 * that names it.
 *
 * @param kit what the tests of one process share: see `openBrowserKit`
 * @example
 * export const test = base.extend<AuthFixtures>(authFixtures(kit));
 * test("a member sees the notes", async ({ page, signInAs }) => {
 *   await signInAs("ada@example.com");
 *   await page.goto("/notes");
 * });
 */
export const authFixtures = (
  kit: BrowserKit,
): { readonly [N in keyof AuthFixtures]: AuthFixture<AuthFixtures[N]> } => ({
  signInAs: ({ page }, use) => use((user) => kit.signInAs(page, user)),
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs.
  inbox: ({}, use) => use(kit),
  authenticator: async ({ page }, use) => use(await addVirtualAuthenticator(page)),
});
