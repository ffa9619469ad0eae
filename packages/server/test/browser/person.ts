import type { BrowserContext, Locator, Page } from "playwright-core";
import { complaintsIn } from "./chromium.js";
import { newAddress, PASSWORD } from "./mailed-links.js";
import { addAuthenticator, type VirtualAuthenticator } from "./virtual-authenticator.js";

export { PASSWORD };

/**
 * A person who uses the example. They find their way by what its pages say, never by how these are
 * built.
 */
export interface Person {
  readonly email: string;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly authenticator: VirtualAuthenticator;
  readonly complaints: readonly string[];
  /** Goes to a page of the example. */
  open(path: string): Promise<void>;
  /** Waits for the page with this heading, and for all that it loads. */
  sees(heading: string): Promise<void>;
  fillIn(fields: Readonly<Record<string, string>>): Promise<void>;
  press(button: string): Promise<void>;
  /** The part of the account page under this heading. */
  section(heading: string): Locator;
  /** Where refusals are said. Waits until one is. */
  refusal(): Promise<string>;
  /** Where it is said that something was done. Waits until it is. */
  notice(): Promise<string>;
  /** Creates an account on the sign-up page, and stands on the account page. */
  signUp(): Promise<void>;
  /** Has created an account in this browser some other time, and stands on the account page. */
  comeSignedUp(): Promise<void>;
  /**
   * From the sign-in page to the one with the field for the password, if that is not what is open
   * already; and then in.
   */
  signInByPassword(password?: string, address?: string): Promise<void>;
  /** From the sign-in page to the mail that is asked for. */
  signInByMail(way: "Email me a code" | "Email me a link"): Promise<void>;
  signOut(): Promise<void>;
  /** Goes to another page of the account. */
  goTo(tab: "Profile" | "Security" | "Sessions & activity" | "Data"): Promise<void>;
  /** Goes where that is done, and does it. */
  addPasskey(): Promise<void>;
  /** From now on time passes in this browser as `page.clock` is told, and not by itself. */
  stopTime(): Promise<void>;
  /** Waits until that is where what is typed goes. */
  hasFocusOn(element: Locator): Promise<void>;
}

export interface World {
  /** Where the example is. */
  readonly origin: string;
  readonly serviceUrl: string;
}

export async function createPerson(
  context: BrowserContext,
  { origin, serviceUrl }: World,
): Promise<Person> {
  // Less than a test may take: then it is said what was waited for.
  context.setDefaultTimeout(20_000);
  const complaints = complaintsIn(context, [origin, serviceUrl]);
  // What the pages of the external provider would fetch from the wide world.
  await context.route("https://fonts.googleapis.com/**", (route) =>
    route.fulfill({ contentType: "text/css", body: "" }),
  );
  const page = await context.newPage();
  const authenticator = await addAuthenticator(page);
  const email = newAddress();
  const spoken = async (role: "alert" | "status") => {
    const message = page.getByRole(role).filter({ hasText: /\S/ }).first();
    await message.waitFor();
    return message.innerText();
  };

  const loaded = async () => {
    await page.locator("[aria-busy=true]:not(button)").first().waitFor({ state: "detached" });
  };

  const sayWho = async (address: string) => {
    await person.sees("Sign in");
    await person.fillIn({ "Email address": address });
    await person.press("Continue");
  };

  const person: Person = {
    email,
    page,
    context,
    authenticator,
    complaints,
    async open(path) {
      await loaded();
      await page.goto(`${origin}${path}`);
    },
    async sees(name) {
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
      await loaded();
    },
    async fillIn(fields) {
      for (const [label, value] of Object.entries(fields))
        await page.getByLabel(label, { exact: true }).fill(value);
    },
    press: (name) => page.getByRole("button", { name, exact: true }).click(),
    section: (name) => page.getByRole("region", { name, exact: true }),
    refusal: () => spoken("alert"),
    notice: () => spoken("status"),
    async signUp() {
      await person.open("/sign-up");
      await person.fillIn({ Name: "Ada Lovelace", "Email address": email, Password: PASSWORD });
      await person.press("Create account");
      await person.sees("Profile");
    },
    async comeSignedUp() {
      const data = {
        name: "Ada Lovelace",
        email,
        password: PASSWORD,
        callbackURL: `${origin}/verified`,
      };
      const reply = await context.request.post(`${serviceUrl}/api/auth/sign-up/email`, {
        data,
        headers: { origin },
      });
      if (!reply.ok()) throw new Error(`no account: ${await reply.text()}`);
      await person.open("/account");
      await person.sees("Profile");
    },
    async signInByPassword(password = PASSWORD, address = email) {
      const secondStep = page.locator("input").and(page.getByLabel("Password", { exact: true }));
      if ((await secondStep.count()) === 0) await sayWho(address);
      await person.fillIn({ Password: password });
      await person.press("Sign in");
    },
    async signInByMail(way) {
      await sayWho(email);
      await person.press(way);
    },
    async signOut() {
      await person.press("Sign out");
      await person.sees("Sign in");
    },
    async goTo(tab) {
      await page.getByRole("link", { name: tab, exact: true }).click();
      await person.sees(tab);
    },
    async addPasskey() {
      await person.goTo("Security");
      await authenticator.attend(true);
      await person.press("Add a passkey");
      await person.section("Passkeys").getByText("The passkey is added").waitFor();
      await authenticator.attend(false);
    },
    async stopTime() {
      const now = Date.now();
      await page.clock.install({ time: now });
      await page.clock.pauseAt(now + 60_000);
    },
    hasFocusOn: (element) => element.and(page.locator(":focus")).waitFor(),
  };
  return person;
}
