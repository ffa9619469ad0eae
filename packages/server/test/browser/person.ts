import type { BrowserContext, Locator, Page } from "playwright-core";
import { complaintsIn } from "./chromium.js";
import { newAddress, PASSWORD } from "./mailed-links.js";
import { addAuthenticator, type VirtualAuthenticator } from "./virtual-authenticator.js";

export { PASSWORD };

/** Somebody before the example. They find their way by what its pages say, never by how these are built. */
export interface Person {
  readonly email: string;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly authenticator: VirtualAuthenticator;
  readonly complaints: readonly string[];
  /** Goes to a page of the example. */
  open(path: string): Promise<void>;
  /** Waits for the page with this heading. */
  sees(heading: string): Promise<void>;
  fillIn(fields: Readonly<Record<string, string>>): Promise<void>;
  press(button: string): Promise<void>;
  /** The part of the account page under this heading. */
  section(heading: string): Locator;
  /** Where refusals are said. Waits until one is. */
  refusal(): Promise<string>;
  /** Where it is said that something was done. Waits until it is. */
  notice(): Promise<string>;
  /** Creates an account, and stands on its page. */
  signUp(): Promise<void>;
  signInByPassword(password?: string): Promise<void>;
  signOut(): Promise<void>;
  addPasskey(): Promise<void>;
  /** Waits until that is where what is typed goes. */
  hasFocusOn(element: Locator): Promise<void>;
}

export async function createPerson(context: BrowserContext, origin: string): Promise<Person> {
  // Less than a test may take: then it is said what was waited for.
  context.setDefaultTimeout(10_000);
  const complaints = complaintsIn(context);
  // What the pages of the external provider would fetch from the wide world.
  await context.route("https://fonts.googleapis.com/**", (route) => route.fulfill({ contentType: "text/css", body: "" }));
  const page = await context.newPage();
  const authenticator = await addAuthenticator(page);
  const email = newAddress();
  const spoken = async (role: "alert" | "status") => {
    const message = page.getByRole(role).filter({ hasText: /\S/ }).first();
    await message.waitFor();
    return message.innerText();
  };

  const person: Person = {
    email,
    page,
    context,
    authenticator,
    complaints,
    open: async (path) => void (await page.goto(`${origin}${path}`)),
    sees: (name) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor(),
    async fillIn(fields) {
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
    },
    press: (name) => page.getByRole("button", { name, exact: true }).click(),
    section: (name) => page.getByRole("region", { name, exact: true }),
    refusal: () => spoken("alert"),
    notice: () => spoken("status"),
    async signUp() {
      await person.open("/sign-up");
      await person.fillIn({ Name: "Ada Lovelace", "Email address": email, Password: PASSWORD });
      await person.press("Create account");
      await person.sees("Your account");
    },
    async signInByPassword(password = PASSWORD) {
      await person.sees("Sign in");
      await person.fillIn({ "Email address": email, Password: password });
      await person.press("Sign in");
    },
    async signOut() {
      await person.press("Sign out");
      await person.sees("Sign in");
    },
    async addPasskey() {
      await authenticator.attend(true);
      await person.press("Add a passkey");
      await person.section("Passkeys").getByText("The passkey is added").waitFor();
      await authenticator.attend(false);
    },
    hasFocusOn: (element) => element.and(page.locator(":focus")).waitFor(),
  };
  return person;
}
