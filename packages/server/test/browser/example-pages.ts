import { DAY } from "@acme/auth-core/surface";
import type { ExampleFixture } from "./example-fixture.js";
import { PASSWORD, type Person } from "./person.js";

export interface ExamplePage {
  /** Its heading, and what the browser's tab says. */
  readonly title: string;
  /** How a person comes there. */
  readonly open: (person: Person, fixture: ExampleFixture) => Promise<void>;
  /** What the browser notes of it that is no fault. */
  readonly noted?: string;
  /** Another state of a page that is among them already. */
  readonly isVariant?: boolean;
}

const askByMail = (button: "Email me a code" | "Email me a link") => async (person: Person) => {
  await person.open("/");
  await person.signInByMail(button);
  await person.page.getByText(person.email).waitFor();
};

const open = (path: string) => (person: Person) => person.open(path);
const REFUSAL_NOTED = "error: Failed to load resource: the server responded with a status of 4";

/** Has asked for their data, which are ready, and for the end of their account. */
async function askToLeave(person: Person, { service }: ExampleFixture): Promise<void> {
  await person.goTo("Data");
  await person.press("Request my data");
  await person.page.getByRole("progressbar").waitFor();
  await service.auth.worker.runDue();
  await person.page.getByText("Your file is ready.").waitFor();
  await person.press("Delete my account");
  await person.fillIn({ "Your password": PASSWORD });
  await person.press("Request deletion");
  await person.page.getByText("Your account will be deleted on").waitFor();
}

/** Every page of the example, and the states of them that look different. */
export const EXAMPLE_PAGES: Readonly<Record<string, ExamplePage>> = {
  "the sign-in page": { title: "Sign in", open: open("/") },
  "the page with all ways side by side": {
    title: "Choose how to sign in",
    async open(person) {
      await person.open("/");
      await person.fillIn({ "Email address": person.email });
      await person.press("Continue");
    },
  },
  "the page for the password": {
    title: "Enter your password",
    async open(person) {
      await person.open("/");
      await person.page.evaluate('localStorage.setItem("last-way", "password")');
      await person.fillIn({ "Email address": person.email });
      await person.press("Continue");
    },
  },
  "the page with all ways after a refusal": {
    title: "Choose how to sign in",
    isVariant: true,
    noted: REFUSAL_NOTED,
    async open(person) {
      await person.open("/");
      await person.signInByPassword("not the password");
      await person.refusal();
    },
  },
  "the sign-up page": { title: "Create an account", open: open("/sign-up") },
  "the sign-up page with fields missing": {
    title: "Create an account",
    isVariant: true,
    async open(person) {
      await person.open("/sign-up");
      await person.press("Create account");
      await person.page.getByText("Please fill this in.").first().waitFor();
    },
  },
  "the page for the code": { title: "Enter the code", open: askByMail("Email me a code") },
  "the page that says a link was mailed": {
    title: "Check your email",
    open: askByMail("Email me a link"),
  },
  "the page for a forgotten password": {
    title: "Set a new password",
    open: open("/forgot-password"),
  },
  "the page for a new password": {
    title: "Choose a new password",
    // Whose password it is, only the token knows.
    noted: "verbose: [DOM] Password forms should have (optionally hidden) username fields",
    open: open("/reset-password?token=some-token"),
  },
  "the page after a change of the email address": {
    title: "Your email address is changed",
    open: open("/email-changed"),
  },
  "the page after verifying": { title: "Your email address is verified", open: open("/verified") },
  "the page of a path that is none": { title: "There is no such page", open: open("/nowhere") },
  "the page of the profile": {
    title: "Profile",
    open: (person) => person.comeSignedUp(),
  },
  "the page of the profile of a user who leaves": {
    title: "Profile",
    isVariant: true,
    async open(person, fixture) {
      await person.comeSignedUp();
      await askToLeave(person, fixture);
      await person.goTo("Profile");
    },
  },
  "the dialog for another email address": {
    title: "Profile",
    isVariant: true,
    async open(person) {
      await person.comeSignedUp();
      await person.press("Change email address");
      await person.page.getByRole("dialog").waitFor();
    },
  },
  "the page of security": {
    title: "Security",
    async open(person) {
      await person.comeSignedUp();
      await person.addPasskey();
    },
  },
  "the dialog for another password": {
    title: "Security",
    isVariant: true,
    async open(person) {
      await person.comeSignedUp();
      await person.goTo("Security");
      await person.press("Change password");
      await person.page.getByRole("dialog").waitFor();
    },
  },
  "the page of sessions": {
    title: "Sessions & activity",
    async open(person) {
      await person.comeSignedUp();
      await person.goTo("Sessions & activity");
    },
  },
  "the page of the user's data": {
    title: "Data",
    async open(person) {
      await person.comeSignedUp();
      await person.goTo("Data");
    },
  },
  "the page after the account is deleted": {
    title: "Your account is deleted",
    async open(person) {
      await person.open("/");
      await person.sees("Sign in");
      await person.page.evaluate(
        `history.replaceState({ email: "${person.email}" }, "", "/account-deleted")`,
      );
      await person.page.reload();
    },
  },
  "the page of the user's data when they leave": {
    title: "Data",
    isVariant: true,
    open: async (person, fixture) => {
      await person.comeSignedUp();
      await askToLeave(person, fixture);
    },
  },
  "the dialog for deleting the account": {
    title: "Data",
    isVariant: true,
    noted: REFUSAL_NOTED,
    async open(person) {
      await person.comeSignedUp();
      await person.goTo("Data");
      await person.press("Delete my account");
      await person.fillIn({ "Your password": "not the password" });
      await person.press("Request deletion");
      await person.page.getByText("The password is wrong.").waitFor();
    },
  },
  "the dialog for signing in again": {
    title: "Security",
    isVariant: true,
    noted: REFUSAL_NOTED,
    async open(person, { service }) {
      await person.comeSignedUp();
      await person.goTo("Security");
      service.clock.advance(DAY);
      await person.press("Add a passkey");
      await person.page.getByRole("dialog").waitFor();
    },
  },
};
