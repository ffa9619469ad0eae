import { MINUTE } from "@acme/auth-core/surface";
import type { Page } from "playwright-core";
import { PASSWORD, type Person } from "./person.js";
import type { SiteFixture } from "./site-fixture.js";

// What people do on the ready pages again and again, with script and without.

export const SIGN_IN = "Sign in or create an account";
export const WELCOME = "What should we call you?";

/** From the sign-in page, which is open, to the one for the code. */
export async function askForCode(person: Person): Promise<void> {
  await person.sees(SIGN_IN);
  await person.fillIn({ "Email address": person.email });
  await person.press("Continue");
  await person.sees("Enter the code");
}

/** With script, the sixth digit sends it. */
export async function giveCode(person: Person, code: string, button = "Sign in"): Promise<void> {
  await person.fillIn({ Code: code });
  if (!person.hasScript) await person.press(button);
}

/** On the sign-in page: asks for a code, and gives the one that was mailed. */
export async function signInByCode(person: Person, fixture: SiteFixture): Promise<void> {
  await askForCode(person);
  await giveCode(person, await fixture.mailedCode(person.email));
}

/** On the sign-in page, in a browser that has seen no password yet: takes the other way. */
export async function signInByPassword(person: Person, password = PASSWORD): Promise<void> {
  await askForCode(person);
  await person.follow("Use your password");
  await givePassword(person, password);
}

export async function givePassword(person: Person, password = PASSWORD): Promise<void> {
  await person.sees("Enter your password");
  await person.fillIn({ Password: password });
  await person.press("Sign in");
}

/** Answers the page that asks new users once what to call them. */
export async function beWelcomed(person: Person, name = "Ada Lovelace"): Promise<void> {
  await person.sees(WELCOME);
  await person.fillIn({ "Name (optional)": name });
  await person.press("Not now");
}

/** Has an account with a password whose address is not verified, and is signed in. */
export async function comeSignedUp(person: Person, { service }: SiteFixture): Promise<void> {
  await person.comeSignedUp();
  // A sign-in at the very moment of the sign-up would be taken for the first one.
  service.clock.advance(MINUTE);
}

/** Has an account without a password and with a verified address, and stands on its profile. */
export async function comeByCode(person: Person, fixture: SiteFixture): Promise<void> {
  await person.open("/sign-in");
  await signInByCode(person, fixture);
  await beWelcomed(person);
  await person.sees("Profile");
}

/** By the menu that every signed-in page has. */
export async function signOut(person: Person): Promise<void> {
  await person.press("Account menu");
  await person.press("Sign out");
  await person.sees(SIGN_IN);
}

/** Signs in at the external provider, whose page is open, and agrees to go on. */
export async function agreeAtProvider(page: Page, account: string): Promise<void> {
  await signInAtProvider(page, account);
  await page.getByRole("button", { name: "Continue" }).click();
}

export async function signInAtProvider(page: Page, account: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(account);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  // The page before has a link to cancel, too.
  await page.getByRole("button", { name: "Continue" }).waitFor();
}
