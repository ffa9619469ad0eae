import { addVirtualAuthenticator, type VirtualAuthenticator } from "@acme/auth-testing/playwright";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { complaintsIn } from "./chromium.js";
import { newAddress, PASSWORD } from "./mailed-links.js";

export { PASSWORD };

/** What can be filled in: sections may have the names of fields. */
const FIELD = "input, textarea";

/**
 * A person who uses a front end. They find their way by what its pages say, never by how these are
 * built.
 */
export interface Person {
  readonly email: string;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly authenticator: VirtualAuthenticator;
  /** Whether scripts run in their browser. */
  readonly hasScript: boolean;
  readonly complaints: readonly string[];
  /** Goes to a page of the front end. */
  open(path: string): Promise<void>;
  /** The same for a page that may lead on before it has loaded, which `open` takes for a failure. */
  setOutFor(path: string): Promise<void>;
  /** Waits for the page with this heading. */
  sees(heading: string): Promise<void>;
  fillIn(fields: Readonly<Record<string, string>>): Promise<void>;
  press(button: string): Promise<void>;
  /** Follows a link of that name, wherever it leads. */
  follow(link: string): Promise<void>;
  /** The part of the page under this heading. */
  section(heading: string): Locator;
  /** Where refusals are said. Waits until one is. */
  refusal(): Promise<string>;
  /** Where it is said that something was done. Waits until it is. */
  notice(): Promise<string>;
  /** Has created an account with a password in this browser some other time; is on no page. */
  comeSignedUp(): Promise<void>;
  /** Waits until that is where what is typed goes. */
  hasFocusOn(element: Locator): Promise<void>;
}

export interface World {
  /** Where the front end is. */
  readonly origin: string;
  readonly serviceUrl: string;
  readonly hasScript: boolean;
}

export async function createPerson(
  context: BrowserContext,
  { origin, serviceUrl, hasScript }: World,
): Promise<Person> {
  // Less than a test may take: then it is said what was waited for.
  context.setDefaultTimeout(30_000);
  const complaints = complaintsIn(context, [origin, serviceUrl]);
  // What the pages of the external provider would fetch from the wide world.
  await context.route("https://fonts.googleapis.com/**", (route) =>
    route.fulfill({ contentType: "text/css", body: "" }),
  );
  const page = await context.newPage();
  const authenticator = await addVirtualAuthenticator(page, { present: false });
  const email = newAddress();
  const spoken = async (role: "alert" | "status") => {
    const message = page.getByRole(role).filter({ hasText: /\S/ }).first();
    await message.waitFor();
    return message.innerText();
  };

  return {
    email,
    page,
    context,
    authenticator,
    hasScript,
    complaints,
    async open(path) {
      await page.goto(`${origin}${path}`);
    },
    async setOutFor(path) {
      await page.evaluate(`setTimeout(() => location.assign(${JSON.stringify(origin + path)}))`);
    },
    sees: (name) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor(),
    async fillIn(fields) {
      // A sixth digit that is typed before the script has run sends nothing.
      await page.waitForLoadState("domcontentloaded");
      for (const [label, value] of Object.entries(fields))
        await page.getByLabel(label, { exact: true }).and(page.locator(FIELD)).fill(value);
    },
    press: (name) => page.getByRole("button", { name, exact: true }).click(),
    follow: (name) => page.getByRole("link", { name, exact: true }).click(),
    section: (name) => page.getByRole("region", { name, exact: true }),
    refusal: () => spoken("alert"),
    notice: () => spoken("status"),
    async comeSignedUp() {
      const data = { name: "Ada Lovelace", email, password: PASSWORD };
      const reply = await context.request.post(`${serviceUrl}/api/auth/sign-up/email`, {
        data,
        headers: { origin },
      });
      if (!reply.ok()) throw new Error(`no account: ${await reply.text()}`);
    },
    hasFocusOn: (element) => element.and(page.locator(":focus")).waitFor(),
  };
}
